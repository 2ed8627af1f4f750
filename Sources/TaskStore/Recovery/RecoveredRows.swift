/// What became of the rows of one table.
public struct RecoveredRows: Hashable, Sendable {
  /// Rows that are in the new file, each exactly as it was written.
  public var saved = 0
  /// Rows that could be found, but are not what was written.
  public var skipped = 0
  /// Places where nothing could be read. How many rows were there cannot be known.
  public var unreadablePlaces = 0
}
