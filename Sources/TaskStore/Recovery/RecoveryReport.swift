/// What a recovery saved, and what it could not.
public struct RecoveryReport: Hashable, Sendable {
  /// What became of one table's rows.
  public var tasks = RecoveredRows()
  /// What became of the runs.
  public var runs = RecoveredRows()
  /// What became of the runs' output.
  public var outputs = RecoveredRows()
  /// Where the damaged files are kept.
  public var keptFiles: [String]
}
