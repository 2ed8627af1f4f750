/// The rows of one table, counted by what became of them.
package struct RecoveredRows: Hashable, Sendable {
  /// The rows that are in the new file, each exactly as it was written.
  package var saved = 0
  /// The rows that were found, but are not what was written, or lack what belongs to them.
  package var skipped = 0
  /// The places where nothing could be read. The number of rows there cannot be known.
  package var unreadablePlaces = 0

  /// Whether everything that was found is saved.
  package var isWhole: Bool { skipped == 0 && unreadablePlaces == 0 }

  /// Whether fewer rows are lost than of the other.
  func isBetter(than other: RecoveredRows) -> Bool {
    (unreadablePlaces, skipped) < (other.unreadablePlaces, other.skipped)
  }
}
