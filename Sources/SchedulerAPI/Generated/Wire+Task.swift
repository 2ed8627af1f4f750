// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A pending or running task.
  package struct Task: MessageStructure {
    /// The request of the task; the dates of a repeating task are those of its next run.
    package var request: Wire.TaskRequest {
      get { requestPart.value }
      set { requestPart = .value(newValue) }
    }
    /// `request`, or the JSON of it.
    package var requestPart: MessagePart<Wire.TaskRequest>
    /// The uid of the task's owner (0 to 4294967295).
    package var uid: UInt32
    /// The stage that the task has reached.
    package var state: Wire.TaskState
    /// The date on which the task was accepted.
    package var submittedUSec: Int64
    /// The attempt of the next run, or of the current one; from 1.
    package var attempt: Int
    /// The identifier of the current run. Absent: the task waits.
    package var runId: String?
    /// The last progress report of the current run. Absent: there is none.
    package var progress: Wire.Progress?
    /// The first reason why the task waits; Explain gives all of them. For a running task, the reason why its
    /// work is frozen or its end not recorded.
    package var reason: Wire.Reason?
    /// The date on which the current run was launched. Absent: the task waits.
    package var startedUSec: Int64?
    /// The file that declares the task (tasks.d). Submit and SubmitBatch refuse its identifier
    /// (NotPermitted). Absent: a caller submitted the task.
    package var declaredIn: String?
    /// The name of the manifest that permits the identifier, where an application handles the task; in
    /// replies of Submit, List and Get.
    package var application: String?
    /// The names of the conditions that the task asks for and no source on this machine reports now. Such
    /// conditions hold nothing back, or the task waits for them, as unknownConditions says. Absent: there are
    /// none.
    package var unobserved: [String]?
    /// The effect of those conditions on this task, by its request or else by UnknownConditions=. Absent:
    /// there are none.
    package var unknownConditions: Wire.UnknownPolicy?
    /// The number of reasons why the task waits; in replies of List.
    package var reasonCount: Int?
    /// The last run of the identifier that has ended; in replies of List with lastRuns. Absent: none is kept.
    package var lastRun: Wire.Run?
    /// Whether the task is overdue: its deadline passed before it began, or it has had no success for
    /// overdueAfterDurationUSec. Absent: false.
    package var overdue: Bool?
    /// The date since which the task has had no success: that of its last success, or on which it was
    /// accepted. Absent: overdueAfterDurationUSec is not given.
    package var withoutSuccessSinceUSec: Int64?
    /// The task whose action this task is, or whose action has called for it. Absent: none.
    package var causedBy: String?
    /// The date before which the task does not run, still to come: its own, that of its next attempt, the end
    /// of a pause; in replies of List and Get. Absent: no date holds it back.
    package var forecastUSec: Int64?
    /// The date on which the frozen work of the current run is told to stop, unless what it has lost comes
    /// back before; in replies of List and Get. Absent: no work is frozen. The handler of an application
    /// never is.
    package var frozenUntilUSec: Int64?
    /// The time that nearly all of the task's own runs take, as its successful runs have shown; only a
    /// patient task learns it. Absent: it is not known.
    package var usualDurationUSec: Int64?
    /// Whether a run of the task has said that the next one goes on where it left off; canResume of the
    /// request counts for more. Absent: false.
    package var resumes: Bool?
    /// The runtime limit in force: that of the request, or else of the kind, up to what the administrator
    /// allows; in replies of Submit, List and Get. Absent: the reply does not say.
    package var runtimeLimitDurationUSec: Int64?
    /// The time that is left of the task's lease, 0 when it is over; in replies of Submit, List and Get.
    /// Absent: the task has no lease.
    package var trustedForDurationUSec: Int64?
    /// The date before which no date of the task's calendar comes, because its request asked to begin then;
    /// earliestBeginUSec of the request is the calendar's next date. Absent: the request asked for none.
    package var notBeforeUSec: Int64?

    package init(
      requestPart: MessagePart<Wire.TaskRequest>, uid: UInt32, state: Wire.TaskState, submittedUSec: Int64,
      attempt: Int, runId: String? = nil, progress: Wire.Progress? = nil, reason: Wire.Reason? = nil,
      startedUSec: Int64? = nil, declaredIn: String? = nil, application: String? = nil,
      unobserved: [String]? = nil, unknownConditions: Wire.UnknownPolicy? = nil, reasonCount: Int? = nil,
      lastRun: Wire.Run? = nil, overdue: Bool? = nil, withoutSuccessSinceUSec: Int64? = nil,
      causedBy: String? = nil, forecastUSec: Int64? = nil, frozenUntilUSec: Int64? = nil,
      usualDurationUSec: Int64? = nil, resumes: Bool? = nil, runtimeLimitDurationUSec: Int64? = nil,
      trustedForDurationUSec: Int64? = nil, notBeforeUSec: Int64? = nil
    ) {
      (self.requestPart, self.uid, self.state, self.submittedUSec) = (requestPart, uid, state, submittedUSec)
      (self.attempt, self.runId, self.progress, self.reason) = (attempt, runId, progress, reason)
      (self.startedUSec, self.declaredIn, self.application) = (startedUSec, declaredIn, application)
      (self.unobserved, self.unknownConditions) = (unobserved, unknownConditions)
      (self.reasonCount, self.lastRun, self.overdue) = (reasonCount, lastRun, overdue)
      (self.withoutSuccessSinceUSec, self.causedBy) = (withoutSuccessSinceUSec, causedBy)
      (self.forecastUSec, self.frozenUntilUSec) = (forecastUSec, frozenUntilUSec)
      (self.usualDurationUSec, self.resumes) = (usualDurationUSec, resumes)
      self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
      (self.trustedForDurationUSec, self.notBeforeUSec) = (trustedForDurationUSec, notBeforeUSec)
    }

    package init(
      request: Wire.TaskRequest, uid: UInt32, state: Wire.TaskState, submittedUSec: Int64, attempt: Int,
      runId: String? = nil, progress: Wire.Progress? = nil, reason: Wire.Reason? = nil,
      startedUSec: Int64? = nil, declaredIn: String? = nil, application: String? = nil,
      unobserved: [String]? = nil, unknownConditions: Wire.UnknownPolicy? = nil, reasonCount: Int? = nil,
      lastRun: Wire.Run? = nil, overdue: Bool? = nil, withoutSuccessSinceUSec: Int64? = nil,
      causedBy: String? = nil, forecastUSec: Int64? = nil, frozenUntilUSec: Int64? = nil,
      usualDurationUSec: Int64? = nil, resumes: Bool? = nil, runtimeLimitDurationUSec: Int64? = nil,
      trustedForDurationUSec: Int64? = nil, notBeforeUSec: Int64? = nil
    ) {
      self.init(
        requestPart: .value(request), uid: uid, state: state, submittedUSec: submittedUSec, attempt: attempt,
        runId: runId, progress: progress, reason: reason, startedUSec: startedUSec, declaredIn: declaredIn,
        application: application, unobserved: unobserved, unknownConditions: unknownConditions,
        reasonCount: reasonCount, lastRun: lastRun, overdue: overdue,
        withoutSuccessSinceUSec: withoutSuccessSinceUSec, causedBy: causedBy, forecastUSec: forecastUSec,
        frozenUntilUSec: frozenUntilUSec, usualDurationUSec: usualDurationUSec, resumes: resumes,
        runtimeLimitDurationUSec: runtimeLimitDurationUSec, trustedForDurationUSec: trustedForDurationUSec,
        notBeforeUSec: notBeforeUSec
      )
    }

    private static let fields: [StaticString] = [
      "application", "attempt", "causedBy", "declaredIn", "forecastUSec", "frozenUntilUSec", "lastRun",
      "notBeforeUSec", "overdue", "progress", "reason", "reasonCount", "request", "resumes", "runId",
      "runtimeLimitDurationUSec", "startedUSec", "state", "submittedUSec", "trustedForDurationUSec", "uid",
      "unknownConditions", "unobserved", "usualDurationUSec", "withoutSuccessSinceUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var request: Wire.TaskRequest?, uid: UInt32?, state: Wire.TaskState?, submittedUSec: Int64?,
        attempt: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { application = try reader.text() }
          case 1: attempt = Int(try reader.integer())
          case 2: if try !reader.null() { causedBy = try reader.text() }
          case 3: if try !reader.null() { declaredIn = try reader.text() }
          case 4: if try !reader.null() { forecastUSec = try reader.integer() }
          case 5: if try !reader.null() { frozenUntilUSec = try reader.integer() }
          case 6: if try !reader.null() { lastRun = try Wire.Run(from: &reader) }
          case 7: if try !reader.null() { notBeforeUSec = try reader.integer() }
          case 8: if try !reader.null() { overdue = try reader.flag() }
          case 9: if try !reader.null() { progress = try Wire.Progress(from: &reader) }
          case 10: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
          case 11: if try !reader.null() { reasonCount = Int(try reader.integer()) }
          case 12: request = try Wire.TaskRequest(from: &reader)
          case 13: if try !reader.null() { resumes = try reader.flag() }
          case 14: if try !reader.null() { runId = try reader.text() }
          case 15: if try !reader.null() { runtimeLimitDurationUSec = try reader.integer() }
          case 16: if try !reader.null() { startedUSec = try reader.integer() }
          case 17: state = try Wire.TaskState(from: &reader)
          case 18: submittedUSec = try reader.integer()
          case 19: if try !reader.null() { trustedForDurationUSec = try reader.integer() }
          case 20: uid = try reader.uint32()
          case 21: if try !reader.null() { unknownConditions = try Wire.UnknownPolicy(from: &reader) }
          case 22: if try !reader.null() { unobserved = try reader.texts() }
          case 23: if try !reader.null() { usualDurationUSec = try reader.integer() }
          default: if try !reader.null() { withoutSuccessSinceUSec = try reader.integer() }
        }
      }
      requestPart = .value(try reader.required(request, "request", in: members))
      self.uid = try reader.required(uid, "uid", in: members)
      self.state = try reader.required(state, "state", in: members)
      self.submittedUSec = try reader.required(submittedUSec, "submittedUSec", in: members)
      self.attempt = try reader.required(attempt, "attempt", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("application", application)
      writer.member("attempt", attempt)
      writer.member("causedBy", causedBy)
      writer.member("declaredIn", declaredIn)
      writer.member("forecastUSec", forecastUSec)
      writer.member("frozenUntilUSec", frozenUntilUSec)
      if let lastRun { writer.member("lastRun", lastRun) }
      writer.member("notBeforeUSec", notBeforeUSec)
      writer.member("overdue", overdue)
      if let progress { writer.member("progress", progress) }
      if let reason { writer.member("reason", reason) }
      writer.member("reasonCount", reasonCount)
      writer.member("request", requestPart)
      writer.member("resumes", resumes)
      writer.member("runId", runId)
      writer.member("runtimeLimitDurationUSec", runtimeLimitDurationUSec)
      writer.member("startedUSec", startedUSec)
      writer.member("state", state)
      writer.member("submittedUSec", submittedUSec)
      writer.member("trustedForDurationUSec", trustedForDurationUSec)
      writer.member("uid", uid)
      if let unknownConditions { writer.member("unknownConditions", unknownConditions) }
      writer.member("unobserved", unobserved)
      writer.member("usualDurationUSec", usualDurationUSec)
      writer.member("withoutSuccessSinceUSec", withoutSuccessSinceUSec)
    }
  }
}
