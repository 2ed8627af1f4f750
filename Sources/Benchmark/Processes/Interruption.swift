import Dispatch
import Glibc
import LinuxSystem

/// The end of a measurement by a signal, which leaves nothing behind: its programs are in process groups of
/// their own, which no key on a terminal reaches.
final class Interruption {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private let queue = DispatchQueue(label: "io.bgtaskd.bench.interruption")
  private let signals: SignalSource

  /// Catches SIGINT, SIGTERM and SIGHUP from now on.
  init(_ directory: ScratchDirectory) throws(SystemError) {
    signals = try SignalSource(Self.numbers, queue: queue) { signal in
      ChildProcess.endAll()
      directory.remove()
      // The status that a shell gives a program that a signal has ended.
      _exit(128 + signal)
    }
    // The program that has started this one may have blocked them.
    var set = sigset_t()
    sigemptyset(&set)
    for number in Self.numbers { sigaddset(&set, number) }
    try systemCallReturningCode("pthread_sigmask", positive: true) { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
  }

  /// Leaves signals to the system again.
  func end() { queue.sync { signals.close() } }
}
