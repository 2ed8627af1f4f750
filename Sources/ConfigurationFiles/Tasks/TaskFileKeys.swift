import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Every key of `[Task]`, with the function that takes its value over.
enum TaskFileKeys {
  /// A function that takes a value over into the draft.
  typealias Apply = @Sendable (inout TaskFileDraft, Assignment) throws(SyntaxProblem) -> Void

  /// A key with one value: the last one counts.
  struct Key: Sendable {
    var name: String
    var apply: Apply

    init(_ name: String, _ apply: @escaping Apply) { (self.name, self.apply) = (name, apply) }
  }

  static let section = "Task"
  static let identifier = "Identifier"
  /// The keys that may be on several lines.
  static let command = "Command"
  static let environment = "Environment"
  static let calendar = "OnCalendar"
  static let paths = "OnPathChanged"

  static let single: [Key] =
    RequestField.all.compactMap { field in
      guard let key = field.key, let apply = apply(field) else { return nil }
      return Key(key, apply)
    } + [
      // Keys without a field: the task's user, and dates that count from when the file is read.
      Key("User") { (draft, line) throws(SyntaxProblem) in draft.user = line.value },
      Key("Delay", span(\.delay)),
      Key("DeadlineDelay", span(\.deadlineDelay)),
    ] + FleetKeys.all

  static let names =
    single.map(\.name) + [command, environment, calendar, paths] + RequestField.ofSecrets.compactMap(\.key)

  /// Returns the key that a field of the request comes from, or `nil` when no key has it.
  static func name(ofField name: String) -> String? {
    RequestField.all.first { field in
      switch field.value {
      // The name may be that of an element.
      case .arguments, .environment, .calendar, .paths, .identifiers, .environmentFiles, .credentials:
        name == field.name || name.hasPrefix(field.name + ".") || name.hasPrefix(field.name + "[")
      default: name == field.name
      }
    }?.key
  }

  /// Returns the function that takes the key of a field over, or `nil` for lists.
  private static func apply(_ field: RequestField) -> Apply? {
    switch field.value {
    case .identifier: { (draft, line) throws(SyntaxProblem) in draft.identifier = line.value }
    case .kind: kind
    case .flag(let place), .requirement(let place, _):
      { (draft, line) throws(SyntaxProblem) in draft.request[keyPath: place] = try line.boolean() }
    case .length(let place, let bounds):
      { (draft, line) throws(SyntaxProblem) in draft.request[keyPath: place] = try line.length(in: bounds) }
    case .date(let place, let lengthKey):
      { (draft, line) throws(SyntaxProblem) in
        draft.request[keyPath: place] =
          try draft.isForFleet ? line.dateForFleet() : line.date(orBetter: lengthKey + "=")
      }
    case .choice(let choice):
      { (draft, line) throws(SyntaxProblem) in
        guard choice.set(&draft.request, line.value) else {
          throw line.problem(choosingAmong: choice.names)
        }
      }
    case .count(let place, let bounds):
      { (draft, line) throws(SyntaxProblem) in
        draft.request[keyPath: place] = try line.integer(in: bounds)
      }
    case .size(let place, let bounds):
      { (draft, line) throws(SyntaxProblem) in
        draft.request[keyPath: place] = try line.size(in: bounds)
      }
    case .percent(let place, let bounds):
      { (draft, line) throws(SyntaxProblem) in
        draft.request[keyPath: place] = try line.percent(in: bounds)
      }
    case .expression(let place, let problem):
      { (draft, line) throws(SyntaxProblem) in
        if let problem = problem(line.value) { throw line.problem(.error, "\(problem)") }
        draft.request[keyPath: place] = line.value
      }
    case .identifiers(let place):
      { (draft, line) throws(SyntaxProblem) in
        let words = try line.words()
        if let word = words.first(where: { $0.contains(",") }) {
          throw line.problem(.error, "found \"\(word)\", allowed are identifiers with spaces between")
        }
        draft.request[keyPath: place] = words
      }
    case .line(let place), .name(let place), .unit(let place), .file(let place), .action(let place, _):
      { (draft, line) throws(SyntaxProblem) in draft.request[keyPath: place] = line.value }
    case .directory: { (draft, line) throws(SyntaxProblem) in draft.workingDirectory = line.value }
    case .arguments, .environment, .calendar, .paths, .environmentFiles, .credentials, .bootTime: nil
    }
  }

  private static let kind: Apply = { (draft, line) throws(SyntaxProblem) in
    let allowed = Wire.Kind.allCases.filter { $0 != .continued }
    guard let kind = allowed.first(where: { $0.rawValue == line.value }) else {
      let hint = line.value == Wire.Kind.continued.rawValue ? " (a person starts continued work)" : ""
      throw line.problem(
        .error,
        "found \(line.value), allowed are \(allowed.map(\.rawValue).joined(separator: ", "))\(hint)")
    }
    draft.kind = kind
  }

  private static func span(_ path: any WritableKeyPath<TaskFileDraft, TimeSpan?> & Sendable) -> Apply {
    { (draft, line) throws(SyntaxProblem) in
      draft[keyPath: path] = TimeSpan(uSec: try line.length(in: 0...TimeSpan.maximum.uSec))
    }
  }
}

extension Assignment {
  fileprivate func length(in allowed: ClosedRange<Int64>) throws(SyntaxProblem) -> Int64 {
    let uSec = try timeSpan()
    guard allowed.contains(uSec) else {
      throw problem(.error, "found \(value), allowed is \(TimeSpanSyntax.format(allowed))")
    }
    return uSec
  }

  /// Returns a date that is the same whenever the file is read: at every start and every reload.
  fileprivate func date(orBetter other: String) throws(SyntaxProblem) -> Int64 {
    try date("allowed is a whole date, for example 2026-11-21 18:30, or \(other) with a length of time")
  }

  /// Reads a date that is the same on every machine, which lengths are not.
  fileprivate func dateForFleet() throws(SyntaxProblem) -> Int64 {
    try date("allowed with Fleet= is a whole date with UTC, for example 2026-11-21 18:30 UTC")
  }

  private func date(_ allowed: String) throws(SyntaxProblem) -> Int64 {
    let aDay: Int64 = 1_000_000_000_000_000
    let another = aDay + 400 * 86_400_000_000 + 5_000_000_000
    guard let date = try? TimestampSyntax.parse(value, now: aDay) else {
      throw problem(.error, "found \(value), which is no date; \(allowed)")
    }
    guard (try? TimestampSyntax.parse(value, now: another)) == date else {
      throw problem(.error, "found \(value), which depends on when the file is read; \(allowed)")
    }
    return date
  }
}
