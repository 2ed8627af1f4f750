package import Dispatch

/// A source that calls a handler on a queue while a descriptor is readable or writable, has hung up or is
/// broken. Confined to its queue, but made and released on any thread. It may share its descriptor with
/// others, and retains it until it is cancelled.
///
/// The source is level-triggered: a handler that reads a bounded piece at a time is called again until
/// nothing is left. At the end a handler cancels the source, or it is called for ever.
package final class DescriptorSource: @unchecked Sendable {
  // Sendable for the poller, which finds it on any thread and calls it on the queue.

  /// The readiness to wait for.
  package enum Interest: Sendable {
    /// Bytes to read, or the end.
    case reading
    /// Room to write, or a peer that is gone.
    case writing
  }

  private let poller: Poller
  private var descriptor: SharedDescriptor?
  private var handler: (() -> Void)?
  private var isPaused = false

  /// Starts to watch. The handler is not called after ``cancel()``, and never from within a method of this
  /// class.
  /// - Throws: ``SystemError`` of epoll_create1(2) and epoll_ctl(2): out of descriptors or memory.
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

  /// Calls the handler again after ``pause()``.
  package func resume() { setPaused(false) }

  /// Stops for good, and releases the descriptor and the handler.
  package func cancel() {
    guard let descriptor else { return }
    poller.remove(ObjectIdentifier(self), descriptor.number)
    self.descriptor = nil
    handler = nil
  }

  /// Calls the handler, for the poller, on the queue. A handler that was called before in the same batch may
  /// have paused this source.
  func fire() {
    if !isPaused { handler?() }
  }

  private func setPaused(_ isPaused: Bool) {
    guard let descriptor, self.isPaused != isPaused else { return }
    self.isPaused = isPaused
    poller.setPaused(isPaused, ObjectIdentifier(self), descriptor.number)
  }
}
