@testable import SchedulerCore

extension Scheduler {
  /// Everything that the scheduler knows, in an order that does not depend on how it came to know it.
  var portrait: [String] {
    var lines: [String] = []
    for (id, entry) in tables.tasks.sorted(by: { $0.key < $1.key }) { lines.append("\(id.value): \(entry)") }
    for (id, active) in tables.runs.sorted(by: { $0.key.text < $1.key.text }) {
      lines.append("\(id): \(active)")
    }
    lines += tables.applications
    let indexes = tables.indexes
    for (key, id) in indexes.waitingByKey.sorted(by: { $0.key < $1.key }) {
      lines.append("waiting \(key) \(id)")
    }
    for (key, id) in indexes.runByKey.sorted(by: { $0.key < $1.key }) { lines.append("running \(key) \(id)") }
    for (uid, ids) in indexes.tasksByUser.sorted(by: { $0.key < $1.key }) {
      lines.append("user \(uid) \(ids.sorted().map(\.value)) commands \(indexes.pending.commands(of: uid))")
    }
    for (uid, number) in indexes.lastServed.sorted(by: { $0.key < $1.key }) {
      lines.append("served \(uid) \(number)")
    }
    for (key, group) in indexes.groups.sorted(by: { $0.key < $1.key }) {
      let turn = group.nextTurn.map { "\($0) \(group.first(of: $0.uid).map { "\($0)" } ?? "nobody")" }
      lines.append("group \(key) \(turn ?? "no turn")")
    }
    lines.append("load \(indexes.load.total) \(Kind.allCases.map { indexes.load.byKind[$0] ?? 0 })")
    let heads = [
      "\(String(describing: indexes.dates.first)) \(indexes.dates.count)",
      "\(String(describing: indexes.latestDates.first)) \(indexes.latestDates.count)",
      "\(String(describing: indexes.pauses.first)) \(indexes.pauses.count)",
      "\(String(describing: indexes.deadlines.first)) \(indexes.deadlines.count)",
      "\(String(describing: indexes.runTimers.first)) \(indexes.runTimers.count)",
      "\(String(describing: indexes.processTimers.first)) \(indexes.processTimers.count)",
    ]
    return lines + heads + volatile.portrait
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
    lines += indexes.waitingForApplication.map { "waits for \($0.key) \($0.value.map(\.value).sorted())" }
    lines += indexes.handlers.map { "handlers \($0.key) \($0.value)" }
    lines += indexes.registrationByName.map { "named \($0.key) \($0.value)" }
    lines += indexes.processByApplication.map { "process of \($0.key) \($0.value)" }
    lines += indexes.connectionsByProcess.map { "connections of \($0.key) \($0.value.sorted())" }
    lines += indexes.runsByConnection.map { "runs on \($0.key) \($0.value.map(\.text).sorted())" }
    lines += indexes.runsByProcess.map { "runs for \($0.key) \($0.value.map(\.text).sorted())" }
    lines += indexes.foreground.map { "in use \($0.key) by \($0.value)" }
    return lines.sorted()
  }
}

extension Volatile {
  fileprivate var portrait: [String] {
    var random = random
    let machine = [
      "\(machine.observed) \(machine.simulated.values.map { "\($0)" }.sorted())",
      "\(machine.met) \(machine.settled) \(String(describing: machine.nextSettling))",
      "\(String(describing: machine.quiet)) \(String(describing: machine.ramp))",
      machine.unmetSince.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(),
    ]
    return machine + [
      "\(configuration.hashValue) \(random.next()) \(nextTaskID) \(launches) \(counters.all)",
      "\(phase) \(storeFailure ?? "stores") \(String(describing: armed)) \(String(describing: gate)) \(repairs)",
    ]
  }
}
