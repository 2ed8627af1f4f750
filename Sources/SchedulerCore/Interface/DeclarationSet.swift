/// All tasks that the files in `tasks.d` ask for, as the files were read at one moment.
package struct DeclarationSet: Hashable, Sendable {
  /// The declarations in the order of the files' names. Of two with one key the first counts.
  package var declarations: [Declaration]
  /// The names of files that exist and have errors: what a file said before stays in force.
  package var unreadable: Set<String>
  /// Whether every directory could be read; otherwise no file is taken for removed.
  package var isComplete: Bool
  /// Whether cancelled tasks come back, as a reload asks. A start of the daemon does not ask for that.
  package var revivesCancelled: Bool

  /// A set of which nothing was read, so that no file is taken for removed.
  package static let unread = DeclarationSet(isComplete: false)

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
