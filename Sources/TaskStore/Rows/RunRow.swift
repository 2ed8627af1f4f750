import SchedulerCore

/// A row of the table `run`.
struct RunRow: StoredRow {
  static let table = Table.run
  static let keep = Query.keepRun

  /// The run's place in the order in which runs were recorded.
  var sequence: Int64
  var run: Run

  init(sequence: Int64, run: Run) {
    self.sequence = sequence
    self.run = run
  }

  init(reading reader: inout RowReader) throws(RowFault) {
    sequence = try reader.integer()
    run = Run(
      id: RunID(try reader.text()), taskID: TaskID(try reader.integer()),
      uid: try reader.integer(as: UInt32.self), identifier: try reader.text(),
      kind: try reader.name(Kind.self), attempt: try reader.integer(as: Int.self),
      started: WallTime(uSec: try reader.integer()))
    run.ended = try reader.optionalInteger().map(WallTime.init)
    run.outcome = try reader.optionalName(Outcome.self)
    run.success = try reader.optionalFlag()
    run.exitStatus = try reader.optionalInteger(as: Int32.self)
    run.signal = try reader.optionalText()
    run.stopReason = try Self.reason(&reader)
    run.progress = try Self.progress(&reader)
    run.length = try reader.optionalInteger().map(TimeSpan.init)
    let waitSince = try reader.optionalInteger().map(WallTime.init)
    let waitReason = try reader.optionalName(ReasonCode.self)
    run.wait = waitSince.map { RunWait(since: $0, reason: waitReason) }
    run.milestones.started = try reader.optionalInteger().map(TimeSpan.init)
    run.milestones.connected = try reader.optionalInteger().map(TimeSpan.init)
    run.milestones.registered = try reader.optionalInteger().map(TimeSpan.init)
    run.milestones.delivered = try reader.optionalInteger().map(TimeSpan.init)
    run.milestones.handled = try reader.optionalInteger().map(TimeSpan.init)
    run.milestones.usual = try reader.optionalInteger().map(TimeSpan.init)
    run.isByHand = try reader.optionalFlag() ?? false
  }

  func write(to row: inout RowWriter) {
    row.add(sequence)
    row.add(run.id.text)
    row.add(run.taskID.value)
    row.add(run.uid)
    row.add(run.identifier)
    row.add(run.kind.rawValue)
    row.add(run.attempt)
    row.add(run.started.uSec)
    row.add(run.ended?.uSec)
    row.add(run.outcome?.rawValue)
    row.add(run.success)
    row.add(run.exitStatus.map(Int64.init))
    row.add(run.signal)
    row.add(run.stopReason?.code.rawValue)
    row.add(run.stopReason?.message)
    row.add(run.stopReason?.required)
    row.add(run.stopReason?.observed)
    row.add(run.stopReason?.since?.uSec)
    row.add(run.progress?.completedUnitCount)
    row.add(run.progress?.totalUnitCount)
    row.add(run.progress?.title)
    row.add(run.progress?.subtitle)
    row.add(run.length?.uSec)
    row.add(run.wait?.since.uSec)
    row.add(run.wait?.reason?.rawValue)
    row.add(run.milestones.started?.uSec)
    row.add(run.milestones.connected?.uSec)
    row.add(run.milestones.registered?.uSec)
    row.add(run.milestones.delivered?.uSec)
    row.add(run.milestones.handled?.uSec)
    row.add(run.milestones.usual?.uSec)
    row.add(run.isByHand ? true : nil)
  }

  /// Reads the stop reason; `nil` without a code.
  private static func reason(_ reader: inout RowReader) throws(RowFault) -> Reason? {
    let code = try reader.optionalName(ReasonCode.self)
    let message = try reader.optionalText()
    if (code == nil) != (message == nil) {
      throw reader.fault("only one of stop_code and stop_message is set")
    }
    let required = try reader.optionalText()
    let observed = try reader.optionalText()
    let since = try reader.optionalInteger().map(WallTime.init)
    guard let code, let message else { return nil }
    return Reason(code: code, message: message, required: required, observed: observed, since: since)
  }

  /// Reads the progress; `nil` without counts.
  private static func progress(_ reader: inout RowReader) throws(RowFault) -> Progress? {
    let completed = try reader.optionalInteger()
    let total = try reader.optionalInteger()
    if (completed == nil) != (total == nil) {
      throw reader.fault("only one of progress_completed and progress_total is set")
    }
    let title = try reader.optionalText()
    let subtitle = try reader.optionalText()
    guard let completed, let total else { return nil }
    return Progress(completedUnitCount: completed, totalUnitCount: total, title: title, subtitle: subtitle)
  }
}
