import CLinux
package import Dispatch
import Glibc

/// A source that turns signals into calls of a handler on a queue. Confined to its queue. A signal can be
/// watched by one source at a time.
///
/// Dispatch's signal source does not fit: on Linux it starts to watch some time later on another thread, and
/// leaves the signal blocked, also for programs that are executed instead of this one.
package final class SignalSource {
  private let numbers: [CInt]
  private let pipe: OutputPipe
  private var source: DescriptorSource?
  private var isClosed = false

  /// Catches these signals from now on, for ``deliver(on:_:)``.
  /// - Throws: ``SystemError``: EINVAL for numbers that are no signals, or when the system is out of
  ///   descriptors.
  package init(catching numbers: [CInt]) throws(SystemError) {
    self.numbers = numbers
    pipe = try OutputPipe()
    try pipe.writing.makeNonblocking()
    for number in numbers {
      try systemCall("sigaction", SignalName.of(number)) { clinux_signal_watch(number, pipe.writing.number) }
    }
    unblock()
  }

  /// Watches these signals from now on.
  /// - Throws: As ``init(catching:)``.
  package convenience init(_ numbers: [CInt], queue: DispatchQueue, handler: @escaping (CInt) -> Void)
    throws(SystemError)
  {
    try self.init(catching: numbers)
    try deliver(on: queue, handler)
  }

  /// Unblocks the signals. The parent may have blocked them, as a shell's script or a thread of Dispatch's
  /// does: then they would come when some thread lets them through, or never.
  private func unblock() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  deinit { close() }

  /// Calls the handler on the queue for each signal, at first for those that were caught already, before all
  /// that the caller puts on the queue afterwards. Several signals of one number that come close together may
  /// be one call.
  /// - Throws: ``SystemError`` when the system is out of descriptors.
  package func deliver(on queue: DispatchQueue, _ handler: @escaping (CInt) -> Void) throws(SystemError) {
    source = try DescriptorSource(pipe.reading, for: .reading, queue: queue) { [weak self] in
      self?.read(handler)
    }
    queue.runLater { [weak self] in self?.read(handler) }
  }

  private func read(_ handler: (CInt) -> Void) {
    for number in caught() where source != nil { handler(number) }
  }

  /// Takes the signals that were caught since the last call, for a program that has no queue.
  package func caught() -> [CInt] {
    guard case .bytes(let bytes)? = try? pipe.reading.read(atMost: 64) else { return [] }
    return bytes.map { CInt($0) }
  }

  /// The descriptor for poll(2), readable when ``caught()`` has signals.
  package var descriptor: CInt { pipe.reading.number }

  /// Gives the signals their default action back.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    for number in numbers { _ = clinux_signal_watch(number, -1) }
    source?.cancel()
    source = nil
  }

  /// Makes a write to a peer that is gone fail with EPIPE instead of ending the process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Keeps ended children until they are reaped. A process that inherits an ignored SIGCHLD would lose their
  /// exit status (waitid(2), NOTES).
  package static func keepEndedChildren() { signal(SIGCHLD, SIG_DFL) }
}

/// Names of signals, as signal(7) writes them.
package enum SignalName {
  /// Returns `SIGTERM` for 15, `SIGRTMIN+3` for real-time signals, `signal 99` for an unknown number.
  package static func of(_ number: CInt) -> String {
    if let name = clinux_signal_abbreviation(number) { return "SIG" + String(cString: name) }
    let first = clinux_first_realtime_signal()
    guard number >= first, number <= clinux_last_realtime_signal() else { return "signal \(number)" }
    return number == first ? "SIGRTMIN" : "SIGRTMIN+\(number - first)"
  }
}
