/// The daemon ended, or said nothing for too long.
public struct DaemonDidNotStart: Error, CustomStringConvertible {
  /// What it wrote to its standard error.
  public var log: String
  /// The log.
  public var description: String { "the daemon did not start: \(log)" }
}
