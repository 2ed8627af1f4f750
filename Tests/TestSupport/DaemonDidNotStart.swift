/// The daemon ended, or said nothing for too long.
package struct DaemonDidNotStart: Error, CustomStringConvertible {
  /// What it wrote to its standard error.
  package var log: String
  /// The log.
  package var description: String { "the daemon did not start: \(log)" }
}
