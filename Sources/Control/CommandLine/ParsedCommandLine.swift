import LinuxSystem

/// A command line that keeps to the table of verbs and options.
struct ParsedCommandLine: Sendable {
  /// The verb; nil when only help or the version is asked for.
  var verb: VerbSpecification?
  /// The options that were given, by their main names, in order. Flags have the value `yes` or `no`.
  var options: [(name: String, value: String)] = []
  /// What stands after the verb and is not an option; for a verb that has a command stored, the program and
  /// its arguments.
  var operands: [String] = []
  /// The program that a verb becomes or starts, and its arguments: they go on as they came.
  var program: [RawText] = []

  /// Whether the flag was given and not taken back.
  func flag(_ name: String) -> Bool { yesOrNo(name) == true }

  /// Nil when it was not given. The last one counts.
  func yesOrNo(_ name: String) -> Bool? { value(name).map { $0 == "yes" } }

  /// Nil when it was not given. The last one counts.
  func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

  /// All values of an option that may be given more than once, in order.
  func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
}
