import Dispatch
import Foundation

/// A watch for the signals that tell the program to end.
final class TerminationSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter tell: Called on a queue, for each signal.
  init(_ tell: @escaping @Sendable () -> Void) {
    // On Linux Dispatch takes the signals itself, a moment later. Until then they end the program, as long as
    // they are not ignored, which would lose them.
    sources = [SIGTERM, SIGINT].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: tell)
      source.activate()
      return source
    }
  }
}
