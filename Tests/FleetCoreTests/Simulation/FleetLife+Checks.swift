import SchedulerCore

@testable import FleetCore

/// The actual begins and ends of processes, which nobody but the checker reads.
struct ProcessLog {
  struct Line {
    let id: GrantID
    let number: Int
    let machine: Int
    let began: Int64
    var ended: Int64?
    /// Whether the process ended by itself.
    var isNatural = false
  }

  var lines: [Line] = []
  private var places: [Int: Int] = [:]

  mutating func begin(_ process: ModelProcess, on machine: Int) {
    places[process.number] = lines.count
    lines.append(Line(id: process.id, number: process.number, machine: machine, began: process.began))
  }

  mutating func end(_ process: ModelProcess, at time: Int64, isNatural: Bool) {
    guard let place = places[process.number] else { return }
    lines[place].ended = time
    lines[place].isNatural = isNatural
  }

  var going: [Line] { lines.filter { $0.ended == nil } }
}

/// What must be so at every begin, and at the end.
extension FleetLife {
  private mutating func fail(_ text: String) {
    violations.append("seed \(seed): \(text), at \(Double(now) / 1e6) s")
  }

  private func text(_ id: GrantID) -> String { "\(id.occurrence).\(id.epoch)" }

  /// Logs a process's begin, which must be the only one of its grant, of its occurrence now, and in its slot.
  mutating func begin(_ process: ModelProcess, on machine: Int) {
    let going = log.going
    if log.lines.contains(where: { $0.id == process.id }) {
      fail("grant \(text(process.id)) runs a second time")
    }
    if let other = going.first(where: { $0.id.occurrence == process.id.occurrence }) {
      fail("runs of \(text(process.id)) and \(text(other.id)) overlap")
    }
    log.begin(process, on: machine)
    let occurrence = database.occurrences[Int(process.id.occurrence)]
    if let task = database.tasks[occurrence.task], task.mode == .everywhere {
      let count = going.count { database.occurrences[Int($0.id.occurrence)].task == task.id } + 1
      if count > task.atMost { fail("\(count) runs of task \(task.id), which may have \(task.atMost)") }
    }
    let here = going.count { $0.machine == machine } + 1
    if here > machines[machine].mostRuns { fail("\(here) runs on machine \(machine)") }
    // A task that was on its way to the daemon may begin until its lease ends.
    if let since = machines[machine].drainingSince, now - since > 60 * Self.second {
      fail("\(text(process.id)) begins on a machine that drains since \(Double(since) / 1e6) s")
    }
  }

  /// Whether nothing is left to do.
  var isDone: Bool {
    database.occurrences.allSatisfy { $0.state == .ended }
      && database.tasks.values.allSatisfy { $0.calendarAfter == nil }
      && machines.allSatisfy { machine in
        machine.isClone
          || (machine.agent?.holdings.isEmpty ?? false) && machine.daemon.tasks.isEmpty
            && machine.daemon.ends.isEmpty && machine.processes.isEmpty
      }
  }

  mutating func judgeTheEnd() {
    if !isDone { failUndone() }
    judgeEpochs()
    judgeEnds()
    counts.ends = database.occurrences.count { $0.state == .ended }
  }

  private mutating func failUndone() {
    for occurrence in database.occurrences where occurrence.state != .ended {
      return fail(
        "occurrence \(occurrence.id) is \(occurrence.state), epoch \(occurrence.epoch), "
          + "of \(occurrence.holder ?? "nobody")")
    }
    for task in database.tasks.values.sorted(by: { $0.id < $1.id }) where task.calendarAfter != nil {
      return fail("task \(task.id) has no further dates")
    }
    for machine in machines where !machine.isClone {
      let grants = machine.agent?.holdings ?? []
      let held = grants.map { "\(text($0.id)) \(Notation.word($0.state))" }
      fail(
        "machine \(machine.index) holds \(held), its daemon "
          + "\(machine.daemon.tasks.keys.map(text)) and ends of \(machine.daemon.endOrder.map(text))")
    }
  }

  /// Every grant has a higher epoch than the one before.
  private mutating func judgeEpochs() {
    var last: [Int64: Int64] = [:]
    for line in database.log {
      guard case .granted = line.kind else { continue }
      if let before = last[line.id.occurrence] {
        counts.regrants += 1
        if before >= line.id.epoch { fail("epoch of \(text(line.id)) does not rise") }
      }
      last[line.id.occurrence] = line.id.epoch
    }
  }

  /// An occurrence ends once, by its last grant; a completion that counts is one of a process, and no
  /// completion of the last grant is passed over.
  private mutating func judgeEnds() {
    var last: [Int64: Int64] = [:]
    var finals: [Int64: (GrantID, Outcome)] = [:]
    for line in database.log {
      switch line.kind {
      case .granted: last[line.id.occurrence] = line.id.epoch
      case .accepted(let outcome):
        if last[line.id.occurrence] != line.id.epoch {
          fail("an end of \(text(line.id)) counts although the epoch is over")
        }
        let isNatural = log.lines.contains { $0.id == line.id && $0.isNatural }
        if outcome == .completed, !isNatural { fail("\(text(line.id)) counts as completed, and did not") }
      case .final(let outcome):
        if finals[line.id.occurrence] != nil { fail("\(text(line.id)) ends twice") }
        finals[line.id.occurrence] = (line.id, outcome)
      case .reaped, .released: break
      }
    }
    guard isDone else { return }
    for line in log.lines where line.isNatural {
      guard let final = finals[line.id.occurrence], final.0 == line.id, !machines[line.machine].isClone
      else { continue }
      if final.1 != .completed, !isExcused(final.1, line) {
        fail("\(text(line.id)) has completed, and counts as \(final.1)")
      }
    }
  }

  /// Returns whether the end was not lost but overtaken: cancelled or given up by people and the database, or
  /// on a machine whose identity a clone had.
  private func isExcused(_ outcome: Outcome, _ line: ProcessLog.Line) -> Bool {
    outcome == .cancelled || outcome == .leaseLost || machines.contains(where: \.isClone)
  }
}
