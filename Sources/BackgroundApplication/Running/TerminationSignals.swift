import Dispatch
import Foundation

/// Tells when the program is told to end.
final class TerminationSignals {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter tell: Called on a queue, for each signal.
  init(_ tell: @escaping @Sendable () -> Void) {
    sources = [SIGTERM, SIGINT].map { number in
      // Otherwise the signal would end the program before anybody hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: tell)
      source.activate()
      return source
    }
  }
}
