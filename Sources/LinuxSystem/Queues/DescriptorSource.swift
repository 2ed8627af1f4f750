package import Dispatch

/// Calls a handler on a queue while a descriptor can be read from or written to, has hung up or is broken. It
/// is confined to its queue, but may be made and let go of anywhere. It may share its descriptor with others,
/// and holds it until it is cancelled.
///
/// It is level-triggered: a handler that reads a bounded piece at a time is called again until nothing is
/// left; one that does not deal with the end at all is called for ever, so at the end it cancels.
package final class DescriptorSource: @unchecked Sendable {
  // Sendable for the poller, which finds it on any thread and calls it on the queue.

  /// What to wait for.
  package enum Interest: Sendable {
    /// Something to read, or the end.
    case reading
    /// Room to write, or nobody to write to.
    case writing
  }

  private let poller: Poller
  private var descriptor: SharedDescriptor?
  private var handler: (() -> Void)?
  private var isPaused = false

  /// Begins to watch. The handler is not called after ``cancel()``, and never from within a method of this
  /// class.
  /// - Throws: ``SystemError`` of epoll_create1(2) and epoll_ctl(2): the system is out of something.
  package init(
    _ descriptor: SharedDescriptor, for interest: Interest, queue: DispatchQueue,
    handler: @escaping () -> Void
  ) throws(SystemError) {
    poller = try Poller.of(queue)
    self.handler = handler
    try poller.add(self, interest, descriptor.number)
    self.descriptor = descriptor
  }

  deinit { cancel() }

  /// Stops calling the handler until ``resume()``.
  package func pause() { setPaused(true) }

  /// Undoes ``pause()``.
  package func resume() { setPaused(false) }

  /// Stops for good, and lets go of the descriptor and the handler.
  package func cancel() {
    guard let descriptor else { return }
    poller.remove(ObjectIdentifier(self), descriptor.number)
    self.descriptor = nil
    handler = nil
  }

  /// Called by the poller, on the queue. A handler that was called before in the same batch may have paused
  /// it.
  func fire() {
    if !isPaused { handler?() }
  }

  private func setPaused(_ isPaused: Bool) {
    guard let descriptor, self.isPaused != isPaused else { return }
    self.isPaused = isPaused
    poller.setPaused(isPaused, ObjectIdentifier(self), descriptor.number)
  }
}
