import SchedulerCore

@testable import FleetCore

/// The daemons, their tasks and processes, and the conditions of their machines.
extension FleetLife {
  mutating func serve(_ request: DaemonRequest, on machine: Int) {
    guard machines[machine].daemon.isRunning else { return }
    switch request {
    case .look(let watch, let unwatch):
      machines[machine].daemon.watched.removeAll { unwatch.contains($0) }
      machines[machine].daemon.watched += watch.map(\.id)
      observe(watch.map(\.id), on: machine)
    case .submit(let submission): submit(submission, on: machine)
    case .renew(let ids, let trust): for id in ids { renew(id, trust, on: machine) }
    case .stop(let id, let code): stop(id, code, on: machine)
    case .withdraw(let id):
      guard machines[machine].daemon.tasks[id]?.process == nil else { return }
      machines[machine].daemon.tasks[id] = nil
      if machines[machine].daemon.ends[id] == nil {
        tell(.gone(id, waitedFor: id.epoch.isMultiple(of: 2) ? "a check" : nil), from: machine)
      }
    case .forget(let id): machines[machine].daemon.forget(id)
    }
  }

  private mutating func submit(_ submission: GrantSubmission, on machine: Int) {
    let id = submission.grant.id
    let daemon = machines[machine].daemon
    guard daemon.tasks[id] == nil, daemon.ends[id] == nil else { return tell(.accepted(id), from: machine) }
    guard isHealed || !chance(2) else { return tell(.refused(id, message: "no"), from: machine) }
    let leaseUntil = machines[machine].worldTime(submission.trust.until)
    machines[machine].daemon.tasks[id] = ModelDaemon.Task(
      workClass: submission.grant.class, boot: machines[machine].boot, leaseUntil: leaseUntil)
    tell(.accepted(id), from: machine)
    queue.add(
      .waitingLease(machine: machine, boot: machines[machine].boot, id), at: max(now, leaseUntil))
    planBegin(of: id, on: machine)
  }

  private mutating func planBegin(of id: GrantID, on machine: Int) {
    let isLate = !isHealed && chance(10)
    queue.add(
      .tryBegin(machine: machine, boot: machines[machine].boot, id),
      at: moment(in: isLate ? 0...50 * Self.second : 5_000...200_000))
  }

  private mutating func renew(_ id: GrantID, _ trust: Trust, on machine: Int) {
    let until = machines[machine].worldTime(trust.until)
    guard let task = machines[machine].daemon.tasks[id], task.leaseUntil < until else { return }
    machines[machine].daemon.tasks[id]?.leaseUntil = until
    if let number = task.process { machines[machine].processes[number]?.leaseUntil = until }
  }

  mutating func tryBegin(_ id: GrantID, on machine: Int, boot: Int) {
    guard machines[machine].boot == boot, machines[machine].daemon.isRunning,
      let task = machines[machine].daemon.tasks[id], task.process == nil, task.leaseUntil > now,
      machines[machine].conditions[task.workClass] == true
    else { return }
    nextProcess += 1
    let isLong = chance(20)
    let process = ModelProcess(
      number: nextProcess, id: id, began: now,
      endsAt: moment(in: isLong ? 40 * Self.second...200 * Self.second : 0...40 * Self.second),
      succeeds: chance(85), leaseUntil: task.leaseUntil)
    machines[machine].daemon.tasks[id]?.process = process.number
    machines[machine].processes[process.number] = process
    counts.runs += 1
    begin(process, on: machine)
    tell(.begun(RunBegin(id: id, runId: "r\(process.number)", startedUSec: now)), from: machine)
    watch(process, on: machine)
  }

  private mutating func watch(_ process: ModelProcess, on machine: Int) {
    queue.add(
      .process(machine: machine, boot: machines[machine].boot, number: process.number),
      at: max(now, process.end))
  }

  mutating func lookAtProcess(_ number: Int, on machine: Int, boot: Int) {
    guard machines[machine].boot == boot, let process = machines[machine].processes[number] else { return }
    guard process.end <= now else { return watch(process, on: machine) }
    machines[machine].processes[number] = nil
    log.end(process, at: now, isNatural: process.endsAt <= now)
    if machines[machine].daemon.isRunning {
      record(process, on: machine)
    } else {
      machines[machine].unseen.append(process)
    }
  }

  private mutating func record(_ process: ModelProcess, on machine: Int) {
    let outcome: Outcome =
      if process.endsAt <= process.end {
        .completed
      } else if process.leaseUntil <= process.end {
        .leaseLost
      } else if let code = process.stopCode {
        code.isCancellation ? .cancelled : .leaseLost
      } else {
        .interrupted
      }
    let report = RunReport(
      id: process.id, outcome: outcome, success: outcome == .completed && process.succeeds,
      runId: "r\(process.number)", startedUSec: process.began, endedUSec: process.end)
    finish(report, on: machine)
  }

  private mutating func finish(_ report: RunReport, on machine: Int) {
    machines[machine].daemon.end(report)
    tell(.ended(report), from: machine)
  }

  private mutating func stop(_ id: GrantID, _ code: StopCode, on machine: Int) {
    let daemon = machines[machine].daemon
    guard let task = daemon.tasks[id] else {
      return tell(daemon.ends[id].map(FleetEvent.ended) ?? .gone(id), from: machine)
    }
    guard let number = task.process, var process = machines[machine].processes[number] else {
      machines[machine].daemon.tasks[id] = nil
      return tell(.gone(id), from: machine)
    }
    guard process.stopsAt == nil else { return }
    // Within its grace, or killed after it, unless the lease ends before.
    process.stopsAt = chance(70) ? moment(in: 1_000...5 * Self.second) : now + 45 * Self.second
    process.stopCode = code
    machines[machine].processes[number] = process
    watch(process, on: machine)
  }

  /// A waiting task that has lost its lease does not begin.
  mutating func lookAtLease(of id: GrantID, on machine: Int, boot: Int) {
    guard machines[machine].boot == boot, machines[machine].daemon.isRunning,
      let task = machines[machine].daemon.tasks[id], task.process == nil
    else { return }
    guard task.leaseUntil <= now else {
      return queue.add(.waitingLease(machine: machine, boot: boot, id), at: task.leaseUntil)
    }
    finish(RunReport(id: id, outcome: .leaseLost, success: false), on: machine)
  }

  mutating func crashDaemon(_ machine: Int) {
    guard machines[machine].isOn, machines[machine].daemon.isRunning else { return }
    counts.faults += 1
    machines[machine].daemon.isRunning = false
    machines[machine].daemon.life += 1
    disconnect(machine)
    queue.add(
      .startDaemon(machine: machine, boot: machines[machine].boot),
      at: moment(in: 100_000...70 * Self.second))
  }

  private mutating func disconnect(_ machine: Int) {
    guard machines[machine].connection != nil else { return }
    machines[machine].connection = nil
    let life = machines[machine].life
    queue.add(.agent(machine: machine, life: life, .daemonLost(cause: "gone")), at: now + 1_000)
    queue.add(.connect(machine: machine, life: life), at: now + Self.second)
  }

  mutating func startDaemon(_ machine: Int, boot: Int) {
    guard machines[machine].isOn, machines[machine].boot == boot, !machines[machine].daemon.isRunning
    else { return }
    machines[machine].daemon.isRunning = true
    let unseen = machines[machine].unseen
    machines[machine].unseen = []
    for process in unseen { record(process, on: machine) }
    for id in machines[machine].daemon.tasks.keys.sorted() { takeOver(id, on: machine) }
  }

  private mutating func takeOver(_ id: GrantID, on machine: Int) {
    guard let task = machines[machine].daemon.tasks[id] else { return }
    if let number = task.process, machines[machine].processes[number] == nil {
      finish(
        RunReport(id: id, outcome: .interrupted, success: false, runId: "r\(number)"), on: machine)
    } else if task.process == nil {
      if task.boot != machines[machine].boot || task.leaseUntil <= now {
        finish(RunReport(id: id, outcome: .leaseLost, success: false), on: machine)
      } else {
        queue.add(
          .waitingLease(machine: machine, boot: machines[machine].boot, id), at: task.leaseUntil)
        planBegin(of: id, on: machine)
      }
    }
  }

  // Conditions.

  mutating func changeConditions(of machine: Int) {
    guard !isHealed else { return }
    queue.add(.conditions(machine: machine), at: moment(in: 5 * Self.second...90 * Self.second))
    guard let work = database.classes.randomElement(using: &random) else { return }
    machines[machine].conditions[work.id] = chance(65)
    conditionsChanged([work.id], on: machine)
  }

  mutating func conditionsChanged(_ ids: [ClassID], on machine: Int) {
    observe(ids, on: machine)
    for id in machines[machine].daemon.tasks.keys.sorted() { planBegin(of: id, on: machine) }
  }

  private mutating func observe(_ ids: [ClassID], on machine: Int) {
    guard machines[machine].daemon.isRunning else { return }
    let watched = ids.filter { machines[machine].daemon.watched.contains($0) }
    let observations = watched.map { id in
      let holds = machines[machine].conditions[id] == true
      return ClassObservation(
        ClassVerdict(class: id, verdict: holds ? .holds : .lacks, code: holds ? "" : "idle"),
        standing: Standing(isOnMains: chance(50), idle: .minutes(30)))
    }
    if !observations.isEmpty { tell(.observed(observations), from: machine) }
  }
}
