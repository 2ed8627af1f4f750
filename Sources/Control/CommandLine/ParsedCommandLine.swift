import LinuxSystem

/// A command line that keeps to the table of verbs and options.
struct ParsedCommandLine: Sendable {
  /// The verb, or nil when only help or the version is asked for.
  var verb: VerbSpecification?
  /// The options that were given, in order, by their main names. Flags have the value `yes` or `no`.
  var options: [(name: String, value: String)] = []
  /// The words after the verb that are no options; for a verb that stores a command, the program and its
  /// arguments.
  var operands: [String] = []
  /// The program that a verb starts or becomes, and its arguments, byte for byte as they were given.
  var program: [RawText] = []

  /// Returns whether the flag was given and not taken back.
  func flag(_ name: String) -> Bool { yesOrNo(name) == true }

  /// Returns the flag's last value, or nil when it was not given.
  func yesOrNo(_ name: String) -> Bool? { value(name).map { $0 == "yes" } }

  /// Returns the option's last value, or nil when it was not given.
  func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

  /// Returns all values of an option that may be given more than once, in order.
  func values(_ name: String) -> [String] { options.filter { $0.name == name }.map(\.value) }
}
