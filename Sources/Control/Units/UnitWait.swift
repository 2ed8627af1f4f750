import ConditionSyntax
import SchedulerCore
import SystemdSyntax

/// The settings in a unit's section `[X-Bgtask]` (bgtask-unit(5)).
struct UnitWait: Equatable {
  static let section = "X-Bgtask"
  static let keys = ["When", "While", "Timeout", "OnTimeout", "UnknownConditions"]

  /// The effect of the end of the time.
  enum TimeoutPolicy: String, CaseIterable {
    /// The unit starts although the conditions do not hold.
    case run
    /// The unit is not started, which is no failure.
    case skip
  }

  /// The conditions to start: those of When= and of While= together.
  var start: ConditionExpression
  /// The conditions that must go on holding.
  var whileRunning: ConditionExpression?
  /// The longest wait in microseconds; nil is for ever.
  var timeoutUSec: Int64?
  var onTimeout = TimeoutPolicy.run
  var unknownConditions: UnknownPolicy?

  /// Reads the unit's section, or returns nil when it has no conditions.
  /// - Parameter problems: Gets the problems, with file and line. An unreadable setting does not count.
  init?(_ unit: UnitFile, problems: inout [SyntaxProblem]) {
    guard let section = unit.section(Self.section) else { return nil }
    for assignment in section.assignments where !Self.keys.contains(assignment.key) {
      problems.append(
        assignment.problem(
          .warning,
          "unknown key in [\(Self.section)]\(NearestName.hint(for: assignment.key, among: Self.keys))"))
    }
    func read<Value>(_ key: String, _ body: (Assignment) throws(SyntaxProblem) -> Value) -> Value? {
      guard let assignment = unit.assignment(Self.section, key) else { return nil }
      do throws(SyntaxProblem) {
        return try body(assignment)
      } catch {
        problems.append(error)
        return nil
      }
    }
    let when = read("When", Self.expression)
    let kept = read("While", Self.expression)
    whileRunning = kept
    let limit = read("Timeout") { assignment throws(SyntaxProblem) in try assignment.timeSpan() }
    timeoutUSec = limit.flatMap { $0 == TimeSpanSyntax.infinity ? nil : $0 }
    onTimeout = read("OnTimeout") { assignment throws(SyntaxProblem) in try assignment.choice() } ?? .run
    unknownConditions = read("UnknownConditions") { assignment throws(SyntaxProblem) in
      try assignment.choice()
    }
    // A condition that cannot be read is reported, and the unit starts as it would without the section: half
    // of a user's conditions are conditions that no user has asked for.
    func isBroken(_ key: String, _ expression: ConditionExpression?) -> Bool {
      unit.assignment(Self.section, key) != nil && expression == nil
    }
    guard !isBroken("When", when), !isBroken("While", kept) else { return nil }
    switch (when, kept) {
    case (let when?, let kept?):
      // Joined into one expression, which may be too long as such.
      let both = read("While") { assignment throws(SyntaxProblem) in
        try Self.parsed("(\(when.text)) and (\(kept.text))", assignment)
      }
      guard let both else { return nil }
      start = both
    case (let one?, nil), (nil, let one?): start = one
    case (nil, nil): return nil
    }
  }

  private static func expression(_ assignment: Assignment) throws(SyntaxProblem) -> ConditionExpression {
    try parsed(assignment.value, assignment)
  }

  private static func parsed(
    _ text: String, _ assignment: Assignment
  ) throws(SyntaxProblem) -> ConditionExpression {
    do throws(ConditionSyntaxError) {
      return try ConditionSyntax.parse(text)
    } catch {
      throw assignment.problem(.error, error.description)
    }
  }
}
