import SchedulerCore

@testable import FleetCore

/// Directives in one line each, with everything that they carry but sentences for people. Moments are seconds
/// after the boot.
enum Notation {
  static func line(_ directive: FleetDirective) -> String {
    switch directive {
    case .persist(let state):
      "persist \(list(state.grants.map(text)))\(state.isDurable ? "" : " loosely")"
    case .exchange(let request, _): "exchange \(text(request))"
    case .look(let watch, let unwatch):
      "look \(list(watch.map(\.id.value)))\(unwatch.isEmpty ? "" : " not \(list(unwatch.map(\.value)))")"
    case .submit(let submission):
      "submit \(text(submission.grant.id)) as \(submission.localUser) until \(text(submission.trust.until))"
        + (submission.timeLeft.map { " within \(Double($0.uSec) / 1e6)" } ?? "")
    case .renew(let ids, let trust): "renew \(list(ids.map(text))) until \(text(trust.until))"
    case .stop(let id, let code): "stop \(text(id)) \(code.rawValue)"
    case .withdraw(let id): "withdraw \(text(id))"
    case .forget(let id): "forget \(text(id))"
    case .computeDates(let calendars, let date):
      "compute dates of \(list(calendars.map { "\($0.task)" })) at \(Double(date.uSec) / 1e6)"
    case .arm(let moment): "arm \(moment.map(text) ?? "nothing")"
    case .tell(let notice): "tell \(text(notice))"
    case .exit: "exit"
    }
  }

  /// The states of grants, without what they carry.
  enum GrantState { case granted, submitted, waiting, running, stopping, ended, released, unknown }

  static func word(_ state: Holding.State) -> GrantState {
    switch state {
    case .granted: .granted
    case .unsure: .unknown
    case .submitted(_, let isAccepted): isAccepted ? .waiting : .submitted
    case .withdrawing, .stopping: .stopping
    case .running: .running
    case .ended: .ended
    case .released: .released
    }
  }

  static func text(_ id: GrantID) -> String { "\(id.occurrence).\(id.epoch)" }

  private static func text(_ moment: BootTime) -> String { "\(Double(moment.uSec) / 1e6)" }

  private static func text(_ grant: StoredGrant) -> String {
    let state =
      grant.end.map { " ended \($0.outcome)" } ?? grant.release.map { " released \($0.code)" }
      ?? (grant.begin == nil ? "" : " begun")
    return text(grant.id) + state
  }

  /// The exchange's sequence, and what is not empty.
  private static func text(_ request: ExchangeRequest) -> String {
    var words = ["\(request.sequence)"]
    if let mark = request.succeeds { words.append("succeeds \(mark.sequence)") }
    if request.leaving { words.append("leaving") }
    if request.draining { words.append("draining") }
    if let allows = request.allows { words.append("allows \(list(allows))") }
    if !request.holds.isEmpty { words.append("holds \(list(request.holds.map(text)))") }
    words += request.reports.map { "reports \(text($0.id)) \($0.outcome)" }
    words += request.releases.map { "releases \(text($0.id)) \($0.code)" }
    words += request.begun.map { "begun \(text($0.id))" }
    words += request.verdicts.map { "\($0.class.value) \($0.verdict)" }
    words += request.dates.map { "date \($0.dateUSec) of \($0.task)" }
    if let claim = request.claim {
      words.append("claims \(claim.most) of \(list(claim.classes.map(\.value)))")
    }
    return words.joined(separator: ", ")
  }

  private static func text(_ notice: FleetNotice) -> String {
    switch notice {
    case .refused(let refusal): "refused \(refusal.code)"
    case .databaseAway(let since, _): "database away since \(text(since))"
    case .databaseBack: "database back"
    case .daemonAway: "daemon away"
    case .daemonBack: "daemon back"
    case .leaseLost(let grants): "lease lost with \(grants)"
    case .disallowed(let user): "disallowed \(user)"
    case .fenced(let id): "fenced \(text(id))"
    case .unknownTask(let id): "unknown task \(text(id))"
    case .taskRefused(let identifier, _, _): "task refused \(identifier)"
    case .grantUnreadable(let grant): "unreadable \(text(grant.id))"
    case .storeFailed: "store failed"
    case .storeWorks: "store works"
    case .tooManyClasses(let followed): "more than \(followed) classes"
    }
  }

  private static func list(_ words: [String]) -> String { "[\(words.joined(separator: " "))]" }
}

extension BootTime {
  static func at(_ seconds: Double) -> BootTime { BootTime(uSec: Int64((seconds * 1e6).rounded())) }
}

extension GrantID {
  static func of(_ occurrence: Int64, _ epoch: Int64 = 1) -> GrantID {
    GrantID(occurrence: occurrence, epoch: epoch)
  }
}

extension FleetConfiguration {
  /// A machine that runs tasks of `ops` as `backup`.
  static func plain(mostRuns: Int = 2, allows: [AllowedUser] = [AllowedUser("ops", as: "backup")])
    -> FleetConfiguration
  {
    FleetConfiguration(machine: "m1", name: "host", groups: ["lab"], allows: allows, mostRuns: mostRuns)
  }
}

extension WorkClass {
  static func named(
    _ name: String, user: String = "ops", group: String = "lab", waiting: Int64 = 1,
    calendar: FleetCalendar? = nil
  ) -> WorkClass {
    WorkClass(
      id: ClassID(name), group: group, user: user, requirements: "idle", waiting: waiting,
      calendars: calendar.map { [$0] } ?? [])
  }
}

extension Grant {
  static func of(_ id: GrantID, class name: String = "c", user: String = "ops") -> Grant {
    Grant(
      id: id, task: id.occurrence, identifier: "org.example.t\(id.occurrence)", user: user,
      class: ClassID(name), mode: .once, request: "{}")
  }
}

extension RunBegin {
  static func of(_ id: GrantID) -> RunBegin { RunBegin(id: id, runId: "r\(id.occurrence)", startedUSec: 1) }
}

extension RunReport {
  static func of(_ id: GrantID, _ outcome: Outcome = .completed) -> RunReport {
    RunReport(id: id, outcome: outcome, success: outcome == .completed, exitStatus: 0, runId: "r")
  }
}
