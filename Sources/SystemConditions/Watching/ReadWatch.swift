import Dispatch
import LinuxSystem

/// A watch that calls a handler on a queue whenever a descriptor is readable, until cancelled or deallocated.
final class ReadWatch {
  private let source: any DispatchSourceRead

  /// Begins to watch.
  /// - Parameters:
  ///   - owner: The owner of the descriptor. It is kept until Dispatch has released the number: closed
  ///     earlier, the number could be reused, and Dispatch would watch its next descriptor.
  init(_ number: CInt, owner: any AnyObject & Sendable, queue: DispatchQueue, _ handler: @escaping () -> Void)
  {
    source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
    source.setEventHandler {
      queue.wokeUp()
      handler()
    }
    source.setCancelHandler { withExtendedLifetime(owner) {} }
    source.activate()
  }

  deinit { source.cancel() }

  /// Ends the watch. After a call on the queue the handler is not called again.
  func cancel() { source.cancel() }
}
