import SchedulerAPI
import SchedulerCore

/// The output of runs that the daemon itself keeps: the end of each run's output, once the run is over.
struct StoredLog {
  let invocation: Invocation
  /// The daemon that is asked for runs.
  let daemon: DaemonConnection
  /// The number of last lines to show; nil is all.
  let lines: Int?
  /// Whether each run gets a line that names it.
  let hasHeadings: Bool

  private var console: Console { invocation.console }

  /// Shows the output of runs.
  /// - Parameter runs: The runs, newest first.
  func show(_ runs: [Wire.Run]) throws(Failure) {
    guard let lines else {
      // One by one, because all of them may be large.
      for run in runs.reversed() { show(try part(of: run)) }
      return
    }
    var parts: [StoredOutput] = []
    var left = lines
    // From the newest run on, because only so it shows where the last lines begin.
    for run in runs where left > 0 {
      var part = try part(of: run)
      left -= part.keepLast(left)
      parts.append(part)
    }
    for part in parts.reversed() { show(part) }
  }

  /// Shows the output of runs as they begin and end, until interrupted.
  /// - Parameters:
  ///   - identifier: The task of the runs.
  ///   - only: The run whose end is the end of the function; nil is none.
  ///   - whatThereIs: Returns the runs to begin with, newest first.
  func follow(
    _ identifier: String, only name: String?, from whatThereIs: @escaping () throws(Failure) -> [Wire.Run]
  ) throws(Failure) {
    let events = try invocation.connectForEvents()
    var shown: Set<String>?
    func begin() throws(Failure) -> DaemonConnection.Pause {
      guard shown == nil else { return .endless }
      let runs = try whatThereIs()
      try show(runs)
      if let failure = console.finish() { throw failure }
      shown = Set(runs.filter { $0.outcome != nil }.map(\.runId))
      return name != nil && runs.first?.outcome != nil ? .over : .endless
    }
    try events.stream(SchedulerMethod.Watch.self, .init(identifierPrefix: identifier), whenIdle: begin) {
      event, _ throws(Failure) in
      guard let run = event.run, run.identifier == identifier, name == nil || run.runId == name,
        shown?.contains(run.runId) != true
      else { return true }
      switch ReportKind(event: event.event) {
      case .launching: tell(begun: run)
      case .ended: try tell(ended: run)
      default: return true
      }
      if let failure = console.finish() { throw failure }
      return name == nil || run.outcome == nil
    }
  }

  private func part(of run: Wire.Run) throws(Failure) -> StoredOutput {
    let (reply, json) = try daemon.call(SchedulerMethod.Output.self, .init(runId: run.runId))
    return StoredOutput(run: run, reply: reply, json: json)
  }

  private func show(_ part: StoredOutput) {
    guard !invocation.wroteJSON(part.json) else { return }
    if hasHeadings { note("run \(part.run.runId)") }
    if part.reply.truncated, !part.isCut { note("the beginning is not kept") }
    console.printForeign(part.reply.output)
    // The prompt and the next heading get a line of their own.
    if !part.reply.output.isEmpty, part.reply.output.utf8.last != 0x0A,
      hasHeadings || console.output.isTerminal
    {
      console.print()
    }
    if part.run.outcome == nil {
      note("it runs since \(invocation.date(part.run.startedUSec)); what it writes is here when it ends")
    } else if part.hasNotStarted {
      note(RunResult(part.run).words)
    }
  }

  private func tell(begun run: Wire.Run) {
    guard !invocation.wantsJSON else { return }
    let date = invocation.shortDate(run.startedUSec)
    note("run \(run.runId) began at \(date); what it writes is here when it ends")
  }

  private func tell(ended run: Wire.Run) throws(Failure) {
    let part = try part(of: run)
    show(part)
    guard !invocation.wantsJSON, !part.hasNotStarted else { return }
    let took = RunTable.took(run, now: invocation.now)
    note("run \(run.runId): " + [RunResult(run).words, took].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// Prints a line of bgtaskctl's own among the output of programs.
  private func note(_ text: String) {
    console.print(console.styled("-- \(SafeText.inline(text)) --", .dim))
  }
}
