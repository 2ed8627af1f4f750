public import Dispatch
import Glibc

/// Turns signals that would end the process into calls of a handler on a queue. Confined to its queue.
public final class SignalSource {
  private var sources: [any DispatchSourceSignal] = []
  private let numbers: [CInt]

  /// Watches these signals from now on; what they would have done to the process is switched off. Several signals
  /// of one number that come close together are one call.
  public init(_ numbers: [CInt], queue: DispatchQueue, handler: @escaping @Sendable (CInt) -> Void) {
    self.numbers = numbers
    for number in numbers {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(number) }
      source.activate()
      sources.append(source)
    }
  }

  deinit { close() }

  /// Gives the signals back to the system: from now on they do what they do by default.
  public func close() {
    guard !sources.isEmpty else { return }
    for source in sources { source.cancel() }
    sources = []
    for number in numbers { signal(number, SIG_DFL) }
  }

  /// Makes a write to a peer that is gone fail with EPIPE instead of ending the process.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Makes ended children wait to be asked about. A process that inherits an ignored SIGCHLD would lose their
  /// exit status (waitid(2), NOTES).
  public static func keepEndedChildren() { signal(SIGCHLD, SIG_DFL) }
}
