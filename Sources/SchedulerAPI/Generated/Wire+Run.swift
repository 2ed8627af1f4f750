// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A past or present run.
  package struct Run: MessageStructure {
    /// The run's identifier.
    package var runId: String
    /// The task's identifier.
    package var identifier: String
    /// The uid of the task's owner (0 to 4294967295).
    package var uid: UInt32
    /// The task's kind.
    package var kind: Wire.Kind
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// The date on which the run was launched.
    package var startedUSec: Int64
    /// The date on which the run ended. Absent: the run lasts.
    package var endedUSec: Int64?
    /// The way in which the run ended. Absent: the run lasts.
    package var outcome: Wire.Outcome?
    /// Whether the run succeeded, by its report or its exit status. Absent: neither says so.
    package var success: Bool?
    /// The exit status of the run's program (-2147483648 to 2147483647).
    package var exitStatus: Int32?
    /// The reason why the run was told to stop, or why it failed.
    package var stopReason: Wire.Reason?
    /// The last progress report.
    package var progress: Wire.Progress?
    /// The name of the signal that ended the run's program (SIGSEGV).
    package var signal: String?
    /// The length of the run, by a clock that is never set and does not count the machine's sleep; the dates
    /// above may be of a clock that was set meanwhile. The length of a run that ended while no daemon was
    /// running is the difference of its dates. Absent: the run lasts, or its length is not known.
    package var durationUSec: Int64?
    /// The date from which the task was due, if that was at least a second before the run was launched.
    /// Absent: the task did not wait, or waits for no date.
    package var waitedSinceUSec: Int64?
    /// The code, as in Reason, of the first of the reasons for the wait that were reported last. Absent: none
    /// was.
    package var waitedFor: String?
    /// The milestones of the start of its application's program, if that was started for this run (launch on
    /// demand).
    package var launch: Wire.LaunchMilestones?

    package init(
      runId: String, identifier: String, uid: UInt32, kind: Wire.Kind, attempt: Int, startedUSec: Int64,
      endedUSec: Int64? = nil, outcome: Wire.Outcome? = nil, success: Bool? = nil, exitStatus: Int32? = nil,
      stopReason: Wire.Reason? = nil, progress: Wire.Progress? = nil, signal: String? = nil,
      durationUSec: Int64? = nil, waitedSinceUSec: Int64? = nil, waitedFor: String? = nil,
      launch: Wire.LaunchMilestones? = nil
    ) {
      (self.runId, self.identifier, self.uid, self.kind) = (runId, identifier, uid, kind)
      (self.attempt, self.startedUSec, self.endedUSec) = (attempt, startedUSec, endedUSec)
      (self.outcome, self.success, self.exitStatus) = (outcome, success, exitStatus)
      (self.stopReason, self.progress, self.signal) = (stopReason, progress, signal)
      (self.durationUSec, self.waitedSinceUSec, self.waitedFor) = (durationUSec, waitedSinceUSec, waitedFor)
      self.launch = launch
    }

    private static let fields: [StaticString] = [
      "attempt", "durationUSec", "endedUSec", "exitStatus", "identifier", "kind", "launch", "outcome",
      "progress", "runId", "signal", "startedUSec", "stopReason", "success", "uid", "waitedFor",
      "waitedSinceUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var runId: String?, identifier: String?, uid: UInt32?, kind: Wire.Kind?, attempt: Int?,
        startedUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: attempt = Int(try reader.integer())
          case 1: if try !reader.null() { durationUSec = try reader.integer() }
          case 2: if try !reader.null() { endedUSec = try reader.integer() }
          case 3: if try !reader.null() { exitStatus = try reader.int32() }
          case 4: identifier = try reader.text()
          case 5: kind = try Wire.Kind(from: &reader)
          case 6: if try !reader.null() { launch = try Wire.LaunchMilestones(from: &reader) }
          case 7: if try !reader.null() { outcome = try Wire.Outcome(from: &reader) }
          case 8: if try !reader.null() { progress = try Wire.Progress(from: &reader) }
          case 9: runId = try reader.text()
          case 10: if try !reader.null() { signal = try reader.text() }
          case 11: startedUSec = try reader.integer()
          case 12: if try !reader.null() { stopReason = try Wire.Reason(from: &reader) }
          case 13: if try !reader.null() { success = try reader.flag() }
          case 14: uid = try reader.uint32()
          case 15: if try !reader.null() { waitedFor = try reader.text() }
          default: if try !reader.null() { waitedSinceUSec = try reader.integer() }
        }
      }
      self.runId = try reader.required(runId, "runId", in: members)
      self.identifier = try reader.required(identifier, "identifier", in: members)
      self.uid = try reader.required(uid, "uid", in: members)
      self.kind = try reader.required(kind, "kind", in: members)
      self.attempt = try reader.required(attempt, "attempt", in: members)
      self.startedUSec = try reader.required(startedUSec, "startedUSec", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("attempt", attempt)
      writer.member("durationUSec", durationUSec)
      writer.member("endedUSec", endedUSec)
      writer.member("exitStatus", exitStatus)
      writer.member("identifier", identifier)
      writer.member("kind", kind)
      if let launch { writer.member("launch", launch) }
      if let outcome { writer.member("outcome", outcome) }
      if let progress { writer.member("progress", progress) }
      writer.member("runId", runId)
      writer.member("signal", signal)
      writer.member("startedUSec", startedUSec)
      if let stopReason { writer.member("stopReason", stopReason) }
      writer.member("success", success)
      writer.member("uid", uid)
      writer.member("waitedFor", waitedFor)
      writer.member("waitedSinceUSec", waitedSinceUSec)
    }
  }
}
