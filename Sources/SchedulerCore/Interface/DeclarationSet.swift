/// All that the files in `tasks.d` ask for, as they were read at one moment.
public struct DeclarationSet: Hashable, Sendable {
  /// In the order of the files' names. Of two with one key the first counts.
  public var declarations: [Declaration]
  /// The names of files that are there and have errors: what they said before stays in force.
  public var unreadable: Set<String>
  /// False when a directory could not be read: then nothing is taken for removed.
  public var isComplete: Bool
  /// Somebody asked for a reload: what was cancelled comes back. A start of the daemon asks for nothing.
  public var revivesCancelled: Bool

  /// Nothing was read, so nothing is taken for removed.
  public static let unread = DeclarationSet(isComplete: false)

  /// A set.
  public init(
    _ declarations: [Declaration] = [], unreadable: Set<String> = [], isComplete: Bool = true,
    revivesCancelled: Bool = false
  ) {
    self.declarations = declarations
    self.unreadable = unreadable
    self.isComplete = isComplete
    self.revivesCancelled = revivesCancelled
  }
}
