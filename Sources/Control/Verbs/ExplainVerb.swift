import SchedulerAPI
import SchedulerCore

enum ExplainVerb {
  static let specification = VerbSpecification(
    name: "explain", group: .common, summary: "Say why a task is not running now: every reason",
    operandUsage: "ID",
    operands: .words(1...1, .identifiers),
    options: [
      .flag("quiet", short: "q", "Say nothing; exit with 0 when it can proceed, 1 when it waits or is over")
    ],
    examples: ["explain org.example.backup", "explain --quiet org.example.backup && echo soon"], run: run)

  private static func run(_ invocation: Invocation) throws(Failure) -> ExitStatus {
    let identifier = invocation.line.operands[0]
    let daemon = try invocation.connect()
    let reply: SchedulerMethod.Explain.Reply
    let json: [UInt8]
    do throws(Failure) {
      (reply, json) = try daemon.call(SchedulerMethod.Explain.self, .init(identifier: identifier))
    } catch {
      if error.isNoSuchTask, invocation.line.flag("quiet") { return .no }
      throw error.isNoSuchTask ? over(identifier, daemon, invocation, error) : error
    }
    if invocation.line.flag("quiet") { return reply.canProceed ? .success : .no }
    if invocation.wroteJSON(json) { return .success }
    let found = try? daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier)).reply
    let task = found?.task
    if let task, task.state != .waiting {
      show(running: task, reply, on: invocation)
    } else {
      show(reply, of: identifier, lastEnd: found?.lastRuns.first?.endedUSec, on: invocation)
      if let task {
        try showVain(of: task, reply.reasons, daemon, on: invocation)
        showDeadline(of: task, on: invocation)
      }
    }
    if let sentence = LeaseWords.sentence(reply.trustedForDurationUSec) {
      invocation.console.printSentence(sentence)
    }
    return .success
  }

  /// Prints which task that it comes after is not there, and what to do.
  static func showVain(
    of task: Wire.Task, _ reasons: [Wire.Reason], _ daemon: DaemonConnection, on invocation: Invocation
  ) throws(Failure) {
    var waits = VainWaits(daemon) { identifier throws(Failure) in
      do throws(Failure) {
        _ = try daemon.call(SchedulerMethod.Get.self, .init(identifier: identifier))
        return true
      } catch {
        guard error.isNoSuchTask else { throw error }
        return false
      }
    }
    try waits.first(of: task, reasons)?.show(on: invocation)
  }

  /// Prints what a waiting task's deadline will do, or that it has passed.
  static func showDeadline(of task: Wire.Task, on invocation: Invocation) {
    guard let deadline = task.request.deadlineUSec else {
      guard task.overdue == true else { return }
      return invocation.console.printSentence("It is overdue: it has had no success for too long.")
    }
    let date = invocation.dayDate(deadline)
    guard deadline > invocation.now else {
      return invocation.console.printSentence("It is late: its deadline was \(date).")
    }
    switch task.request.onDeadline ?? .wait {
    case .drop: invocation.console.printSentence("It is dropped \(date), unless it has begun by then.")
    case .run:
      invocation.console.printSentence("It runs \(date) at the latest, even if its requirements do not hold.")
    case .wait: invocation.console.printSentence("It is late from \(date) on, and keeps waiting.")
    }
  }

  /// Returns the failure for a task that is not pending any more, with its last result where that is known.
  private static func over(
    _ identifier: String, _ daemon: DaemonConnection, _ invocation: Invocation, _ failure: Failure
  ) -> Failure {
    let last = try? daemon.call(SchedulerMethod.History.self, .init(identifier: identifier, limit: 1)).reply
      .runs.first
    guard let last else { return invocation.namingFleetFile(of: identifier, daemon, in: failure) }
    let date = last.endedUSec.map { ", \(invocation.date($0))" } ?? ""
    var over = failure
    over.message = "\(identifier) is over, and waits for nothing: \(RunResult(last).words)\(date)"
    over.next = "bgtaskctl show \(identifier) says more, bgtaskctl history \(identifier) lists its runs"
    return over
  }

  /// Shows a task that does not wait: since when it runs, and which conditions must go on holding.
  private static func show(
    running task: Wire.Task, _ reply: SchedulerMethod.Explain.Reply, on invocation: Invocation
  ) {
    let console = invocation.console
    let name = console.styled(SafeText.inline(task.request.identifier), .bold)
    if let until = task.frozenUntilUSec, !reply.reasons.isEmpty {
      console.printSentence(
        "\(name) is frozen until \(invocation.secondDate(until)), then it is told to stop, for this reason:")
      invocation.show(ReasonTable.make(reply.reasons, for: invocation), indent: 2)
      return showKept(reply, on: invocation)
    }
    let word = TaskStanding.running.word(task.state)
    let since = task.startedUSec.map { " since \(invocation.date($0))" } ?? ""
    let why = task.reason.map { ": \(SafeText.inline(invocation.withDatesOfZone($0.message)))" } ?? ""
    console.printSentence("\(name) is \(word)\(since) (attempt \(task.attempt))\(why).")
    showKept(reply, on: invocation)
  }

  /// Shows the conditions on which a run depends.
  private static func showKept(_ reply: SchedulerMethod.Explain.Reply, on invocation: Invocation) {
    guard let parts = reply.expression else { return }
    invocation.console.print("These conditions must go on holding:")
    ExpressionTree.show(parts, on: invocation)
  }

  /// Shows the reasons why a task waits, also of a task that was just submitted.
  static func show(
    _ reply: SchedulerMethod.Explain.Reply, of identifier: String, lastEnd: Int64? = nil,
    on invocation: Invocation
  ) {
    let console = invocation.console
    let name = console.styled(SafeText.inline(identifier), .bold)
    let date = reply.forecastUSec.flatMap { $0 > invocation.now ? invocation.dayDate($0) : nil }
    switch reply.reasons.count {
    case _ where reply.canProceed: console.printSentence("\(name) can proceed: nothing stands in its way.")
    case _ where date != nil:
      let isOnlyDate = reply.reasons.allSatisfy { Self.dates.contains($0.code) }
      let verb = isOnlyDate ? "runs" : "waits, and runs no sooner than"
      console.printSentence("\(name) \(verb) \(date ?? ""):")
    case 0: console.printSentence("\(name) does not run now; the daemon gives no reason.")
    case 1: console.printSentence("\(name) does not run now, for this reason:")
    case let count: console.printSentence("\(name) does not run now, for these \(count) reasons:")
    }
    if !reply.reasons.isEmpty {
      invocation.show(ReasonTable.make(reply.reasons, for: invocation, lastEnd: lastEnd), indent: 2)
    }
    if let names = reply.unobserved {
      let warning = UnobservedConditions.warning(
        names.map(ConditionField.words), reply.unknownConditions)
      console.printSentence("Warning: \(SafeText.inline(warning)).")
    }
    if let parts = reply.expression { ExpressionTree.show(parts, on: invocation) }
    for step in reply.relaxations ?? [] where step.fromUSec > invocation.now {
      let names = step.without.joined(separator: ", ")
      console.printSentence(
        "From \(invocation.date(step.fromUSec)) on it does not ask for \(SafeText.inline(names)).")
    }
    if date == nil, reply.forecastUSec != nil, !reply.canProceed { console.print("No date holds it back.") }
  }

  /// The reasons that end at a date and need nothing else.
  private static let dates = Set([ReasonCode.earliestBegin, .backoff].map(\.rawValue))
}
