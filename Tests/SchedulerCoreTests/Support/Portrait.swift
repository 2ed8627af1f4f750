@testable import SchedulerCore

extension Scheduler {
  /// Everything that the scheduler knows, in an order that does not depend on how it came to know it.
  var portrait: [String] { tables.tasks.entries.map(\.portrait) + portraitBesideTasks }

  /// What the other's portrait says differently. Tasks that are the same are not put into words: that costs
  /// more than a whole event.
  func differences(from other: Scheduler) -> [String] {
    var (left, right) = (portraitBesideTasks, other.portraitBesideTasks)
    let (own, others) = (tables.tasks.entries, other.tables.tasks.entries)
    if own != others { (left, right) = (left + own.map(\.portrait), right + others.map(\.portrait)) }
    guard left != right else { return [] }
    let lines = Set(left).symmetricDifference(right)
    return lines.isEmpty ? ["the same lines in another order, or not as often"] : lines.sorted()
  }

  private var portraitBesideTasks: [String] {
    var lines: [String] = []
    for (id, active) in tables.runs.sorted(by: { $0.key.text < $1.key.text }) {
      lines.append("\(id): \(active)")
    }
    lines += tables.applications
    lines += tables.assertions.sorted(by: { $0.key < $1.key }).map { "has asked for time \($0.value)" }
    lines += tables.declarations.sorted(by: { $0.key < $1.key }).map { "declared \($0.value)" }
    return lines + tables.indexes.portrait + volatile.portrait
  }
}

extension TaskEntry {
  fileprivate var portrait: String {
    // A dictionary's own words have no order.
    var bare = self
    bare.task.request.actions = [:]
    return "\(task.id.value): \(bare) \(ActionTrigger.allCases.map { task.request.actions[$0] })"
  }
}

extension ConditionWish: CustomStringConvertible {
  /// What it says, for what compares and prints tasks as text.
  package var description: String {
    "when \(when?.text ?? "anything") while \(whileRunning?.text ?? "anything") \(relaxations.map(\.text))"
  }
}

extension Indexes {
  /// All that follows from what the tables hold.
  var portrait: [String] {
    var lines: [String] = []
    for (key, id) in runByKey.sorted(by: { $0.key < $1.key }) { lines.append("running \(key) \(id)") }
    for (uid, ids) in tasksByUser.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "user \(uid) \(ids.elements.map(\.value)) commands \(pending.commands(of: uid)) "
          + "bytes \(pending.storedBytes(of: uid))")
    }
    for (uid, number) in groups.turns.last.sorted(by: { $0.key < $1.key }) {
      lines.append("served \(uid) \(number)")
    }
    lines += groups.keys.map { key in
      let rank = key.lane.rank
      let may = [true, false].map { mayRun(rank.uid, rank.sort.kind, hasRoom: $0) ? "may" : "may not" }
      return "group \(key.lane) \(key.demand.requirements) \(key.demand.expression?.text ?? "anything") "
        + "\(groups.first(in: key).map { "\($0)" } ?? "nothing") \(may)"
    }.sorted()
    for (expression, ids) in inquiries.sorted(by: { $0.key.text < $1.key.text }) {
      lines.append("inquiries about \(expression.text): \(ids.sorted().map(\.value))")
    }
    lines.append("held \(held.elements.map(\.value))")
    lines += paused.map { "paused of \($0.key): \($0.value.elements.map(\.value))" }.sorted()
    lines += groups.held.map { "nothing of \($0.key): \($0.value.map(\.rawValue).sorted())" }.sorted()
    lines += followers.whole.map { "follows \($0.key): \($0.value.elements.map(\.value))" }.sorted()
    lines += runsByGroup.map { "runs in \($0.key): \($0.value.map(\.text).sorted())" }.sorted()
    lines += pathLooks.all.map { "looks of \($0.key): \($0.value.map(\.value))" }.sorted()
    lines += pathWatches.map { "watch \($0.key.text): \($0.value.value)" }.sorted()
    lines += dueFiles.map { "files of \($0.key): \($0.value.elements.map(\.value))" }.sorted()
    lines += pathCounts.map { "paths of \($0.key): \($0.value)" }.sorted()
    lines.append("preventing sleep \(preventingSleep)")
    lines.append("load \(load.total) \(Kind.allCases.map { load.byKind[$0] ?? 0 })")
    lines.append(
      "load of users \(load.byUser.sorted { $0.key < $1.key }) "
        + "\(load.besideByUser.sorted { $0.key < $1.key })"
    )
    let heads = [
      "\(String(describing: dates.first)) \(dates.count)",
      "\(String(describing: latestDates.first)) \(latestDates.count)",
      "\(String(describing: pauses.first)) \(pauses.count)",
      "\(String(describing: deadlines.first)) \(deadlines.count) "
        + "\(deadlines.behind.sorted { $0.key < $1.key })",
      "\(String(describing: runTimers.first)) \(runTimers.count)",
      "\(String(describing: processTimers.first)) \(processTimers.count)",
      "\(String(describing: assertionTimers.first)) \(assertionTimers.count)",
    ]
    return lines + heads + applications
  }
}

extension Tables {
  /// What is known of applications and their programs.
  fileprivate var applications: [String] {
    var lines = uses.map { "use \($0.key) \($0.value)" } + foreground.map { "in use \($0.key) \($0.value)" }
    for registration in registrations.values {
      lines.append(
        "registration \(registration.connection) \(registration.name) \(registration.application) "
          + "\(registration.identifiers.sorted()) \(registration.process?.text ?? "foreign")")
    }
    lines += processes.values.map { "process \($0)" }
    lines += works.all.map { "work \($0)" }
    lines += ends.all.map { "end \($0)" }
    lines += paces.map { "pace \($0.key) \($0.value)" }
    return lines.sorted()
  }
}

extension Indexes {
  fileprivate var applications: [String] {
    var lines: [String] = []
    lines += waitingForApplication.map { "waits for \($0.key) \($0.value.elements.map(\.value))" }
    lines += handlers.map { "handlers \($0.key) \($0.value)" }
    lines += registrationByName.map { "named \($0.key) \($0.value)" }
    lines += processByApplication.map { "process of \($0.key) \($0.value)" }
    lines += connectionsByProcess.map { "connections of \($0.key) \($0.value.sorted())" }
    lines += runsByConnection.map { "runs on \($0.key) \($0.value.map(\.text).sorted())" }
    lines += runsByProcess.map { "runs for \($0.key) \($0.value.map(\.text).sorted())" }
    lines += foreground.map { "in use \($0.key) by \($0.value)" }
    lines += assertionsByUser.map { "user \($0.key) has asked for time \($0.value) times" }
    lines += assertionsByProcess.map { "process \($0.key) has asked for time \($0.value) times" }
    return lines.sorted()
  }
}

/// Sets have no order.
private func text(_ value: ConditionValue) -> String {
  if case .names(let names?) = value { "\(names.sorted())" } else { "\(value)" }
}

extension Volatile {
  fileprivate var portrait: [String] {
    var random = random
    let machine = [
      ConditionField.allCases.map { field in
        "\(text(self.machine.observed[field])) \(self.machine.simulated[field].map { text($0.value) } ?? "")"
      }.joined(separator: ", "),
      "\(machine.met) \(machine.settled) \(String(describing: machine.nextSettling))",
      "\(String(describing: machine.quiet)) \(String(describing: machine.ramp))",
      machine.unmetSince.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(),
    ]
    return machine + [
      "\(configuration.hashValue) \(random.next()) \(nextTaskID) \(launches) \(counters.all)",
      "\(String(describing: departure)) \(preventsSleep)",
      "\(phase) \(storeFailure ?? "stores") \(String(describing: armed)) "
        + "\(String(describing: gate)) \(repairs)",
      "looks \(looks.open.map { "\($0.key.text) \($0.value)" }.sorted())",
      backlog.declaring.map {
        "\($0.set.declarations) \($0.set.unreadable.sorted()) \($0.set.revivesCancelled) \($0.index) "
          + ($0.lastKnown?.identifier ?? "")
      } ?? "nothing to declare",
      "\(backlog.losing.needs) \(String(describing: backlog.losing.place)) \(backlog.losing.left)",
      "\(String(describing: backlog.sweep)) \(String(describing: backlog.calendars)) "
        + "\(backlog.paused) \(backlog.replacing.elements) "
        + "\(backlog.cancelling) "
        + "\(String(describing: backlog.lastTold)) \(ends) \(backlog.isGoingOn)",
    ]
  }
}
