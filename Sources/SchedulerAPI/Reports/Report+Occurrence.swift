package import SchedulerCore
import SystemdSyntax

extension Report {
  /// Creates the report of a declaration that the scheduler refuses.
  /// - Parameters:
  ///   - problem: The file, the line where there is one, and what is wrong.
  ///   - hasEarlier: Whether a file has declared the task before.
  package init(refused key: TaskKey, _ problem: String, hasEarlier: Bool) {
    let effect = hasEarlier ? "The file's earlier contents stay in force" : "The task is not declared"
    self.init(.declarationRefused, .key(key), "\(problem). \(effect).")
  }

  /// Creates the report of a thing that happened in the core.
  package init(_ occurrence: Occurrence) {
    switch occurrence {
    case .submitted(let snapshot, let replaced, let reasons):
      self.init(
        replaced ? .replaced : .submitted, .task(snapshot), because: reasons,
        Self.submitted(snapshot.declaredIn, by: snapshot.submitter, replaced: replaced)
          + (reasons.isEmpty ? "" : "; waits: \(Self.text(reasons))")
          + (snapshot.unobserved.map { "; \(UnobservedConditions.warning($0.names, $0.policy))" } ?? "") + "."
      )
    case .cancelled(let task): self.init(.cancelled, Self.waiting(task), "cancelled by its owner.")
    case .withdrawn(let task, let file):
      self.init(.withdrawn, Self.waiting(task, file), "ended, \(file) does not declare it any more.")
    case .held(let task, let reasons):
      self.init(.held, Self.waiting(task), because: reasons, "waits: \(Self.text(reasons)).")
    case .overdue(let task, let lateness, let reasons):
      self.init(
        .overdue, Self.waiting(task), because: reasons,
        Self.text(lateness)
          + (reasons.isEmpty ? "" : "; it waits: \(Self.text(reasons))") + ".")
    case .actionFailed(let task, let cause, let why):
      self.init(
        .actionFailed, Self.waiting(task), "no action for its \(cause.trigger.rawValue): \(why).")
    case .damaged(let task, let reason):
      self.init(
        .damaged, Self.waiting(task), because: [reason],
        "is held: its request is damaged in the state file (\(reason.observed ?? "")). "
          + "Stop bgtaskd and run bgtaskd --recover.")
    case .declarationRefused(let key, let file, let error):
      self.init(refused: key, "\(file): \(SchedulerInterfaceError(error))", hasEarlier: false)

    case .launching(let run, let missedPeriods):
      let missed =
        missedPeriods == 0
        ? "" : ", makes up for \(missedPeriods) missed \(missedPeriods == 1 ? "date" : "dates")"
      self.init(.launching, of: run, "starts (attempt \(run.attempt)\(missed))")
    case .running(let run): self.init(.running, of: run, "is running")
    case .progress(let run):
      self.init(
        .progress, of: run,
        "progress \(run.progress?.completedUnitCount ?? 0) of \(run.progress?.totalUnitCount ?? 0)")
    case .frozen(let run, let reason, let limit):
      self.init(
        .frozen, of: run, "is frozen for at most \(TimeSpanSyntax.format(limit.uSec)): \(reason.summary)")
    case .thawed(let run): self.init(.thawed, of: run, "is thawed and goes on")
    case .expiring(let run, let grace):
      self.init(
        .expiring, of: run,
        "told to stop within \(TimeSpanSyntax.format(grace.uSec)): "
          + (run.stopReason?.summary ?? "no reason"))
    case .killing(let run): self.init(.killing, of: run, "did not stop within its grace and is killed")
    case .ended(let run, let next): self.init(ended: run, next: next)
    case .gaveUp(let run, let attempts): self.init(.gaveUp, of: run, "given up after \(attempts) attempts")
    case .completedTwice(let run):
      self.init(.completedTwice, of: run, "reported its end a second time; the first report counts")
    case .slowLaunch(let run, let application, let took, let usual):
      self.init(
        .slowLaunch, of: run,
        "its handler was called \(TimeSpanSyntax.format(took.uSec)) after its launch, more than twice the "
          + "usual \(TimeSpanSyntax.format(usual.uSec)) of \(application)")

    case .applicationFailing(let uid, let application, let reason, let pause):
      self.init(
        .applicationFailing, .application(uid: uid, name: application), because: [reason],
        "\(application) cannot be started: \(reason.summary); tried again in "
          + "\(TimeSpanSyntax.format(pause.uSec)), then after longer and longer pauses.")
    case .applicationRecovered(let uid, let application, let failures):
      self.init(
        .applicationRecovered, .application(uid: uid, name: application),
        "\(application) has registered, after \(failures) failed starts.")
    case .paused(let pause, let running, let stops):
      self.init(
        .paused, .pause(pause.scope),
        dated: { dates in
          "Paused by user \(pause.author): \(pause.scope.words) not started"
            + (pause.until.map { " before \(dates($0))" } ?? "") + Self.runs(running, stops: stops) + "."
        })
    case .resumed(let pause, let isOver):
      self.init(
        .resumed, .pause(pause.scope),
        "\(isOver ? "The pause is over" : "Resumed"): \(pause.scope.words) started again.")
    case .assertionBegan(let assertion):
      let limit = assertion.limit.map { "has \(TimeSpanSyntax.format($0.uSec)) before the machine goes" }
      self.init(
        .assertionBegan, .assertion(assertion),
        "\(Self.process(of: assertion)) \(limit ?? "is told when the machine goes") (\(assertion.why)).")
    case .assertionExpiring(let assertion, let reason, let grace):
      self.init(
        .assertionExpiring, .assertion(assertion), because: [reason],
        "\(Self.holder(assertion)), is told to end within \(TimeSpanSyntax.format(grace.uSec)): "
          + "\(reason.summary).")
    case .assertionOverstayed(let assertion, let isKilled):
      self.init(
        .assertionOverstayed, .assertion(assertion),
        "\(Self.holder(assertion)), has not ended within its grace and "
          + "\(isKilled ? "is killed" : "is not waited for any more").")
    case .conditions(let snapshot):
      let unmet = snapshot.unmet.map(\.rawValue).joined(separator: ", ")
      self.init(
        .conditions, .conditions(snapshot),
        "Conditions changed; not met: \(unmet.isEmpty ? "none" : unmet).")
    case .departing(let departure, let limit, let stopping):
      let what = departure == .sleep ? "goes to sleep" : "shuts down"
      let told = stopping == 0 ? "nothing has to stop" : "\(stopping) runs are told to stop"
      self.init(
        .departing, .machine,
        "The machine \(what) in \(TimeSpanSyntax.format(limit.uSec)) at most; \(told), nothing is started.")
    case .departureOver(let departure):
      self.init(
        .departureOver, .machine,
        departure == .sleep ? "The machine is back from sleep." : "The machine does not shut down after all.")
    case .storeFailed(let cause):
      self.init(
        .storeFailed, .machine,
        "The state cannot be written: \(cause). Nothing is accepted or started until it can be written.")
    case .storeRecovered: self.init(.storeRecovered, .machine, "The state can be written again.")
    }
  }

  private init(_ kind: ReportKind, of run: Run, _ words: @autoclosure @escaping () -> String) {
    self.init(kind, .run(run), because: run.stopReason.map { [$0] } ?? [], words() + ".")
  }

  private init(ended run: Run, next: WallTime?) {
    // A failed launch is retried many times; only the first failure is worth a notice.
    let isRepeated = run.outcome == .launchFailed && run.attempt > 1
    let isGood = run.outcome == .cancelled || run.success == true
    self.init(
      Self.kind(of: run.outcome), priority: isRepeated ? .debug : isGood ? .info : nil,
      .run(run), because: run.stopReason.map { [$0] } ?? [],
      dated: { dates in
        Self.end(of: run) + (next.map { "; due again \(dates($0))" } ?? "") + "."
      })
  }

  /// Returns the kind of the report of an end.
  private static func kind(of outcome: Outcome?) -> ReportKind {
    switch outcome {
    case .missed: .missed
    case .leaseLost: .leaseLost
    default: .ended
    }
  }

  private static func end(of run: Run) -> String {
    let verb =
      switch run.outcome {
      case .completed: run.success == true ? "completed" : "completed without success"
      case .expired: "expired"
      case .killed: "was killed"
      case .cancelled: "was cancelled"
      case .interrupted: "was interrupted"
      case .launchFailed: "could not be started"
      case .missed, nil: "missed its deadline and is dropped"
      case .leaseLost: "has lost its lease"
      }
    var details: [String] = []
    let status = run.exitStatus.map { String($0) }
    // The reason is the exit status itself.
    let isStatus = status != nil && run.stopReason?.observed == status
    if let status, !isStatus { details.append("exit status \(status)") }
    if let signal = run.signal { details.append(signal) }
    if let reason = run.stopReason { details.append(isStatus ? reason.message : reason.summary) }
    return verb + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
  }

  /// Describes a program that has asked for time, and the purpose of that time.
  private static func holder(_ assertion: Assertion) -> String {
    let limit = assertion.limit.map { "had asked for \(TimeSpanSyntax.format($0.uSec))" }
    return "\(process(of: assertion)), which \(limit ?? "is told when the machine goes") "
      + "(\(assertion.why))"
  }

  private static func process(of assertion: Assertion) -> String {
    "\(assertion.pid.map { "Process \($0)" } ?? "A process") of user \(assertion.uid)"
  }

  private static func waiting(_ task: ScheduledTask, _ file: String? = nil) -> Subject {
    .task(TaskSnapshot(task: task, state: .waiting, declaredIn: file))
  }

  /// - Parameter submitter: The user who has submitted the task for its owner.
  private static func submitted(_ file: String?, by submitter: UInt32?, replaced: Bool) -> String {
    let actor = submitter.map { " by user \($0) for its owner" } ?? ""
    return switch (file, replaced) {
    case (let file?, false): "declared by \(file)"
    case (let file?, true): "declared by \(file), replaces the earlier request"
    case (nil, false): "submitted\(actor)"
    case (nil, true): "submitted again\(actor), replaces the earlier request"
    }
  }

  private static func runs(_ count: Int, stops: Bool) -> String {
    switch (count, stops) {
    case (0, _): ""
    case (1, false): "; 1 run of these tasks goes on"
    case (1, true): "; 1 run of these tasks is told to stop"
    case (_, false): "; \(count) runs of these tasks go on"
    case (_, true): "; \(count) runs of these tasks are told to stop"
    }
  }

  private static func text(_ lateness: Lateness) -> String {
    switch lateness {
    case .deadline: "its deadline passed before it began"
    case .noSuccess(let since): "it has had no success since \(TimestampSyntax.format(since.uSec))"
    }
  }

  private static func text(_ reasons: [Reason]) -> String {
    reasons.map(\.summary).joined(separator: "; ")
  }
}

extension Reason {
  /// The message and what was found, in one line; for a wait for a date, that date.
  fileprivate var summary: String {
    let detail = [.earliestBegin, .backoff].contains(code) ? required : observed
    return detail.map { "\(message) (\($0))" } ?? message
  }
}
