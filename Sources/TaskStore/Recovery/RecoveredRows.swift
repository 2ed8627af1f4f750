/// What became of the rows of one table.
package struct RecoveredRows: Hashable, Sendable {
  /// Rows that are in the new file, each exactly as it was written.
  package var saved = 0
  /// Rows that were found, but are not what was written, or lack what belongs to them.
  package var skipped = 0
  /// Places where nothing could be read. How many rows were there cannot be known.
  package var unreadablePlaces = 0

  /// Everything that was found is saved.
  package var isWhole: Bool { skipped == 0 && unreadablePlaces == 0 }

  /// Fewer of its rows are lost.
  func isBetter(than other: RecoveredRows) -> Bool {
    (unreadablePlaces, skipped) < (other.unreadablePlaces, other.skipped)
  }
}
