import FleetCore
import SchedulerCore

/// The database's rules about identity, leases, claims and reports.
extension ModelDatabase {
  /// Lets a machine in, or refuses it (rule 6).
  mutating func admit(_ request: ExchangeRequest, at now: Int64) -> Refusal? {
    guard let known = machines[request.machine] else {
      return request.sequence == 1 ? begin(request, at: now) : refusal(.sequence)
    }
    if known.session == request.session {
      let isRepetition = request.sequence == known.sequence
      let follows = request.sequence == known.sequence + 1 && !known.hasLeft
      return isRepetition || follows ? nil : refusal(.sequence)
    }
    guard request.sequence == 1 else { return refusal(.identity) }
    let isOver = known.hasLeft || known.leaseUntil <= now
    if isOver {
      reap(request.machine, at: now)
      return begin(request, at: now)
    }
    guard let mark = request.succeeds, mark.session == known.session,
      mark.sequence == known.sequence || mark.sequence == known.sequence + 1
    else { return refusal(.identity) }
    releaseUnknown(request, at: now)
    return begin(request, at: now)
  }

  private func refusal(_ code: RefusalCode) -> Refusal { Refusal(code: code, message: "refused") }

  private mutating func begin(_ request: ExchangeRequest, at now: Int64) -> Refusal? {
    machines[request.machine] = Machine(session: request.session, sequence: 0, leaseUntil: now + Self.lease)
    return nil
  }

  /// Gives back what the session before held and its successor does not know.
  private mutating func releaseUnknown(_ request: ExchangeRequest, at now: Int64) {
    let known = Set(request.holds + request.reports.map(\.id) + request.releases.map(\.id))
    for index in occurrences.indices
    where occurrences[index].state == .granted && occurrences[index].holder == request.machine {
      let id = GrantID(occurrence: Int64(index), epoch: occurrences[index].epoch)
      if !known.contains(id) { wait(index, .released, at: now) }
    }
  }

  /// Reaps sessions whose lease is over (rule 3).
  mutating func reap(at now: Int64) {
    for name in machines.keys.sorted() {
      guard let machine = machines[name], machine.leaseUntil <= now else { continue }
      reap(name, at: now)
    }
  }

  private mutating func reap(_ machine: String, at now: Int64) {
    for index in occurrences.indices
    where occurrences[index].state == .granted && occurrences[index].holder == machine {
      if occurrences[index].isCancelled {
        end(index, .cancelled, by: machine, at: now)
      } else if occurrences[index].hasBegun, occurrences[index].attempt >= Self.attempts {
        end(index, .leaseLost, by: machine, at: now)
      } else {
        occurrences[index].attempt += 1
        wait(index, .reaped, at: now)
      }
    }
  }

  /// Puts an occurrence back among those that wait.
  private mutating func wait(_ index: Int, _ kind: Line.Kind, at now: Int64) {
    log(index, kind, at: now)
    occurrences[index].state = .waiting
    occurrences[index].hasBegun = false
    changed += 1
    if occurrences[index].isCancelled { end(index, .cancelled, by: "people", at: now) }
  }

  mutating func end(_ index: Int, _ outcome: Outcome, by machine: String, at now: Int64) {
    log(index, .final(outcome), at: now)
    occurrences[index].state = .ended
  }

  private mutating func log(_ index: Int, _ kind: Line.Kind, at now: Int64) {
    let occurrence = occurrences[index]
    log.append(
      Line(
        time: now, id: GrantID(occurrence: occurrence.id, epoch: occurrence.epoch),
        machine: occurrence.holder ?? "", kind: kind))
  }

  /// Takes a report (rule 4). An interrupted or lost run is one attempt.
  mutating func take(_ report: RunReport, from machine: String, at now: Int64) -> ReportResult {
    let index = Int(report.id.occurrence)
    guard occurrences.indices.contains(index) else { return .unknown }
    let occurrence = occurrences[index]
    guard occurrence.epoch == report.id.epoch, occurrence.holder == machine else { return .fenced }
    guard occurrence.state != .ended else { return .countedAlready }
    let mayRetry = report.outcome == .leaseLost || report.outcome == .interrupted
    if mayRetry, occurrence.state == .waiting { return .countedAlready }
    log.append(Line(time: now, id: report.id, machine: machine, kind: .accepted(report.outcome)))
    if mayRetry, occurrence.attempt < Self.attempts, !occurrence.isCancelled {
      occurrences[index].attempt += 1
      wait(index, .released, at: now)
    } else {
      end(index, report.outcome, by: machine, at: now)
    }
    return .accepted
  }

  mutating func take(_ release: GrantRelease, from machine: String, at now: Int64) {
    guard holds(release.id, machine) else { return }
    if release.code == .refused || release.code == .disallowed {
      occurrences[Int(release.id.occurrence)].refusedBy[machine] = now + 60_000_000
    }
    wait(Int(release.id.occurrence), .released, at: now)
  }

  /// Inserts the occurrence of a date, once (rule 8).
  mutating func take(_ date: TaskDate) {
    guard let task = tasks[date.task], task.calendarAfter == date.afterUSec else { return }
    occurrences.append(
      Occurrence(
        id: Int64(occurrences.count), task: task.id, workClass: task.workClass, only: nil,
        due: date.dateUSec))
    tasks[date.task]?.calendarAfter = date.dateUSec < task.calendarEnd ? date.dateUSec : nil
    changed += 1
  }

  /// Grants waiting occurrences, in the order of the machine's wish (rule 7).
  mutating func claim(_ request: ExchangeRequest, at now: Int64) -> [GrantID] {
    guard let claim = request.claim, let machine = machines[request.machine] else { return [] }
    var granted: [GrantID] = []
    for workClass in claim.classes {
      for index in occurrences.indices where granted.count < claim.most {
        let occurrence = occurrences[index]
        guard occurrence.state == .waiting, occurrence.workClass == workClass.value, occurrence.due <= now,
          occurrence.only.map({ $0 == request.machine }) ?? true,
          occurrence.refusedBy[request.machine].map({ $0 <= now }) ?? true, let task = tasks[occurrence.task],
          machine.allows.contains(task.user), hasSlot(task)
        else { continue }
        occurrences[index].state = .granted
        occurrences[index].epoch += 1
        occurrences[index].holder = request.machine
        occurrences[index].hasBegun = false
        log(index, .granted, at: now)
        granted.append(GrantID(occurrence: occurrence.id, epoch: occurrence.epoch + 1))
      }
    }
    return granted
  }

  private func hasSlot(_ task: Task) -> Bool {
    guard task.mode == .everywhere else { return true }
    return occurrences.count { $0.task == task.id && $0.state == .granted } < task.atMost
  }

  mutating func leave(_ machine: String, at now: Int64) {
    for index in occurrences.indices
    where occurrences[index].state == .granted && occurrences[index].holder == machine {
      wait(index, .released, at: now)
    }
    machines[machine]?.hasLeft = true
  }
}
