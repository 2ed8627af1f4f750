/// The values that a shell offers for an option or an operand.
enum ValueCompletion: Hashable, Sendable {
  /// No values, because a shell cannot know any.
  case nothing
  /// A choice of words.
  case choices([String])
  case files
  case directories
  /// Names of environment variables, each with `=`.
  case environment
  /// The identifiers of the user's tasks, from the daemon.
  case identifiers
  /// The identifiers, and the templates that tasks can be instances of.
  case instances
  case verbs
}
