/// Whose tasks the files of `tasks.d` declare.
public enum TaskOwner: Hashable, Sendable {
  /// In the system's instance: the user that `User=` names, root without it.
  case system
  /// In a user's own instance: always that user.
  case user(UInt32)
}
