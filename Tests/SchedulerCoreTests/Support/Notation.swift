@testable import SchedulerCore

/// Changes and directives in one line each, with everything that they carry but messages for people. Dates
/// and points are seconds after the test's beginning; runs, applications' processes and registrations are
/// numbered as they turn up.
struct Notation {
  private(set) var runs: [RunID] = []
  private(set) var processes: [RunID] = []
  private(set) var registrations: [String] = []
  private(set) var checks: [RunID] = []
  private(set) var looks: [RunID] = []
  private(set) var checkTexts: [String] = []

  /// The changes, and then what is done once they are on disk.
  mutating func lines(_ decision: Decision) -> [String] {
    decision.changes.compactMap { line($0) } + decision.directives.map { line($0) }
  }

  /// Returns the line of a change; `nil` of records of windows and of past work, which most tests are not
  /// about.
  private mutating func line(_ change: StoreChange) -> String? {
    switch change {
    case .putTask(let task, let payload):
      "put \(text(task))\(details(task))\(payload == nil ? "" : " with payload")"
    case .deleteTask(let id): "delete \(id.value)"
    case .putDeclaration(let record): "put declaration \(text(record))"
    case .deleteDeclaration(let task): "delete declaration \(task.value)"
    case .putUse(let record): "put use \(text(record))"
    case .deleteUse: "delete use"
    case .putPause(let pause): "put pause \(text(pause))"
    case .deletePause: "delete pause"
    case .record(let change):
      "record \(change.content.name) \(change.content.text ?? "unknown") from \(text(change.time))"
    case .forgetRecord: "forget record"
    case .deleteWaiting(let uid, let name): "delete what waits of user \(uid) \(name ?? "")"
    case .putWindows, .putWork, .deleteWork: nil
    case .putEnd(let record): "put end of \(record.key.identifier)"
    case .deleteEnd(let id): "delete end \(id)"
    case .putRun(let run): "put \(text(run))\(details(run))"
    }
  }

  private mutating func line(_ directive: Directive) -> String {
    switch directive {
    case .reply(_, let reply): "reply \(text(reply))"
    case .answer(let id, let answer):
      "answer \(id.value) \(answer.holds ? "holds" : "does not")"
        + (answer.forecast.map { " before \(text($0))" } ?? "")
    case .launch(let launch): "launch \(text(launch))"
    case .start(let start): "start \(name(start)) \(text(start.application, start.uid))"
    case .deliver(let launch, let connection): "deliver \(text(launch)) to c\(connection.value)"
    case .warn(let run, let connection, let reason, let grace):
      "warn \(name(run)) \(reason.code) in \(text(grace)) on c\(connection.value)"
    case .warnAssertion(let connection, let reason, let grace):
      "warn c\(connection.value) \(reason.code) in \(text(grace))"
    case .relieveAssertion(let connection, let remaining, let grace):
      "relieve c\(connection.value)\(remaining.map { " for \(text($0))" } ?? "") and \(text(grace))"
    case .dropAssertion(let connection): "drop c\(connection.value)"
    case .guardLease(let run, let until, let grace):
      "guard \(name(run)) until \(text(until - .at(0))) in \(text(grace))"
    case .freeze(let run): "freeze \(name(run))"
    case .thaw(let run): "thaw \(name(run))"
    case .expire(let run, let reason, let grace): "expire \(name(run)) \(reason.code) in \(text(grace))"
    case .kill(let run): "kill \(name(run))"
    case .check(let request):
      "\(name(request)) \(request.check.text) as \(request.check.uid ?? 0) in \(text(request.limit))"
    case .look(let look):
      "\(name(look)) \(look.paths.joined(separator: ", ")) as \(look.uid) in \(text(look.limit))"
    case .unwatch(let id): "unwatch \(number(look: id))"
    case .arm(let wakeUp): "arm" + text(wakeUp)
    case .report(let occurrence): "report \(text(occurrence))"
    case .releaseDelay: "release"
    case .preventSleep(let isWanted): isWanted ? "prevent sleep" : "allow sleep"
    case .readyToExit: "ready to exit"
    case .goOn: "go on"
    }
  }

  private mutating func text(_ occurrence: Occurrence) -> String {
    switch occurrence {
    case .submitted(let snapshot, let replaced, let reasons):
      "submitted \(text(snapshot))\(replaced ? " replacing" : "")\(text(reasons))"
    case .cancelled(let task): "cancelled \(text(task))"
    case .withdrawn(let task, let file): "withdrawn \(text(task)) of \(file)"
    case .declarationRefused(let key, let file, let error):
      "refused declaration \(key.text) of \(file) \(text(error))"
    case .launching(let run, let missed): "launching \(name(run.id))\(missed == 0 ? "" : " missed \(missed)")"
    case .running(let run): "running \(name(run.id))"
    case .progress(let run): "progress \(name(run.id))\(details(run))"
    case .frozen(let run, let reason, let limit):
      "frozen \(name(run.id)) because \(reason.code) at most \(text(limit))"
    case .thawed(let run): "thawed \(name(run.id))"
    case .expiring(let run, let grace): "expiring \(name(run.id))\(details(run)) in \(text(grace))"
    case .killing(let run): "killing \(name(run.id))"
    case .ended(let run, let next):
      "ended \(name(run.id)) \(run.outcome.map(\.rawValue) ?? "not at all")"
        + (next.map { " next \(text($0))" } ?? "")
    case .applicationFailing(let uid, let application, let reason, let pause):
      "failing \(text(application, uid)) \(reason.code) pause \(text(pause))"
    case .applicationRecovered(let uid, let application, let failures):
      "recovered \(text(application, uid)) after \(failures)"
    case .gaveUp(let run, let attempts): "gave up \(name(run.id)) after \(attempts)"
    case .damaged(let task, let reason): "damaged \(text(task)): \(reason.observed ?? "")"
    case .held(let task, let reasons): "held \(text(task))\(text(reasons))"
    case .overdue(let task, .deadline, let reasons): "overdue \(text(task))\(text(reasons))"
    case .overdue(let task, .noSuccess(let since), let reasons):
      "overdue \(text(task)) without success since \(text(since))\(text(reasons))"
    case .actionFailed(let task, let cause, _): "no action \(cause.trigger) of \(text(task))"
    case .completedTwice(let run): "completed twice \(name(run.id))"
    case .slowLaunch(let run, let application, let took, let usual):
      "slow launch \(name(run.id)) of \(application) in \(text(took)), usually \(text(usual))"
    case .conditions(let snapshot): "conditions\(text(snapshot))"
    case .departing(let departure, let limit, let stopping):
      "departing to \(departure) in \(text(limit)) stopping \(stopping)"
    case .departureOver(let departure): "\(departure) is over"
    case .paused(let pause, let running, let stops):
      "paused \(text(pause)) with \(running) \(stops ? "to stop" : "running")"
    case .resumed(let pause, let isOver): "\(isOver ? "over" : "resumed"): \(text(pause))"
    case .assertionBegan(let assertion): "began(\(assertion.why))"
    case .assertionExpiring(let assertion, let reason, let grace):
      "time of c\(assertion.connection.value) is over \(reason.code) in \(text(grace))"
    case .assertionOverstayed(let assertion, let isKilled):
      "c\(assertion.connection.value) has overstayed\(isKilled ? " and is killed" : "")"
    case .storeFailed(let cause): "store failed: \(cause)"
    case .storeRecovered: "store recovered"
    }
  }

  private mutating func text(_ reply: Reply) -> String {
    switch reply {
    case .submitted(let snapshot): "submitted \(text(snapshot))"
    case .batch(let results):
      results.map { result in
        switch result {
        case .success(let snapshot): text(snapshot)
        case .failure(let error): text(error)
        }
      }.joined(separator: ", ")
    case .done: "done"
    case .cancelled(let count): "cancelled \(count)"
    case .cancelledDeclared(let file): "cancelled, declared in \(file)"
    case .paused(let pause, let running): "paused \(text(pause)) with \(running)"
    case .resumed(let pauses): "resumed \(pauses.map { text($0) }.joined(separator: ", "))"
    case .launched(let run): "launched \(name(run))"
    case .registered(let name, let application): "registered \(number(name)) \(application)"
    case .conditions(let snapshot): "conditions\(text(snapshot))"
    case .asserting(let remaining, let grace, let reason):
      "asserting\(remaining.map { " for \(text($0))" } ?? "") and \(text(grace))"
        + (reason.map { " in spite of \($0.code)" } ?? "")
    case .failed(let error): text(error)
    }
  }

  private mutating func text(_ error: SchedulerError) -> String {
    switch error {
    case .notPermitted(let identifier, _): "notPermitted \(identifier)"
    case .tooManyPendingTaskRequests(let identifier, let limit): "tooMany \(identifier) limit \(limit)"
    case .unavailable: "unavailable"
    case .immediateRunIneligible(let identifier, _): "immediateRunIneligible \(identifier)"
    case .invalidRequest(let field, _): "invalid \(field)"
    case .noSuchTask(let identifier): "noSuchTask \(identifier)"
    case .noSuchRun(let run): "noSuchRun \(name(run))"
    case .alreadyPending(let identifier): "alreadyPending \(identifier)"
    case .permissionDenied: "permissionDenied"
    case .simulationDisabled: "simulationDisabled"
    }
  }

  private func text(_ snapshot: ConditionsSnapshot) -> String {
    list(" unmet", snapshot.unmet.map(\.rawValue)) + list(" simulated", snapshot.simulated.map(\.rawValue))
  }

  private func text(_ snapshot: TaskSnapshot) -> String { "\(text(snapshot.task)) \(snapshot.state)" }

  private func text(_ task: ScheduledTask) -> String { "\(task.id.value) \(task.key.text)" }

  private mutating func text(_ run: Run) -> String { "\(name(run.id)) \(run.key.text)" }

  private func text(_ record: DeclarationRecord) -> String {
    let state = record.state == .active ? "" : " \(record.state)"
    return "\(record.task.value) \(record.key.text) of \(record.file)\(state)"
  }

  private func text(_ record: ApplicationUseRecord) -> String {
    var words = [text(record.application, record.uid)]
    if let date = record.lastRefresh { words.append("refreshed \(text(date))") }
    if let date = record.lastProcessing { words.append("processed \(text(date))") }
    if record.debt > .zero { words.append("owes \(text(record.debt)) at \(text(record.debtAt))") }
    return words.joined(separator: " ")
  }

  private func text(_ pause: Pause) -> String {
    var words = [pause.scope.uid.map { "\($0)" } ?? "all"]
    if let kind = pause.scope.kind { words.append(kind.rawValue) }
    if let identifiers = pause.scope.identifiers { words.append(identifiers) }
    if let until = pause.until { words.append("until \(text(until))") }
    return words.joined(separator: " ")
  }

  private func text(_ reasons: [Reason]) -> String { list(" waits for", reasons.map(\.code.rawValue)) }

  private mutating func details(_ task: ScheduledTask) -> String {
    var words: [String] = []
    if let date = task.request.earliestBegin { words.append("from \(text(date))") }
    if let date = task.request.deadline { words.append("until \(text(date))") }
    if task.attempt != 1 { words.append("attempt \(task.attempt)") }
    if task.excusedAttempts != 0 { words.append("excused \(task.excusedAttempts)") }
    if let date = task.retryNotBefore { words.append("not before \(text(date))") }
    if task.recurrence != 0 { words.append("period \(task.recurrence)") }
    if task.isOverdue { words.append("overdue") }
    if let since = task.withoutSuccessSince { words.append("without success since \(text(since))") }
    if task.lacksSuccess { words.append("lacks success") }
    if let lease = task.lease { words.append("trusted until \(text(lease.until - .at(0)))") }
    if let cause = task.cause {
      words.append("caused by \(cause.chain.joined(separator: " then "))")
      if let run = cause.runID { words.append("in its \(name(run))") }
    }
    if let date = task.calledFor { words.append("instead of \(text(date))") }
    if let run = task.runID { words.append("in \(name(run))") }
    return words.map { " " + $0 }.joined()
  }

  private func details(_ run: Run) -> String {
    var words: [String] = []
    if run.attempt != 1 { words.append("attempt \(run.attempt)") }
    if let outcome = run.outcome { words.append(outcome.rawValue) }
    if let success = run.success { words.append(success ? "success" : "failure") }
    if let status = run.exitStatus { words.append("exit \(status)") }
    if let signal = run.signal { words.append(signal) }
    if let reason = run.stopReason { words.append("because \(reason.code)") }
    if let progress = run.progress {
      words.append("\(progress.completedUnitCount)/\(progress.totalUnitCount)")
    }
    if let handled = run.milestones.handled { words.append("handled in \(text(handled))") }
    if let ended = run.ended {
      words.append("\(text(run.started))…\(text(ended))")
      // By the clock that is never set, where that says something else.
      if let length = run.length, length != ended - run.started { words.append("for \(text(length))") }
    }
    return words.map { " " + $0 }.joined()
  }

  private func text(_ wakeUp: WakeUp) -> String {
    let date = wakeUp.wall.map { " date \(text($0))" } ?? ""
    let point = wakeUp.monotonic.map { " point \(text($0 - .at(0)))" } ?? ""
    let leeway = wakeUp.leeway == .zero ? "" : " or \(text(wakeUp.leeway)) later"
    return wakeUp == WakeUp() ? " never" : date + point + leeway
  }

  private func text(_ date: WallTime) -> String { text(date - .at(0)) }

  private func text(_ length: TimeSpan) -> String {
    let seconds = Double(length.uSec) / 1_000_000
    return seconds == seconds.rounded() ? "\(Int64(seconds))s" : "\(seconds)s"
  }

  private func list(_ title: String, _ words: [String]) -> String {
    words.isEmpty ? "" : "\(title) \(words.joined(separator: " "))"
  }

  private mutating func text(_ launch: Launch) -> String {
    "\(text(launch.run)) for \(text(launch.limit)) and \(text(launch.grace))"
  }

  private func text(_ application: String, _ uid: UInt32) -> String {
    TaskKey(uid: uid, identifier: application).text
  }

  private mutating func name(_ start: ApplicationStart) -> String {
    processes.append(start.process)
    return name(start.process)
  }

  private mutating func name(_ request: CheckRequest) -> String {
    checks.append(request.id)
    checkTexts.append(request.check.text)
    return "check \(checks.count):"
  }

  private mutating func name(_ look: PathLook) -> String {
    looks.append(look.id)
    return "look \(number(look: look.id)):"
  }

  private func number(look id: RunID) -> Int { looks.firstIndex(of: id).map { $0 + 1 } ?? 0 }

  private mutating func number(_ registration: String) -> String {
    if !registrations.contains(registration) { registrations.append(registration) }
    return "r\(registrations.firstIndex(of: registration).map { $0 + 1 } ?? 0)"
  }

  private mutating func name(_ run: RunID) -> String {
    if let process = processes.firstIndex(of: run) { return "p\(process + 1)" }
    if !runs.contains(run) { runs.append(run) }
    return "#\(runs.firstIndex(of: run).map { $0 + 1 } ?? 0)"
  }
}

/// Lines as ``Notation`` writes them.
extension [String] {
  /// Those that tell of changes.
  var changes: [String] { filter { Self.isChange($0) } }

  /// Those that tell what is done then.
  var directives: [String] { filter { !Self.isChange($0) } }

  private static func isChange(_ line: String) -> Bool {
    line.hasPrefix("put ") || line.hasPrefix("delete ")
  }
}

extension TaskKey {
  /// The identifier, with the user when it is not the usual one.
  fileprivate var text: String { uid == 1000 ? identifier : "\(identifier)@\(uid)" }
}
