/// What a shell offers where a value is expected.
enum ValueCompletion: Hashable, Sendable {
  /// Nothing that a shell could know.
  case nothing
  /// One of these words.
  case choices([String])
  /// Paths of files.
  case files
  /// Paths of directories.
  case directories
  /// Names of environment variables, each with `=`.
  case environment
  /// The identifiers of the user's tasks, as the daemon says.
  case identifiers
  /// The same, and the templates that they may be instances of.
  case instances
  /// The verbs of this program.
  case verbs
}
