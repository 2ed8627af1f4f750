/// What became of the rows of one table.
public struct RecoveredRows: Hashable, Sendable {
  /// Rows that are in the new file, each exactly as it was written.
  public var saved = 0
  /// Rows that were found, but are not what was written, or lack what belongs to them.
  public var skipped = 0
  /// Places where nothing could be read. How many rows were there cannot be known.
  public var unreadablePlaces = 0

  /// Everything that was found is saved.
  public var isWhole: Bool { skipped == 0 && unreadablePlaces == 0 }

  /// Fewer of its rows are lost.
  func isBetter(than other: RecoveredRows) -> Bool {
    (unreadablePlaces, skipped) < (other.unreadablePlaces, other.skipped)
  }
}
