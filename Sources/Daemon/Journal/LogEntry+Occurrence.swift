import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

extension LogEntry {
  /// What the journal says of something that happened; nil for what happens too often to be written down.
  /// - Parameter submitted: What was submitted in the same batch.
  init?(_ occurrence: Occurrence, submitted: [TaskID: [UInt8]]) {
    switch occurrence {
    case .submitted(let snapshot, let replaced, let reasons):
      let waits = reasons.isEmpty ? "" : "; waits: \(Self.text(reasons))"
      let label = submitted[snapshot.task.id].flatMap { Wire.TaskRequest.label(in: $0) }
      let name = snapshot.task.request.identifier + (label.map { " (\($0))" } ?? "")
      self.init(
        .info,
        "\(name): \(Self.submitted(snapshot.declaredIn, replaced: replaced))\(waits).",
        messageID: MessageID.submitted,
        fields: Self.fields(snapshot.task, reasons.first)
          + (label.map { [LogField("BGTASK_LABEL", $0)] } ?? []))
    case .cancelled(let task):
      self.init(
        .info, "\(task.request.identifier): cancelled by its owner.", messageID: MessageID.cancelled,
        fields: Self.fields(task, nil))
    case .withdrawn(let task, let file):
      self.init(
        .info, "\(task.request.identifier): ended, \(file) does not ask for it any more.",
        messageID: MessageID.withdrawn, fields: Self.fields(task, nil))
    case .declarationRefused(let key, let file, let error):
      self.init(
        .error,
        "\(file): \(SchedulerInterfaceError(error)). What the file said before stays in force.",
        messageID: MessageID.declarationRefused, fields: Self.fields(key))
    case .launching(let run, let missedPeriods):
      let missed = missedPeriods == 0 ? "" : ", makes up for \(missedPeriods) missed dates"
      self.init(run, .info, "starts (attempt \(run.attempt)\(missed))", MessageID.launching)
    case .running(let run): self.init(run, .debug, "is running", MessageID.running)
    case .progress: return nil
    case .frozen(let run, let reason, let limit):
      self.init(
        run, .notice,
        "stands still, for at most \(TimeSpanSyntax.format(limit.uSec)): \(reason.summary)", MessageID.frozen)
    case .thawed(let run): self.init(run, .notice, "goes on", MessageID.thawed)
    case .expiring(let run, let grace):
      self.init(
        run, .notice,
        "told to stop within \(TimeSpanSyntax.format(grace.uSec)): \(run.stopReason?.summary ?? "no reason")",
        MessageID.expiring)
    case .killing(let run):
      self.init(run, .warning, "did not stop within its grace and is killed", MessageID.killing)
    case .ended(let run, let next): self.init(ended: run, next: next)
    case .applicationFailing(let uid, let application, let reason, let pause):
      self.init(
        .warning,
        "\(application) cannot be started: \(reason.summary); tried again in "
          + "\(TimeSpanSyntax.format(pause.uSec)), then after longer and longer pauses.",
        messageID: MessageID.applicationFailing, fields: Self.fields(application, uid, reason))
    case .applicationRecovered(let uid, let application, let failures):
      self.init(
        .notice, "\(application) has registered, after \(failures) failed starts.",
        messageID: MessageID.applicationRecovered, fields: Self.fields(application, uid, nil))
    case .gaveUp(let run, let attempts):
      self.init(run, .warning, "given up after \(attempts) attempts", MessageID.gaveUp)
    case .damaged(let task, let reason):
      self.init(
        .error,
        "\(task.request.identifier): is held: its request is damaged in the state file "
          + "(\(reason.observed ?? "")). Stop bgtaskd and run bgtaskd --recover.",
        messageID: MessageID.damaged, fields: Self.fields(task, reason))
    case .held(let task, let reasons):
      self.init(
        .info, "\(task.request.identifier): waits: \(Self.text(reasons)).", messageID: MessageID.held,
        fields: Self.fields(task, reasons.first))
    case .overdue(let task, let reasons):
      let waits = reasons.isEmpty ? "" : "; it waits: \(Self.text(reasons))"
      self.init(
        .warning, "\(task.request.identifier): its deadline passed before it began\(waits).",
        messageID: MessageID.overdue, fields: Self.fields(task, reasons.first))
    case .completedTwice(let run):
      self.init(run, .notice, "reported its end a second time; the first counts", MessageID.completedTwice)
    case .conditions(let snapshot):
      let unmet = snapshot.unmet.map(\.rawValue).joined(separator: ", ")
      self.init(
        .debug, "Conditions changed; not met: \(unmet.isEmpty ? "none" : unmet).",
        messageID: MessageID.conditions)
    case .departing(let departure, let limit, let stopping):
      let what = departure == .sleep ? "goes to sleep" : "shuts down"
      let told = stopping == 0 ? "nothing has to stop" : "\(stopping) runs are told to stop"
      self.init(
        .notice,
        "The machine \(what) in \(TimeSpanSyntax.format(limit.uSec)) at most; \(told), nothing is started.",
        messageID: MessageID.departing)
    case .departureOver(let departure):
      self.init(
        .notice,
        departure == .sleep ? "The machine is back from sleep." : "The machine does not shut down after all.",
        messageID: MessageID.departureOver)
    case .storeFailed(let cause):
      self.init(
        .error, "The state cannot be written: \(cause). Nothing is accepted or started until it can.",
        messageID: MessageID.storeFailed)
    case .storeRecovered:
      self.init(.notice, "The state can be written again.", messageID: MessageID.storeRecovered)
    }
  }

  private static func submitted(_ file: String?, replaced: Bool) -> String {
    switch (file, replaced) {
    case (let file?, false): "declared by \(file)"
    case (let file?, true): "declared by \(file), replaces the earlier request"
    case (nil, false): "submitted"
    case (nil, true): "submitted again, replaces the earlier request"
    }
  }

  private static func text(_ reasons: [Reason]) -> String {
    reasons.map(\.summary).joined(separator: "; ")
  }

  /// A line about a problem in a configuration file.
  init(_ problem: SyntaxProblem) {
    self.init(problem.severity == .error ? .error : .warning, problem.description)
  }

  private init(ended run: Run, next: WallTime?) {
    let isMissed = run.outcome == .missed
    // What cannot be started is tried many times; that it could not was said the first time.
    let isRepeated = run.outcome == .launchFailed && run.attempt > 1
    let isGood = run.outcome == .cancelled || run.success == true
    let verb =
      switch run.outcome {
      case .completed: run.success == true ? "completed" : "completed without success"
      case .expired: "expired"
      case .killed: "was killed"
      case .cancelled: "was cancelled"
      case .interrupted: "was interrupted"
      case .launchFailed: "could not be started"
      case .missed, nil: "missed its deadline and is dropped"
      }
    var details: [String] = []
    let status = run.exitStatus.map { String($0) }
    // That reason is the exit status itself.
    let isStatus = status != nil && run.stopReason?.observed == status
    if let status, !isStatus { details.append("exit status \(status)") }
    if let signal = run.signal { details.append(signal) }
    if let reason = run.stopReason { details.append(isStatus ? reason.message : reason.summary) }
    let again = next.map { "; due again \(TimestampSyntax.format($0.uSec))" } ?? ""
    self.init(
      run, isRepeated ? .debug : isGood ? .info : isMissed ? .warning : .notice,
      verb + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))") + again,
      isMissed ? MessageID.missed : MessageID.ended)
  }

  private init(_ run: Run, _ priority: LogPriority, _ text: String, _ messageID: String) {
    self.init(
      priority, "\(run.identifier): \(text).", messageID: messageID,
      fields: Self.fields(run.key, run.kind, run.stopReason) + [LogField("BGTASK_RUN_ID", run.id.text)]
        + (run.outcome.map { [LogField("BGTASK_OUTCOME", $0.rawValue)] } ?? []))
  }

  private static func fields(_ application: String, _ uid: UInt32, _ reason: Reason?) -> [LogField] {
    [LogField("BGTASK_APPLICATION", application), LogField("BGTASK_UID", String(uid))]
      + (reason.map { [LogField("BGTASK_REASON", $0.code.rawValue)] } ?? [])
  }

  private static func fields(_ task: ScheduledTask, _ reason: Reason?) -> [LogField] {
    fields(task.key, task.request.kind, reason)
  }

  private static func fields(_ key: TaskKey, _ kind: Kind, _ reason: Reason?) -> [LogField] {
    fields(key) + [LogField("BGTASK_KIND", kind.rawValue)]
      + (reason.map { [LogField("BGTASK_REASON", $0.code.rawValue)] } ?? [])
  }

  private static func fields(_ key: TaskKey) -> [LogField] {
    [LogField("BGTASK_IDENTIFIER", key.identifier), LogField("BGTASK_UID", String(key.uid))]
  }
}

extension Reason {
  /// The message with what was found, for one line.
  fileprivate var summary: String { observed.map { "\(message) (\($0))" } ?? message }
}
