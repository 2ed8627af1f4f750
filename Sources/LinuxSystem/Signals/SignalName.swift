import CLinux
import Glibc

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
