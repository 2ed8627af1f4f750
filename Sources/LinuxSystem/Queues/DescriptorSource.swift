public import Dispatch

/// Calls a handler on a queue while a descriptor can be read from or written to.
///
/// It is confined to its queue. What is different from a bare Dispatch source:
/// - it may be let go at any time, paused or not (a bare suspended source traps);
/// - it holds the descriptor until Dispatch has stopped watching it;
/// - after a hang-up Dispatch on Linux calls a source once and never again, whatever is left to read. This one goes
///   on calling until it is cancelled, so a handler that reads a bounded piece at a time gets to the end.
public final class DescriptorSource {
  /// What to wait for.
  public enum Interest: Sendable {
    /// Something to read, or the end.
    case reading
    /// Room to write.
    case writing
  }

  private let queue: DispatchQueue
  private let source: any DispatchSourceProtocol
  private let handler: () -> Void
  private var isPaused = false
  private var isCancelled = false
  private var isHungUp = false
  private var isCallDue = false

  /// Begins to watch. The handler is not called after ``cancel()``.
  public init(
    _ descriptor: SharedDescriptor, for interest: Interest, queue: DispatchQueue,
    handler: @escaping () -> Void
  ) {
    self.queue = queue
    self.handler = handler
    switch interest {
    case .reading: source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
    case .writing: source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
    }
    source.setEventHandler { [weak self] in self?.fired() }
    // Dispatch lets go of this closure, and so of the descriptor, after it has stopped watching.
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
  }

  deinit { cancel() }

  /// Stops calling the handler until ``resume()``.
  public func pause() {
    guard !isPaused, !isCancelled else { return }
    isPaused = true
    source.suspend()
  }

  /// Undoes ``pause()``.
  public func resume() {
    guard isPaused, !isCancelled else { return }
    isPaused = false
    source.resume()
    if isHungUp { callAgain() }
  }

  /// Stops for good.
  public func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    source.cancel()
    // Dispatch traps when a suspended source is released.
    if isPaused { source.resume() }
  }

  private func fired() {
    guard !isCancelled, !isPaused else { return }
    // A source that is ready with no byte to read was woken by a hang-up.
    if source.data == 0 { isHungUp = true }
    handler()
    if isHungUp { callAgain() }
  }

  private func callAgain() {
    guard !isCallDue, !isCancelled, !isPaused else { return }
    isCallDue = true
    queue.runLater { [weak self] in
      guard let self else { return }
      isCallDue = false
      fired()
    }
  }
}
