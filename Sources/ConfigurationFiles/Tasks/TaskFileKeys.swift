import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Every key of `[Task]`, with how its value is taken over and the request's field that it stands for.
enum TaskFileKeys {
  /// Takes a value over into the draft.
  typealias Apply = @Sendable (inout TaskFileDraft, Assignment) throws(SyntaxProblem) -> Void

  private typealias Request = Wire.TaskRequest.Bounds
  private typealias Retry = Wire.Retry.Bounds

  /// A key with one value: the last one counts.
  struct Key: Sendable {
    var name: String
    /// The name in the protocol, where errors of the request as a whole speak of it.
    var field: String
    var apply: Apply

    init(_ name: String, _ field: String = "", _ apply: @escaping Apply) {
      (self.name, self.field, self.apply) = (name, field, apply)
    }
  }

  static let section = "Task"
  /// Keys that are lists, with the fields that they stand for.
  static let command = (name: "Command", field: "command.argv")
  static let environment = (name: "Environment", field: "command.environment")

  static let single: [Key] = [
    Key("Identifier", "identifier") { (draft, line) throws(SyntaxProblem) in draft.identifier = line.value },
    Key("Kind", "kind", kind),
    Key("Title", "title") { (draft, line) throws(SyntaxProblem) in draft.request.title = line.value },
    Key("Subtitle", "subtitle") { (draft, line) throws(SyntaxProblem) in draft.request.subtitle = line.value
    },
    Key("User") { (draft, line) throws(SyntaxProblem) in draft.user = line.value },
    Key("EarliestBegin", "earliestBeginUSec", date(\.request.earliestBeginUSec, orBetter: "Delay=")),
    Key("Delay", "", span(\.delay)),
    Key("Deadline", "deadlineUSec", date(\.request.deadlineUSec, orBetter: "DeadlineDelay=")),
    Key("DeadlineDelay", "", span(\.deadlineDelay)),
    Key("OnDeadline", "onDeadline", choice(\.request.onDeadline)),
    Key("Every", "repeatDurationUSec", uSec(\.request.repeatDurationUSec, Request.repeatDurationUSec)),
    Key(
      "Tolerance", "toleranceDurationUSec",
      uSec(\.request.toleranceDurationUSec, Request.toleranceDurationUSec)),
    Key(
      "RuntimeLimit", "runtimeLimitDurationUSec",
      uSec(\.request.runtimeLimitDurationUSec, Request.runtimeLimitDurationUSec)),
    Key("RequiresNetworkConnectivity", "", flag(\.request.requiresNetworkConnectivity)),
    Key("RequiresUnmeteredNetwork", "", flag(\.request.requiresUnmeteredNetwork)),
    Key("RequiresExternalPower", "", flag(\.request.requiresExternalPower)),
    Key("RequiresIdle", "", flag(\.request.requiresIdle)),
    Key("RequiresBatteryNotLow", "", flag(\.request.requiresBatteryNotLow)),
    Key("RequiresStorageNotLow", "", flag(\.request.requiresStorageNotLow)),
    Key("Retry", "retry.backoff", choice(\.backoff)),
    Key("RetryInitial", "retry.initialDurationUSec", uSec(\.retryInitialUSec, Retry.initialDurationUSec)),
    Key("RetryMaximum", "retry.maximumDurationUSec", uSec(\.retryMaximumUSec, Retry.maximumDurationUSec)),
    Key("RetryAttempts", "retry.maximumAttempts") { (draft, line) throws(SyntaxProblem) in
      let allowed = Retry.maximumAttempts
      draft.retryAttempts = Int(
        try line.integer(in: Int64(allowed.lowerBound)...Int64(allowed.upperBound)))
    },
    Key("Freeze", "freezeDurationUSec", uSec(\.request.freezeDurationUSec, Request.freezeDurationUSec)),
    Key("PreventsSleep", "", flag(\.request.preventsSleep)),
    Key("SleepsThrough", "", flag(\.request.sleepsThrough)),
    Key("Unit", "unit") { (draft, line) throws(SyntaxProblem) in draft.request.unit = line.value },
    Key("WorkingDirectory", "command.workingDirectory") { (draft, line) throws(SyntaxProblem) in
      draft.workingDirectory = line.value
    },
  ]

  static let names = single.map(\.name) + [command.name, environment.name]

  /// The key that a field of the request comes from; nil when no key has it.
  static func name(ofField field: String) -> String? {
    if field.hasPrefix(command.field) { return command.name }
    if field.hasPrefix(environment.field) { return environment.name }
    return single.first { $0.field == field }?.name
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

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ path: any WritableKeyPath<TaskFileDraft, Choice?> & Sendable
  ) -> Apply where Choice: Sendable {
    let choices = Array(Choice.allCases)
    return { (draft, line) throws(SyntaxProblem) in
      guard let choice = choices.first(where: { $0.rawValue == line.value }) else {
        let names = choices.map(\.rawValue)
        throw line.problem(
          .error,
          "found \(line.value), allowed are \(names.joined(separator: ", "))"
            + NearestName.hint(for: line.value, among: names))
      }
      draft[keyPath: path] = choice
    }
  }

  private static func flag(_ path: any WritableKeyPath<TaskFileDraft, Bool?> & Sendable) -> Apply {
    { (draft, line) throws(SyntaxProblem) in draft[keyPath: path] = try line.boolean() }
  }

  private static func uSec(
    _ path: any WritableKeyPath<TaskFileDraft, Int64?> & Sendable, _ allowed: ClosedRange<Int64>
  ) -> Apply {
    { (draft, line) throws(SyntaxProblem) in draft[keyPath: path] = try line.length(in: allowed) }
  }

  private static func span(_ path: any WritableKeyPath<TaskFileDraft, TimeSpan?> & Sendable) -> Apply {
    { (draft, line) throws(SyntaxProblem) in
      draft[keyPath: path] = TimeSpan(uSec: try line.length(in: 0...TimeSpan.maximum.uSec))
    }
  }

  private static func date(
    _ path: any WritableKeyPath<TaskFileDraft, Int64?> & Sendable, orBetter other: String
  ) -> Apply {
    { (draft, line) throws(SyntaxProblem) in draft[keyPath: path] = try line.date(orBetter: other) }
  }
}

extension Assignment {
  fileprivate func length(in allowed: ClosedRange<Int64>) throws(SyntaxProblem) -> Int64 {
    let uSec = try timeSpan()
    guard allowed.contains(uSec) else {
      throw problem(
        .error, "found \(value), allowed is \(TimeSpanSyntax.format(allowed.lowerBound)) to 100 years")
    }
    return uSec
  }

  /// A date that is the same whenever the file is read: at every start and every reload.
  fileprivate func date(orBetter other: String) throws(SyntaxProblem) -> Int64 {
    let aDay: Int64 = 1_000_000_000_000_000
    let another = aDay + 400 * 86_400_000_000 + 5_000_000_000
    do throws(SyntaxError) {
      let date = try TimestampSyntax.parse(value, now: aDay)
      if try TimestampSyntax.parse(value, now: another) == date { return date }
    } catch {
      throw problem(.error, error.description)
    }
    throw problem(
      .error,
      "found \(value), which depends on when the file is read; allowed is a whole date, for example "
        + "2026-11-21 18:30, or \(other) with a length of time")
  }
}
