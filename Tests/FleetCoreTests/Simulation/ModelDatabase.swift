import FleetCore
import SchedulerCore

/// The database as DESIGN.md has it, in memory. Dates are the world's time in microseconds: only this clock
/// decides. Every call is one transaction.
struct ModelDatabase {
  static let lease: Int64 = 60_000_000

  struct Machine {
    var session: String
    var sequence: Int64
    var leaseUntil: Int64
    var hasLeft = false
    var allows: Set<String> = []
    /// What the last exchange granted.
    var lastGrants: [GrantID] = []
  }

  struct Task {
    let id: Int64
    let mode: FleetMode
    let workClass: String
    let user: String
    let atMost: Int
    var calendarAfter: Int64?
    var calendarEnd: Int64 = 0
  }

  struct Occurrence {
    let id: Int64
    let task: Int64
    let workClass: String
    /// The machine that alone may do it (`everywhere`).
    let only: String?
    let due: Int64
    var state = State.waiting
    var epoch: Int64 = 0
    var attempt = 1
    var holder: String?
    var hasBegun = false
    var isCancelled = false
    /// Until when machines that have refused it are not given it again.
    var refusedBy: [String: Int64] = [:]

    enum State { case waiting, granted, ended }
  }

  /// What the checker reads.
  struct Line {
    enum Kind { case granted, accepted(Outcome), final(Outcome), reaped, released }

    let time: Int64
    let id: GrantID
    let machine: String
    let kind: Kind
  }

  var machines: [String: Machine] = [:]
  var tasks: [Int64: Task] = [:]
  var occurrences: [Occurrence] = []
  var classes: [WorkClass] = []
  var log: [Line] = []
  var changed: Int64 = 1
  static let attempts = 3

  // What people do.

  mutating func submit(_ task: Task, at now: Int64, machines names: [String]) {
    tasks[task.id] = task
    switch task.mode {
    case .once: insert(task, only: nil, due: now)
    case .everywhere: for name in names { insert(task, only: name, due: now) }
    case .nightly: break
    }
    changed += 1
  }

  private mutating func insert(_ task: Task, only: String?, due: Int64) {
    occurrences.append(
      Occurrence(
        id: Int64(occurrences.count), task: task.id, workClass: task.workClass, only: only, due: due))
  }

  mutating func cancel(_ id: Int64, at now: Int64) {
    let index = Int(id)
    switch occurrences[index].state {
    case .waiting: end(index, .cancelled, by: "people", at: now)
    case .granted: occurrences[index].isCancelled = true
    case .ended: break
    }
  }

  // An exchange.

  /// - Parameter isBusy: Whether somebody's transactions hold the occurrences with even numbers.
  mutating func exchange(_ request: ExchangeRequest, at now: Int64, isBusy: Bool) -> ExchangeAnswer {
    if let refusal = admit(request, at: now) { return .refused(refusal) }
    reap(at: now)
    var result = ExchangeResult(leaseUSec: Self.lease, nowUSec: now)
    func isHeld(_ id: GrantID) -> Bool { isBusy && request.sequence > 1 && id.occurrence.isMultiple(of: 2) }
    let isRepetition = machines[request.machine]?.sequence == request.sequence
    machines[request.machine]?.sequence = request.sequence
    machines[request.machine]?.leaseUntil = now + Self.lease
    if let allows = request.allows { machines[request.machine]?.allows = Set(allows) }
    let said = request.reports.map(\.id) + request.releases.map(\.id) + request.begun.map(\.id)
    result.isBusy = said.contains(where: isHeld)
    for report in request.reports where !isHeld(report.id) {
      result.reports.append(
        ReportAnswer(id: report.id, result: take(report, from: request.machine, at: now)))
    }
    for release in request.releases where !isHeld(release.id) {
      take(release, from: request.machine, at: now)
    }
    for begin in request.begun where holds(begin.id, request.machine) && !isHeld(begin.id) {
      occurrences[Int(begin.id.occurrence)].hasBegun = true
    }
    for date in request.dates { take(date) }
    if !isRepetition {
      let granted = claim(request, at: now)
      machines[request.machine]?.lastGrants = granted
    }
    result.grants = (machines[request.machine]?.lastGrants ?? []).filter { holds($0, request.machine) }
      .map(grant)
    result.stops = stops(for: request)
    if request.leaving, !result.isBusy { leave(request.machine, at: now) }
    result.changed = changed
    if request.knows != changed { result.classes = classes(at: now) }
    result.due = occurrences.lazy.filter { $0.state == .waiting && $0.due > now }.map { $0.due - now }.min()
    return .accepted(result)
  }

  private func grant(_ id: GrantID) -> Grant {
    let occurrence = occurrences[Int(id.occurrence)]
    let task = tasks[occurrence.task]
    return Grant(
      id: id, task: occurrence.task, identifier: "t\(occurrence.task)", user: task?.user ?? "",
      class: ClassID(occurrence.workClass), mode: task?.mode ?? .once, request: "{}")
  }

  private func stops(for request: ExchangeRequest) -> [GrantStop] {
    var stops = request.holds.filter { !holds($0, request.machine) }
      .map { GrantStop(id: $0, code: .notYours) }
    for occurrence in occurrences
    where occurrence.state == .granted && occurrence.isCancelled && occurrence.holder == request.machine {
      stops.append(
        GrantStop(id: GrantID(occurrence: occurrence.id, epoch: occurrence.epoch), code: .cancelled))
    }
    return stops
  }

  private func classes(at now: Int64) -> [WorkClass] {
    classes.map { work in
      let count = occurrences.count {
        $0.state == .waiting && $0.workClass == work.id.value && $0.due <= now
      }
      let calendar = tasks.values.sorted { $0.id < $1.id }.first {
        $0.workClass == work.id.value && $0.calendarAfter != nil
      }
      return WorkClass(
        id: work.id, group: work.group, user: work.user, requirements: work.requirements,
        waiting: Int64(count),
        calendars: calendar.flatMap { task in
          task.calendarAfter.map {
            [FleetCalendar(task: task.id, expressions: ["*:*"], zone: "UTC", afterUSec: $0)]
          }
        } ?? [])
    }
  }

  func holds(_ id: GrantID, _ machine: String) -> Bool {
    guard occurrences.indices.contains(Int(id.occurrence)) else { return false }
    let occurrence = occurrences[Int(id.occurrence)]
    return occurrence.state == .granted && occurrence.epoch == id.epoch && occurrence.holder == machine
  }
}
