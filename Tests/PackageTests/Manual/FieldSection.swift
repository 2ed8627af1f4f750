import SchedulerAPI

@testable import Control

/// The part of a manual page that says what a request may say: it is made of the table of fields.
enum FieldSection: CaseIterable {
  /// The options of `submit`.
  case options
  /// Those of `edit`.
  case edits
  /// The keys of a task's file.
  case keys
  /// The options of `wait-for`.
  case waits
  /// The options of `fetch`.
  case transfers
  /// The keys that mean nothing with `Fleet=`.
  case withoutFleet

  /// The page that it is in.
  var page: String {
    switch self {
    case .keys: "bgtask.task.5"
    case .withoutFleet: "bgtask-fleet.8"
    default: "bgtaskctl.1"
    }
  }
  /// How many sections of this kind are before it on the page.
  var place: Int {
    switch self {
    case .options, .keys, .withoutFleet: 0
    case .edits: 1
    case .waits: 2
    case .transfers: 3
    }
  }

  static let begin =
    #".\" Made of the table of fields (RequestField) by `make generate`. Changes belong there."#
  static let end = #".\" Until here."#

  var text: String {
    if self == .withoutFleet { return reasons }
    var lines = [Self.begin]
    for field in RequestField.all {
      guard let term = term(field) else { continue }
      lines += [".TP", term] + Self.sentences(explanation(field))
    }
    return (lines + [Self.end, ""]).joined(separator: "\n")
  }

  /// The keys that mean nothing with `Fleet=`, by the reason that they share.
  private var reasons: String {
    let fields = RequestField.all.filter { $0.key != nil && !$0.hasMeaningInFleet }
    var reasons: [String] = []
    for case let reason? in fields.map(\.reasonAgainstFleet) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    let entries = reasons.flatMap { reason in
      let keys = fields.filter { $0.reasonAgainstFleet == reason }.compactMap(\.key)
      return [".TP", ".B " + keys.map { "\($0)=" }.joined(separator: " ")]
        + Self.sentences(reason.prefix(1).uppercased() + reason.dropFirst() + ".")
    }
    return ([Self.begin] + entries + [Self.end, ""]).joined(separator: "\n")
  }

  private func explanation(_ field: RequestField) -> String {
    if self == .waits, let wait = field.wait { return "Wait for \(wait.words)." }
    let text = words(of: field)
    // An option shows its choices in its name.
    guard self == .keys, case .choice(let choice) = field.value else { return text }
    let missing = choice.names.contains { !text.contains($0) }
    return missing ? text + " One of: \(choice.names.joined(separator: ", "))." : text
  }

  private func words(of field: RequestField) -> String {
    if self == .keys, let text = field.ofKey { return text }
    // The whole of it stands with submit.
    if self == .edits || self == .transfers { return field.summary + "." }
    return field.summary + "." + (field.details.isEmpty ? "" : " " + field.details)
  }

  private func term(_ field: RequestField) -> String? {
    switch self {
    case .keys: return field.key.map { ".B \($0)=" }
    case .withoutFleet: return nil
    case .options:
      return SubmitVerb.specification.options.first { $0.name == field.option }.map(Self.term)
    case .edits:
      return EditVerb.specification.options.first { $0.name == field.option }.map(Self.term)
    case .transfers:
      return FetchVerb.specification.options.first { $0.name == field.option }.map(Self.term)
    case .waits:
      return WaitForVerb.specification.options.first { $0.name == field.wait?.option }.map(Self.term)
    }
  }

  private static func term(_ option: OptionSpecification) -> String {
    let names = ((option.short.map { ["-\($0)"] } ?? []) + ([option.name] + option.aliases).map { "--\($0)" })
      .map(escaped)
    let all = names.joined(separator: " \", \" ")
    switch option.argument {
    case .none, .yesOrNo: return names.count == 1 ? ".B \(all)" : ".BR \(all)"
    case .value(let placeholder, _):
      // In turn bold and not: the value's name brings its own font.
      let value = placeholder.replacing(/[A-Z]+/) { "\\fI\($0.output)\\fR" }
      return names.count == 1 && value == placeholder
        ? ".BI \(all) \" \(placeholder)\"" : ".BR \(all) \" \(value)\""
    }
  }

  /// One a line, as roff wants them.
  static func sentences(_ text: String) -> [String] {
    text.replacing(/([.;:]) (?=[A-Z])/) { "\($0.output.1)\n" }.split(separator: "\n").map {
      escaped(String($0))
    }
  }

  /// Hyphens that are meant as such are minus signs.
  private static func escaped(_ text: String) -> String {
    text.replacing(/(^|\s)-+\w[\w-]*|\d-\d+(-\d+)?/) { String($0.output.0).replacing("-", with: "\\-") }
  }
}
