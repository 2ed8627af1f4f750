@testable import FleetCore

/// What befalls the fleet, and what people do.
extension FleetLife {
  mutating func strike(_ fault: Fault) {
    counts.faults += 1
    switch fault {
    case .agentCrash: if let machine = any({ $0.agent != nil }) { crashAgent(machine) }
    case .agentPause: if let machine = any({ $0.agent != nil }) { pause(machine) }
    case .daemonCrash: if let machine = any(\.daemon.isRunning) { crashDaemon(machine) }
    case .powerLoss: if let machine = any({ $0.isOn && !$0.isClone }) { losePower(machine) }
    // These are taken by chance in each exchange.
    case .lostRequest, .lostAnswer, .lateAnswer, .conflict, .busy, .unreadableAnswer: break
    case .databaseAway:
      isDatabaseAway = true
      queue.add(.mend(.databaseAway, machine: 0), at: moment(in: Self.second...120 * Self.second))
    case .cutOff:
      guard let machine = any({ !$0.isCutOff }) else { return }
      machines[machine].isCutOff = true
      queue.add(.mend(.cutOff, machine: machine), at: moment(in: Self.second...120 * Self.second))
    case .diskFull:
      guard let machine = any({ !$0.isDiskFull }) else { return }
      machines[machine].isDiskFull = true
      queue.add(.mend(.diskFull, machine: machine), at: moment(in: Self.second...90 * Self.second))
    case .clone: clone()
    case .drain: drain()
    case .leave: if let machine = any({ $0.agent != nil }) { hand(.leave, to: machine) }
    case .cancel:
      if let occurrence = database.occurrences.randomElement(using: &random) {
        database.cancel(occurrence.id, at: now)
      }
    case .configuration: reconfigure()
    }
  }

  mutating func mend(_ fault: Fault, _ machine: Int) {
    switch fault {
    case .databaseAway: isDatabaseAway = false
    case .cutOff: machines[machine].isCutOff = false
    case .diskFull: machines[machine].isDiskFull = false
    case .drain:
      machines[machine].drainingSince = nil
      setRuns(of: machine, drains: false)
    default: break
    }
  }

  private mutating func drain() {
    guard let machine = any({ $0.agent != nil && $0.drainingSince == nil && !$0.isPaused }) else { return }
    setRuns(of: machine, drains: true)
    // An agent that crashes at once may not have it on disk.
    if machines[machine].agent != nil, !strikes(.agentCrash), !strikes(.powerLoss), !strikes(.diskFull),
      !strikes(.agentPause), !strikes(.clone)
    {
      machines[machine].drainingSince = now
    }
    queue.add(.mend(.drain, machine: machine), at: moment(in: 30 * Self.second...150 * Self.second))
  }

  /// An administrator says how much the machine has at a time.
  private mutating func setRuns(of machine: Int, drains: Bool) {
    machines[machine].configuration.mostRuns = drains ? 0 : machines[machine].mostRuns
    hand(.configuration(machines[machine].configuration), to: machine)
  }

  private mutating func reconfigure() {
    guard let machine = any({ $0.agent != nil && !$0.isClone }) else { return }
    var configuration = machines[machine].configuration
    configuration.allows = [AllowedUser("ops", as: "backup")]
    if chance(60) { configuration.allows.append(AllowedUser("lab", as: "lab")) }
    machines[machine].configuration = configuration
    hand(.configuration(configuration), to: machine)
  }

  mutating func losePower(_ machine: Int) {
    counts.faults += 1
    if chance(50) { machines[machine].file = machines[machine].durableFile }
    powerOff(machine)
    queue.add(.bootUp(machine: machine), at: moment(in: 5 * Self.second...90 * Self.second))
  }

  mutating func powerOff(_ machine: Int) {
    dropAgent(machine)
    machines[machine].isOn = false
    machines[machine].daemon.isRunning = false
    machines[machine].daemon.life += 1
    for number in machines[machine].processes.keys.sorted() {
      if let process = machines[machine].processes[number] { log.end(process, at: now, isNatural: false) }
    }
    machines[machine].processes = [:]
    machines[machine].unseen = []
    machines[machine].boot += 1
  }

  mutating func bootUp(_ machine: Int) {
    guard !machines[machine].isOn, !(machines[machine].isClone && isHealed) else { return }
    machines[machine].isOn = true
    machines[machine].bootedAt = now - Self.second
    startDaemon(machine, boot: machines[machine].boot)
    queue.add(
      .startAgent(machine: machine, life: machines[machine].life), at: moment(in: 0...10 * Self.second))
  }

  /// Another machine comes up with a copy of a machine's disk.
  private mutating func clone() {
    guard machines.count < Self.names.count, let original = any({ $0.isOn && !$0.isClone }) else { return }
    var copy = SimulatedMachine(
      index: machines.count, configuration: machines[original].configuration,
      mostRuns: machines[original].mostRuns)
    copy.isClone = true
    copy.isOn = false
    // No boot of the copy is one of the original.
    copy.boot = 1000 * copy.index
    copy.file = machines[original].file
    copy.durableFile = copy.file
    copy.daemon = machines[original].daemon
    copy.daemon.isRunning = false
    copy.daemon.watched = []
    for work in database.classes { copy.conditions[work.id] = chance(80) }
    machines.append(copy)
    queue.add(.bootUp(machine: copy.index), at: moment(in: Self.second...90 * Self.second))
    queue.add(.conditions(machine: copy.index), at: moment(in: 0...60 * Self.second))
  }

  mutating func submit() {
    let id = Int64(database.tasks.count + 1)
    let work = database.classes.randomElement(using: &random) ?? database.classes[0]
    let mode: FleetMode = chance(60) ? .once : chance(60) ? .everywhere : .nightly
    var task = ModelDatabase.Task(
      id: id, mode: mode, workClass: work.id.value, user: work.user,
      atMost: Int.random(in: 1...2, using: &random))
    if mode == .nightly {
      task.calendarAfter = now
      task.calendarEnd = now + 120 * Self.second
    }
    let names = Set(machines.map(\.configuration.machine)).sorted()
    database.submit(task, at: now, machines: names)
    submitted += 1
    hint()
  }

  /// From here on nothing fails, and every machine is in a good moment.
  mutating func heal() {
    isHealed = true
    isDatabaseAway = false
    for machine in machines.indices {
      machines[machine].isCutOff = false
      machines[machine].isDiskFull = false
      machines[machine].drainingSince = nil
      if machines[machine].isClone {
        powerOff(machine)
        continue
      }
      machines[machine].configuration.allows = [
        AllowedUser("ops", as: "backup"), AllowedUser("lab", as: "lab"),
      ]
      setRuns(of: machine, drains: false)
      for work in database.classes { machines[machine].conditions[work.id] = true }
      conditionsChanged(database.classes.map(\.id), on: machine)
    }
  }
}
