import SchedulerAPI
import SchedulerCore
import Varlink

/// Follows a task that was just submitted to its end: past attempts that are tried again, not past the first
/// date of a repeating task.
struct SubmissionWait {
  static let option = OptionSpecification.flag(
    "wait", short: "w", "Wait for the end, and exit with the program's own status")

  private let invocation: Invocation
  private let daemon: DaemonConnection
  private let events: DaemonConnection

  /// - Parameter daemon: The connection on which the task is submitted.
  private init(_ invocation: Invocation, _ daemon: DaemonConnection) throws(Failure) {
    (self.invocation, self.daemon) = (invocation, daemon)
    events = try invocation.connectForEvents()
  }

  /// Submits the task, and follows it where the command line asks to.
  /// - Parameter submit: Submits, and returns which of the identifier's events are the task's.
  /// - Returns: With the option, the exit status of the program.
  static func run(
    _ identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation,
    submitting submit: @escaping () throws(Failure) -> SubmittedWork
  ) throws(Failure) -> ExitStatus {
    guard invocation.line.flag("wait") else {
      _ = try submit()
      return .success
    }
    return try SubmissionWait(invocation, daemon).follow(identifier, submitting: submit)
  }

  /// - Returns: The exit status of the program; ``ExitStatus/no`` where it has none and has not succeeded.
  private func follow(
    _ identifier: String, submitting submit: @escaping () throws(Failure) -> SubmittedWork
  ) throws(Failure) -> ExitStatus {
    var status: ExitStatus?
    var work: SubmittedWork?
    var live = invocation.context.canMoveCursor && !invocation.wantsJSON ? LiveRunLine(invocation) : nil
    defer { live?.end() }
    func begin() throws(Failure) -> DaemonConnection.Pause {
      guard work == nil else { return live?.draw() ?? .endless }
      work = try submit()
      if let failure = invocation.console.finish() { throw failure }
      return .endless
    }
    try events.stream(SchedulerMethod.Watch.self, .init(identifierPrefix: identifier), whenIdle: begin) {
      event, _ throws(Failure) in
      switch work?.take(event) ?? .foreign {
      case .foreign: return true
      case .own: break
      case .edited: tellEdited(identifier)
      case .replaced: throw replaced(identifier, afterRun: work?.hasRun == true)
      }
      live?.take(event)
      status = try take(event)
      if let failure = invocation.console.finish() { throw failure }
      return status == nil
    }
    return status ?? .no
  }

  /// - Returns: The exit status of the work; nil while it has not ended.
  private func take(_ event: SchedulerMethod.Watch.Reply) throws(Failure) -> ExitStatus? {
    if let run = event.run {
      switch ReportKind(event: event.event) {
      case .launching:
        tell("Run \(run.runId) begins" + (run.attempt > 1 ? ", attempt \(run.attempt)." : "."))
      case .ended, .missed: return try take(endOf: run)
      default: break
      }
    } else if let task = event.task {
      switch ReportKind(event: event.event) {
      case .cancelled, .withdrawn:
        tell("It was cancelled before it \(task.attempt > 1 ? "was tried again" : "began").")
        return .no
      case .held: if let reason = task.reason { tell("It waits: \(reason.message).") }
      default: break
      }
    }
    return nil
  }

  private func take(endOf run: Wire.Run) throws(Failure) -> ExitStatus? {
    let result = RunResult(run)
    let took = RunTable.took(run, now: invocation.now)
    if try isTriedAgain(run) {
      tell("It \(result.predicate), and is tried again.")
      tellWords(ofTransfer: run)
      return nil
    }
    if !invocation.wroteJSON(run.json) {
      let words = invocation.console.styled(result.predicate, result.style)
      let time = took.isEmpty || run.outcome == .missed ? "" : ", after \(took)"
      invocation.console.print("It \(words)\(time).")
      tellWords(ofTransfer: run)
    }
    if run.hasSucceeded { return .success }
    return run.exitStatus.flatMap { $0 == 0 ? nil : ExitStatus(rawValue: $0) } ?? .no
  }

  /// Says on standard error that the request is another one now, which does the same work.
  private func tellEdited(_ identifier: String) {
    guard !invocation.wantsJSON else { return }
    let line =
      "bgtaskctl: \(SafeText.inline(identifier)) was replaced by a request for the same work, with other "
      + "dates or conditions perhaps; the wait goes on for that"
    for part in TextWrap.sentence(line, width: invocation.console.errors.width) {
      invocation.console.printError(part + "\n")
    }
  }

  /// Returns the failure of work whose place another request took.
  private func replaced(_ identifier: String, afterRun hasRun: Bool) -> Failure {
    Failure(
      .no, name: "Replaced",
      message: hasRun
        ? "\(identifier) was replaced by a request for other work before it was tried again"
        : "\(identifier) was replaced by a request for other work before it began: nothing of it ran",
      next: "bgtaskctl show \(identifier) shows the other request; submit yours under another identifier")
  }

  /// Prints the last words of a transfer's program, which say how it went.
  private func tellWords(ofTransfer run: Wire.Run) {
    guard run.kind == .transfer, !invocation.wantsJSON, let words = run.progress?.subtitle else { return }
    invocation.console.printSentence("\(SafeText.inline(words)).")
  }

  /// Returns whether another attempt follows, or has followed: it may be over already.
  private func isTriedAgain(_ run: Wire.Run) throws(Failure) -> Bool {
    do throws(Failure) {
      let task = try daemon.call(SchedulerMethod.Get.self, .init(identifier: run.identifier)).reply.task
      return task.attempt > run.attempt
    } catch {
      guard error.isNoSuchTask else { throw error }
    }
    let last = try daemon.history(.init(identifier: run.identifier, limit: 1)).first
    return last.map { $0.attempt > run.attempt && $0.startedUSec >= run.startedUSec } ?? false
  }

  private func tell(_ line: String) {
    guard !invocation.wantsJSON else { return }
    invocation.console.print(invocation.console.styled(SafeText.inline(line), .dim))
  }
}
