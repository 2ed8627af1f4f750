@testable import SchedulerCore

/// What programs of applications do.
extension Swarm {
  /// Which identifiers a program tries to register. Not all of them are permitted in every configuration.
  private static let identifiers = ["one": ["t0", "t1"], "two": ["t2", "t3"]]

  mutating func nextApplicationEvent() -> Event {
    if !dangling.isEmpty, chance(30) {
      return .disconnected(dangling.remove(at: Int.random(in: 0..<dangling.count, using: &random)))
    }
    if applications.count < 4, chance(20) {
      let name = chance(50) ? "one" : "two"
      applications.append(
        SwarmApplicationProgram(ApplicationKey(uid: UInt32.random(in: 10...12, using: &random), name: name)))
    }
    let busy = applications.indices.filter { index in
      let program = applications[index]
      return !program.runs.isEmpty || (program.process != nil && program.connection == nil)
    }
    let chosen = chance(70) ? busy.randomElement(using: &random) : nil
    guard let index = chosen ?? applications.indices.randomElement(using: &random) else { return .timer }
    return event(of: index)
  }

  private mutating func event(of index: Int) -> Event {
    let program = applications[index]
    if let process = program.process, !program.isRunning {
      applications[index].isRunning = true
      if chance(85) { return .runStarted(process) }
      applications.remove(at: index)
      return .launchFailed(process, message: "no such file", isPassing: chance(50))
    }
    if program.wasKilled || (program.wasTold && chance(60)) { return end(of: index) }
    guard let connection = program.connection else {
      return chance(70) ? registration(of: index) : chance(40) ? end(of: index) : .timer
    }
    if let run = program.unreported.first, chance(70) {
      applications[index].unreported.removeFirst()
      return .runStarted(run)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case ..<40:
      guard let run = program.runs.randomElement(using: &random) else { return .timer }
      if chance(80) { applications[index].runs.removeAll { $0 == run } }
      return .complete(run, success: chance(70), uid: program.key.uid)
    case ..<45:
      let run = program.runs.randomElement(using: &random) ?? RunID("none")
      return .call(.handlerBegan(run), uid: program.key.uid)
    case ..<50:
      let progress = Progress(completedUnitCount: 1, totalUnitCount: 2)
      let run = program.runs.randomElement(using: &random) ?? RunID("none")
      return .call(.reportProgress(run, progress), uid: program.key.uid)
    case ..<57:
      applications[index].connection = nil
      return .disconnected(connection)
    case ..<72:
      let name = scheduler.tables.registrations[connection]?.name ?? "none"
      return .addIdentifiers(identifiers(of: program), to: name, uid: program.key.uid)
    case ..<82:
      let state = ApplicationState.allCases.randomElement(using: &random) ?? .active
      return .isNow(state, program.key.name, on: connection.value, uid: program.key.uid)
    case ..<87: return end(of: index)
    default: return .timer
    }
  }

  private mutating func identifiers(of program: SwarmApplicationProgram) -> [String] {
    (Self.identifiers[program.key.name] ?? []).filter { _ in chance(80) }
  }

  private mutating func registration(of index: Int) -> Event {
    connections += 1
    let program = applications[index]
    applications[index].connection = ConnectionID(connections)
    let strangers = store.activeRuns.map(\.id).sorted { $0.text < $1.text }
    let claims = program.runs + (chance(10) ? strangers.randomElement(using: &random).map { [$0] } ?? [] : [])
    return .call(
      .register(
        RegistrationRequest(
          connection: ConnectionID(connections), application: chance(50) ? "" : program.key.name,
          identifiers: identifiers(of: program), runs: claims, process: program.process)),
      uid: program.key.uid)
  }

  /// It dies. When its process is seen to end first, its connection is seen to end later.
  private mutating func end(of index: Int) -> Event {
    let program = applications.remove(at: index)
    guard let process = program.process else { return program.connection.map { .disconnected($0) } ?? .timer }
    if let connection = program.connection { dangling.append(connection) }
    return .runEnded(process, program.wasKilled ? .signal("SIGKILL") : .status(chance(50) ? 0 : 1))
  }

  mutating func carryOut(_ start: ApplicationStart) {
    let key = ApplicationKey(uid: start.uid, name: start.application)
    if applications.contains(where: { $0.process != nil && $0.key == key }) {
      fail("a second process of \(key) is started")
    }
    applications.append(SwarmApplicationProgram(key, process: start.process))
  }

  mutating func deliver(_ launch: Launch, to connection: ConnectionID) {
    launches += 1
    if !delivered.insert(launch.run.id).inserted { fail("run \(launch.run.id) is delivered twice") }
    if gone.contains(connection) { fail("run \(launch.run.id) is delivered to a connection that is gone") }
    // Its end may be on its way.
    guard let index = applications.firstIndex(where: { $0.connection == connection }) else { return }
    let program = applications[index]
    if program.key.uid != launch.run.uid { fail("a run is delivered to another user") }
    if program.wasTold || program.wasKilled { fail("a run is delivered to a program that was told to end") }
    applications[index].runs.append(launch.run.id)
    applications[index].unreported.append(launch.run.id)
  }

  mutating func warn(_ run: RunID, on connection: ConnectionID) {
    if gone.contains(connection) { fail("run \(run) is warned of on a connection that is gone") }
    guard let index = applications.firstIndex(where: { $0.connection == connection }) else { return }
    // Most do as they are told.
    if chance(50) { applications[index].runs.removeAll { $0 == run } }
  }

  /// True when the id is that of an application's process.
  mutating func tell(_ process: RunID, isKill: Bool) -> Bool {
    guard let index = applications.firstIndex(where: { $0.process == process }) else { return false }
    if isKill { applications[index].wasKilled = true } else { applications[index].wasTold = true }
    if !isKill, isNeeded(applications[index]) { fail("a process is told to end that has work") }
    return true
  }

  private func isNeeded(_ program: SwarmApplicationProgram) -> Bool {
    holders.keeps(program.process)
      || scheduler.tables.runs.values.contains { active in
        active.process == program.process
          || (active.connection != nil && active.connection == program.connection)
      }
  }

  /// The daemon is gone: connections are lost, processes are nobody's any more, some programs go on.
  mutating func loseDaemon(sameBoot: Bool) {
    dangling = []
    applications.removeAll { !sameBoot || !$0.isRunning || $0.wasKilled }
    applications.removeAll { _ in Int.random(in: 0..<10, using: &random) < 3 }
    for index in applications.indices {
      applications[index].connection = nil
      applications[index].process = nil
      // The next daemon knows nothing of it.
      applications[index].wasTold = false
      applications[index].unreported = []
    }
  }

  /// Some are quicker than the sources of conditions.
  mutating func earlyRegistrations() -> [Event] {
    applications.indices.compactMap { index in chance(40) ? registration(of: index) : nil }
  }

  /// All programs die, and all that waits for one is given up in time.
  mutating func endApplications() {
    while let program = applications.first, violations.isEmpty {
      if program.process == nil, program.connection == nil {
        applications.removeFirst()
      } else {
        handle([end(of: 0)])
      }
    }
    while let connection = dangling.popLast(), violations.isEmpty { handle([.disconnected(connection)]) }
  }
}
