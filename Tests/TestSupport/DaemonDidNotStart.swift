/// The daemon ended before it listened, or did not listen in time.
package struct DaemonDidNotStart: Error, CustomStringConvertible {
  /// The daemon's standard error.
  package var log: String
  package var description: String { "the daemon did not start: \(log)" }
}
