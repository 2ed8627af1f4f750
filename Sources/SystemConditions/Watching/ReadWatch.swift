import Dispatch
import LinuxSystem

/// Calls back on a queue whenever a descriptor is readable, until it is cancelled or let go of.
final class ReadWatch {
  private let source: any DispatchSourceRead

  /// Begins to watch.
  /// - Parameters:
  ///   - owner: Whoever owns the descriptor. It is kept until Dispatch has let go of the number: closing it
  ///     earlier would let Dispatch watch whatever gets the same number next.
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

  /// Ends the watching. On the queue, the handler is not called again.
  func cancel() { source.cancel() }
}
