import SchedulerCore

@testable import FleetCore

/// The shell around each agent, its file, and the network.
extension FleetLife {
  mutating func startAgent(_ machine: Int) {
    guard machines[machine].isOn, machines[machine].agent == nil else { return }
    machines[machine].agent = FleetAgent(
      configuration: machines[machine].configuration, seed: random.next())
    machines[machine].isPaused = false
    machines[machine].inbox = []
    machines[machine].isExchangeOver = true
    machines[machine].writing = []
    hand(
      .started(FleetStart(boot: machines[machine].bootName, stored: machines[machine].file)), to: machine)
    queue.add(
      .connect(machine: machine, life: machines[machine].life),
      at: moment(in: 1_000...(chance(80) ? Self.second / 5 : 20 * Self.second)))
  }

  /// Opens a connection to the daemon.
  mutating func connect(_ machine: Int) {
    guard machines[machine].agent != nil, machines[machine].connection == nil else { return }
    guard machines[machine].daemon.isRunning else {
      queue.add(.connect(machine: machine, life: machines[machine].life), at: now + Self.second)
      return
    }
    machines[machine].connections += 1
    machines[machine].connection = machines[machine].connections
    machines[machine].daemon.watched = []
    tell(.daemonBack(machines[machine].daemon.holdings), from: machine)
  }

  /// Sends an event from the daemon to its agent. All take the same time, so they keep their order.
  mutating func tell(_ event: FleetEvent, from machine: Int) {
    guard let connection = machines[machine].connection else { return }
    queue.add(.fromDaemon(machine: machine, connection: connection, event), at: now + 1_000)
  }

  /// Gives the agent an event, or keeps it while the agent is stopped.
  mutating func hand(_ event: FleetEvent, to machine: Int) {
    guard var agent = machines[machine].agent else { return }
    guard !machines[machine].isPaused else { return machines[machine].inbox.append(event) }
    machines[machine].agent = nil
    let directives = agent.handle(event, at: machines[machine].bootTime(now))
    machines[machine].agent = agent
    if directives.isEmpty { return }
    guard !isHealed, Int.random(in: 0..<1000, using: &random) < risk(of: directives) else {
      return carryOut(directives, of: machine)
    }
    let count = Int.random(in: 0...directives.count, using: &random)
    if faults.contains(.agentCrash), chance(50) {
      carryOut(Array(directives.prefix(count)), of: machine)
      crashAgent(machine)
    } else if faults.contains(.agentPause) {
      carryOut(Array(directives.prefix(count)), of: machine)
      pause(machine, rest: Array(directives.dropFirst(count)))
    } else {
      carryOut(directives, of: machine)
    }
  }

  /// Returns how many of a thousand times an agent fails at such a decision: more where order matters.
  private func risk(of directives: [FleetDirective]) -> Int {
    let matters = directives.contains { directive in
      switch directive {
      case .submit, .exchange, .forget: true
      case .persist(let state): state.isDurable
      default: false
      }
    }
    return matters ? 25 : 4
  }

  mutating func pause(_ machine: Int, rest: [FleetDirective] = []) {
    guard machines[machine].agent != nil, !machines[machine].isPaused else { return }
    counts.faults += 1
    machines[machine].isPaused = true
    machines[machine].pausedAt = now
    let isShort = chance(50)
    queue.add(
      .resume(machine: machine, life: machines[machine].life, rest: rest),
      at: moment(in: isShort ? 0...20 * Self.second : 20 * Self.second...100 * Self.second))
  }

  mutating func resume(_ machine: Int, _ life: Int, _ rest: [FleetDirective]) {
    guard machines[machine].life == life, machines[machine].isPaused else { return }
    machines[machine].isPaused = false
    carryOut(rest, of: machine)
    while !machines[machine].inbox.isEmpty, !machines[machine].isPaused, machines[machine].life == life {
      hand(machines[machine].inbox.removeFirst(), to: machine)
    }
  }

  mutating func crashAgent(_ machine: Int) {
    guard machines[machine].agent != nil else { return }
    counts.faults += 1
    // A state that was being written may be on disk.
    for state in machines[machine].writing where chance(50) { land(state, on: machine) }
    dropAgent(machine)
    queue.add(
      .startAgent(machine: machine, life: machines[machine].life),
      at: moment(in: 100_000...(chance(50) ? Self.second : 20 * Self.second)))
  }

  /// Ends the agent with all that it had begun.
  mutating func dropAgent(_ machine: Int) {
    machines[machine].agent = nil
    machines[machine].writing = []
    machines[machine].isPaused = false
    machines[machine].inbox = []
    machines[machine].life += 1
    machines[machine].connection = nil
    machines[machine].daemon.watched = []
  }

  private mutating func carryOut(_ directives: [FleetDirective], of machine: Int) {
    for directive in directives where machines[machine].agent != nil {
      if isTraced { print("    \(Self.names[machine]): \(Notation.line(directive))") }
      switch directive {
      case .persist(let state): write(state, on: machine)
      case .exchange(let request, let limit): exchange(request, limit, of: machine)
      case .look(let watch, let unwatch): ask(.look(watch: watch, unwatch: unwatch), of: machine)
      case .submit(let submission): ask(.submit(submission), of: machine)
      case .renew(let ids, let trust): ask(.renew(ids, trust), of: machine)
      case .stop(let id, let code): ask(.stop(id, code), of: machine)
      case .withdraw(let id): ask(.withdraw(id), of: machine)
      case .forget(let id): ask(.forget(id), of: machine)
      case .computeDates(let calendars, let date): compute(calendars, at: date.uSec, for: machine)
      case .arm(let moment): arm(moment, of: machine)
      case .tell(let notice): note(notice)
      case .exit: leaveAgent(machine)
      }
      if !isHealed, let fatalStep, fatalStep == directive.step, chance(20) { crashAgent(machine) }
    }
  }

  private mutating func ask(_ request: DaemonRequest, of machine: Int) {
    guard machines[machine].connection != nil else { return }
    queue.add(
      .toDaemon(machine: machine, daemon: machines[machine].daemon.life, request), at: now + 1_000)
  }

  private mutating func arm(_ moment: BootTime?, of machine: Int) {
    machines[machine].timers += 1
    guard let moment else { return }
    queue.add(
      .timer(machine: machine, life: machines[machine].life, number: machines[machine].timers),
      at: max(now, machines[machine].worldTime(moment)))
  }

  private mutating func compute(_ calendars: [FleetCalendar], at date: Int64, for machine: Int) {
    if date > now { violations.append("\(machine) takes the database's date for \(date), at \(now)") }
    let minute = 60 * Self.second
    let dates = calendars.map { calendar in
      // Missed dates: one occurrence makes up for all.
      let date = max(calendar.afterUSec + minute, date / minute * minute)
      return TaskDate(
        task: calendar.task, afterUSec: calendar.afterUSec, dateUSec: date, nextUSec: date + minute)
    }
    queue.add(
      .agent(machine: machine, life: machines[machine].life, .datesComputed(dates)), at: now + 2_000)
  }

  private mutating func note(_ notice: FleetNotice) {
    switch notice {
    case .leaseLost: counts.leasesLost += 1
    case .fenced: counts.fenced += 1
    case .refused: counts.refused += 1
    default: break
    }
  }

  private mutating func leaveAgent(_ machine: Int) {
    dropAgent(machine)
    queue.add(
      .startAgent(machine: machine, life: machines[machine].life),
      at: moment(in: Self.second...30 * Self.second))
  }

  // The agent's file.

  private mutating func write(_ state: StoredFleet, on machine: Int) {
    let life = machines[machine].life
    let done = max(machines[machine].diskDone, moment(in: 500...30_000))
    machines[machine].diskDone = done
    if machines[machine].isDiskFull {
      queue.add(.agent(machine: machine, life: life, .notPersisted(cause: "full")), at: done)
    } else {
      machines[machine].writing.append(state)
      queue.add(.written(machine: machine, life: life, revision: state.revision), at: done)
    }
  }

  mutating func written(_ machine: Int, _ life: Int, _ revision: Int64) {
    guard machines[machine].life == life,
      let index = machines[machine].writing.firstIndex(where: { $0.revision == revision })
    else { return }
    land(machines[machine].writing.remove(at: index), on: machine)
    hand(.persisted(revision: revision), to: machine)
  }

  private mutating func land(_ state: StoredFleet, on machine: Int) {
    machines[machine].file = state
    if state.isDurable { machines[machine].durableFile = state }
  }

  // The network.

  private mutating func exchange(_ request: ExchangeRequest, _ limit: TimeSpan, of machine: Int) {
    counts.exchanges += 1
    machines[machine].exchange += 1
    if !machines[machine].isExchangeOver { violations.append("two exchanges under way on \(machine)") }
    machines[machine].isExchangeOver = false
    let (life, number) = (machines[machine].life, machines[machine].exchange)
    let failure: ExchangeFailure
    if isDatabaseAway, chance(60) {
      failure = .unreachable(mayHaveArrived: false, cause: "refused")
      let event = Happening.exchangeOver(machine: machine, life: life, exchange: number, .failed(failure))
      return queue.add(event, at: now + 5_000)
    }
    failure = .unreachable(mayHaveArrived: true, cause: "no answer")
    queue.add(
      .exchangeOver(machine: machine, life: life, exchange: number, .failed(failure)), at: now + limit.uSec)
    let isLost = isDatabaseAway || machines[machine].isCutOff || (strikes(.lostRequest) && chance(8))
    guard !isLost else { return }
    let isLate = strikes(.lateAnswer) && chance(10)
    queue.add(
      .arrival(machine: machine, life: life, exchange: number, request),
      at: moment(in: 500...(isLate ? 15 * Self.second : 60_000)))
  }

  mutating func arrive(_ machine: Int, _ life: Int, _ number: Int, _ request: ExchangeRequest) {
    guard !isDatabaseAway else { return }
    let event: FleetEvent
    if strikes(.conflict), chance(8) {
      event = .failed(.again)
    } else {
      let changed = database.changed
      let answer = database.exchange(request, at: now, isBusy: strikes(.busy) && chance(12))
      let isUnreadable = strikes(.unreadableAnswer) && chance(3)
      event = isUnreadable ? .failed(.unreadable(cause: "not JSON")) : .answered(answer)
      if database.changed != changed { hint() }
    }
    guard !(strikes(.lostAnswer) && chance(8)), !machines[machine].isCutOff else { return }
    let isLate = strikes(.lateAnswer) && chance(25)
    queue.add(
      .exchangeOver(machine: machine, life: life, exchange: number, event),
      at: moment(in: 500...(isLate ? 15 * Self.second : 60_000)))
  }

  /// Tells the agents that there may be work, as NOTIFY does where it is switched on.
  mutating func hint() {
    guard hasHints else { return }
    for machine in machines.indices where machines[machine].agent != nil && !machines[machine].isCutOff {
      queue.add(
        .agent(machine: machine, life: machines[machine].life, .hinted), at: moment(in: 500...100_000))
    }
  }

  mutating func endExchange(_ machine: Int, _ life: Int, _ number: Int, _ event: FleetEvent) {
    guard machines[machine].life == life, machines[machine].exchange == number,
      !machines[machine].isExchangeOver
    else { return }
    machines[machine].isExchangeOver = true
    hand(event, to: machine)
  }

  func strikes(_ fault: Fault) -> Bool { !isHealed && faults.contains(fault) }
}

extension FleetDirective {
  /// The step that a directive is, if an agent may die after it on purpose.
  fileprivate var step: FleetLife.Step? {
    switch self {
    case .persist: .persist
    case .exchange: .exchange
    case .submit: .submit
    case .stop: .stop
    case .withdraw: .withdraw
    case .forget: .forget
    default: nil
    }
  }
}
