/// All that the files in `tasks.d` ask for, as they were read at one moment.
package struct DeclarationSet: Hashable, Sendable {
  /// In the order of the files' names. Of two with one key the first counts.
  package var declarations: [Declaration]
  /// The names of files that are there and have errors: what they said before stays in force.
  package var unreadable: Set<String>
  /// False when a directory could not be read: then nothing is taken for removed.
  package var isComplete: Bool
  /// Somebody asked for a reload: what was cancelled comes back. A start of the daemon asks for nothing.
  package var revivesCancelled: Bool

  /// Nothing was read, so nothing is taken for removed.
  package static let unread = DeclarationSet(isComplete: false)

  /// A set.
  package init(
    _ declarations: [Declaration] = [], unreadable: Set<String> = [], isComplete: Bool = true,
    revivesCancelled: Bool = false
  ) {
    self.declarations = declarations
    self.unreadable = unreadable
    self.isComplete = isComplete
    self.revivesCancelled = revivesCancelled
  }
}
