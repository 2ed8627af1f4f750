/// One option of the command line, as parsing, help and completions read it.
struct OptionSpecification: Hashable, Sendable {
  /// The argument that follows an option's name.
  enum Argument: Hashable, Sendable {
    /// No argument at all.
    case none
    /// No argument, or `=yes` and its like; `--no-NAME` says no.
    case yesOrNo
    /// A value, written `--name VALUE` or `--name=VALUE`.
    case value(placeholder: String, completion: ValueCompletion)
  }

  /// The name without dashes.
  var name: String
  /// The letter of the short form.
  var short: Character?
  /// Other names for the same option.
  var aliases: [String] = []
  var argument: Argument = .none
  /// The option's effect in a few words that begin with a capital.
  var summary: String
  var group = OptionGroup.main
  /// Whether the values of a repeated option add up instead of replacing each other.
  var isRepeatable = false

  static func flag(_ name: String, short: Character? = nil, _ summary: String) -> OptionSpecification {
    OptionSpecification(name: name, short: short, summary: summary)
  }

  static func value(
    _ name: String, _ placeholder: String, _ summary: String, short: Character? = nil,
    completing completion: ValueCompletion = .nothing
  ) -> OptionSpecification {
    OptionSpecification(
      name: name, short: short, argument: .value(placeholder: placeholder, completion: completion),
      summary: summary)
  }

  /// Returns an option whose value is a case of an enumeration of the protocol.
  static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ choices: Choice.Type, _ summary: String
  ) -> OptionSpecification {
    let names = choices.allCases.map(\.rawValue)
    return .value(name, names.joined(separator: "|"), summary, completing: .choices(names))
  }

  /// Every long form that is accepted, without dashes.
  var longForms: [String] {
    let names = [name] + aliases
    return argument == .yesOrNo ? names + names.map { "no-\($0)" } : names
  }

  /// Every form that is accepted, with its dashes, the letter first.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + longForms.map { "--\($0)" } }

  var takesValue: Bool {
    if case .value = argument { true } else { false }
  }

  /// The values that a shell offers.
  var completion: ValueCompletion {
    if case .value(_, let completion) = argument { completion } else { .nothing }
  }

  /// The option as help shows it: `-i, --identifier ID`.
  var usage: String {
    let dashes = short.map { "-\($0), " } ?? "    "
    switch argument {
    case .none: return "\(dashes)--\(name)"
    case .yesOrNo: return "\(dashes)--[no-]\(name)"
    case .value(let placeholder, _): return "\(dashes)--\(name) \(placeholder)"
    }
  }
}

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
  /// The identifiers of the user's open tasks in the fleet, from its database.
  case fleetTasks
  /// The names of the fleet's machines.
  case fleetMachines
}
