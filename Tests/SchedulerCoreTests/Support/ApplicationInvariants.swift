@testable import SchedulerCore

/// What must be true of applications and their programs after every event, so that nothing waits for ever.
enum ApplicationInvariants {
  static func violations(of scheduler: Scheduler) -> [String] {
    let tables = scheduler.tables
    var found: [String] = []
    for active in tables.runs.values { found += violations(of: active, scheduler) }
    for process in tables.processes.values { found += violations(of: process, tables) }
    let processes = tables.runs.values.filter(\.isOnDemand).compactMap { scheduler.process(of: $0) }
    if Set(processes).count != processes.count { found.append("a process was started for two runs") }
    for registration in tables.registrations.values {
      if let process = registration.process, tables.processes[process] == nil {
        found.append("a registration is of a process that is gone")
      }
    }
    return found
  }

  /// Each run has an event or a point in time that moves it on.
  private static func violations(of active: ActiveRun, _ scheduler: Scheduler) -> [String] {
    let tables = scheduler.tables
    var found: [String] = []
    func check(_ holds: Bool, _ message: String) {
      if !holds { found.append("run \(active.run.id) that is \(active.phase): \(message)") }
    }
    let connection = active.connection.map { tables.registrations[$0] }
    check(connection.map { $0 != nil } ?? true, "its connection is gone")
    check(active.process.map { tables.processes[$0] != nil } ?? true, "its process is gone")
    check(active.connection == nil || active.process == nil, "it is with a program and waits for one")
    guard active.target == .application, scheduler.volatile.phase != .starting else { return found }
    switch active.phase {
    case .awaited:
      check(active.connection == nil, "it is with a program")
      check(active.isRestored || active.process != nil, "it waits for nobody")
    case .launching, .running, .frozen, .expiring:
      check(
        active.connection != nil || scheduler.volatile.phase == .shuttingDown(announced: true),
        "nobody has it")
    case .killed:
      let process = connection??.process.flatMap { tables.processes[$0] }
      check(process?.phase == .killed, "nobody will say that it is over")
    case .over:
      check(active.connection == nil && active.process == nil, "it is over, and somebody has it")
      check(scheduler.storeFailure != nil, "its end could be recorded")
    }
    return found
  }

  private static func violations(of process: ApplicationProcess, _ tables: Tables) -> [String] {
    guard !process.isEnding else { return [] }
    let isNeeded =
      tables.foreground.values.contains(process.application)
      || tables.runs.values.contains { active in
        active.process == process.id
          || active.connection.flatMap { tables.registrations[$0]?.process } == process.id
      }
      || tables.assertions.values.contains {
        $0.assertion.limit != nil && $0.assertion.process == process.id
      }
    guard isNeeded != (process.phase == .needed) else { return [] }
    return ["process \(process.id) is \(process.phase) and is \(isNeeded ? "" : "not ")needed"]
  }
}
