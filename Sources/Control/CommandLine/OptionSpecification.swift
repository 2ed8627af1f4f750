/// One option of the command line. Parsing, help and completions all read it from here.
struct OptionSpecification: Hashable, Sendable {
  /// What follows the option's name.
  enum Argument: Hashable, Sendable {
    /// Nothing.
    case none
    /// Nothing, or `=yes` and its like; `--no-NAME` says no.
    case yesOrNo
    /// A value, written `--name VALUE` or `--name=VALUE`.
    case value(placeholder: String, completion: ValueCompletion)
  }

  /// Without dashes.
  var name: String
  /// The letter of the short form.
  var short: Character?
  /// Other names for the same.
  var aliases: [String] = []
  var argument: Argument = .none
  /// What it does, in a few words that begin with a capital.
  var summary: String
  var group = OptionGroup.main

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

  /// A value that is one of the cases of an enumeration of the protocol.
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

  var takesValue: Bool {
    if case .value = argument { true } else { false }
  }

  /// What a shell offers for the value.
  var completion: ValueCompletion {
    if case .value(_, let completion) = argument { completion } else { .nothing }
  }

  /// As it stands in help: `-i, --identifier ID`.
  var usage: String {
    let dashes = short.map { "-\($0), " } ?? "    "
    switch argument {
    case .none: return "\(dashes)--\(name)"
    case .yesOrNo: return "\(dashes)--[no-]\(name)"
    case .value(let placeholder, _): return "\(dashes)--\(name) \(placeholder)"
    }
  }
}
