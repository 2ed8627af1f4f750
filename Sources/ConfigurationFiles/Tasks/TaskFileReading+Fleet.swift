import ConditionSyntax
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The keys of a task that is for a fleet.
enum FleetKeys {
  static let mode = "Fleet"
  static let group = "FleetGroup"
  static let atMost = "FleetAtMost"
  static let attempts = "FleetAttempts"
  static let zone = "FleetZone"

  static let all: [TaskFileKeys.Key] = [
    .init(mode) { (draft, line) throws(SyntaxProblem) in draft.fleetMode = try line.choice() },
    .init(group) { (draft, line) throws(SyntaxProblem) in
      let most = FleetNameRule.mostOfGroup
      guard FleetNameRule.permits(line.value, atMost: most) else {
        throw line.problem(
          .error, "found \(line.value.prefix(most)), allowed are \(FleetNameRule.words(atMost: most))")
      }
      draft.placement.group = line.value
    },
    .init(atMost) { (draft, line) throws(SyntaxProblem) in
      draft.placement.atMost = try line.integer(in: FleetPlacement.atMostBounds)
    },
    .init(attempts) { (draft, line) throws(SyntaxProblem) in
      draft.placement.attempts = try line.integer(in: FleetPlacement.attemptsBounds)
    },
    .init(zone) { (draft, line) throws(SyntaxProblem) in
      if let problem = FleetPlacement.problem(ofZone: line.value) { throw line.problem(.error, problem) }
      draft.placement.zone = line.value
    },
  ]
}

/// The keys of a fleet, and what a task of a fleet cannot have.
extension TaskFileReading {
  /// The line that says that the task is for a fleet.
  var fleetLine: Assignment? { file.assignment(TaskFileKeys.section, FleetKeys.mode) }

  /// The declaration of a task that is for a fleet; `nil` for another task, and when the file has an error.
  var fleet: FleetDeclaration? {
    guard let declaration, let placement else { return nil }
    let lines = TaskFileKeys.names.compactMap { key in
      file.assignment(TaskFileKeys.section, key).map {
        (key, FleetDeclaration.Line(file: $0.file, number: $0.line))
      }
    }
    return FleetDeclaration(
      file: declaration.file, request: request, placement: placement,
      lines: Dictionary(uniqueKeysWithValues: lines))
  }

  /// The problem of a task for a fleet where only a task of this machine can be; `nil` for such a task.
  var problemOfFleet: SyntaxProblem? {
    fleetLine?.problem(
      .error,
      "the daemon runs no task of a fleet; bgtaskctl fleet apply hands it to the fleet's database")
  }

  /// Checks the keys of a fleet.
  mutating func checkFleet() {
    guard let line = fleetLine else {
      for key in FleetKeys.all.map(\.name) where key != FleetKeys.mode { need(FleetKeys.mode, for: key) }
      return
    }
    for field in RequestField.all where field.key != TaskFileKeys.calendar {
      if let key = field.key, let reason = field.reasonAgainstFleet { excludeFromFleet(key, reason) }
    }
    excludeFromFleet("User", "AllowTasksOf= of each machine says as whom it runs")
    for (key, other) in [("Delay", "EarliestBegin"), ("DeadlineDelay", "Deadline")] {
      excludeFromFleet(key, "the length would begin anew with each machine; \(other)= has a date")
    }
    if request.command == nil, request.unit == nil, request.transfer == nil,
      let kind = file.assignment(TaskFileKeys.section, "Kind")
    {
      report(
        kind,
        "found \(kind.value) without Command=, Unit= and URL=: machines of a fleet run programs, and no "
          + "applications that handle tasks")
    }
    checkFleetDates()
    checkSpread(line)
  }

  /// Checks that dates are the same moments on every machine: a file is applied from wherever it is.
  private mutating func checkFleetDates() {
    for (key, date) in [("EarliestBegin", request.earliestBeginUSec), ("Deadline", request.deadlineUSec)] {
      guard date != nil, let found = file.assignment(TaskFileKeys.section, key),
        !TimestampSyntax.hasZone(found.value)
      else { continue }
      report(
        found,
        "found \(found.value), which is another moment in another time zone; allowed with Fleet= is a date "
          + "with UTC, for example 2026-11-21 18:30 UTC")
    }
  }

  /// Checks the keys that go with one way of spreading work only.
  private mutating func checkSpread(_ line: Assignment) {
    for (key, mode) in [
      (FleetKeys.atMost, FleetMode.everywhere), (FleetKeys.zone, .nightly), (TaskFileKeys.calendar, .nightly),
    ] where line.value != mode.rawValue {
      guard let found = file.assignment(TaskFileKeys.section, key) else { continue }
      report(found, "found with Fleet=\(line.value), allowed only with Fleet=\(mode.rawValue)")
    }
    guard line.value == FleetMode.nightly.rawValue else { return }
    if let deadline = file.assignment(TaskFileKeys.section, "Deadline") {
      report(deadline, "found with Fleet=nightly, whose dates have no deadline")
    }
    let dates = file.assignments(TaskFileKeys.section, TaskFileKeys.calendar)
    if dates.isEmpty { report(line, "found nightly without OnCalendar=, which says the dates") }
    if dates.count > FleetPlacement.mostDates, let last = dates.last {
      report(last, "found \(dates.count) of them, allowed are \(FleetPlacement.mostDates)")
    }
    let expressions = dates.compactMap { try? CalendarSyntax.parse($0.value) }
    if let only = dates.last, expressions.count == dates.count, !expressions.contains(where: \.hasDates) {
      let why = expressions.lazy.compactMap(\.contradiction).first.map { ": \($0)" } ?? ""
      report(only, "there is no such date\(why)")
    }
  }

  private mutating func excludeFromFleet(_ key: String, _ reason: String) {
    guard let line = file.assignment(TaskFileKeys.section, key) else { return }
    report(line, "found together with Fleet=: \(reason)")
  }

  private mutating func report(_ line: Assignment, _ text: String) {
    attempt { (_) throws(SyntaxProblem) in throw line.problem(.error, text) }
  }
}
