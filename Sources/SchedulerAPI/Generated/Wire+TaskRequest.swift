// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A request: what a caller submits for a task. The comment of a field says what its absence means.
  package struct TaskRequest: MessageStructure {
    /// The task's name, unique per user among pending tasks: parts of ASCII letters, digits, '-' and '_' with
    /// single dots between them, no '-' at the beginning, or two such names with one '@' between them
    /// (1 to 255 bytes).
    package var identifier: String
    /// The kind of work.
    package var kind: Wire.Kind
    /// The earliest begin, a date before which the task does not start (0 to 253402300799999999). Absent: at
    /// once.
    package var earliestBeginUSec: Int64?
    /// The deadline, a date by which the task should have begun, no earlier than earliestBeginUSec
    /// (0 to 253402300799999999). Absent: none.
    package var deadlineUSec: Int64?
    /// The treatment of the task when the deadline passes before it has begun. Absent: wait.
    package var onDeadline: Wire.DeadlinePolicy?
    /// Whether the task needs a network. Absent: true where kind is transfer, else false.
    package var requiresNetworkConnectivity: Bool?
    /// Whether the task needs a network that is not metered. Absent: false.
    package var requiresUnmeteredNetwork: Bool?
    /// Whether the task needs power from outside. Absent: false.
    package var requiresExternalPower: Bool?
    /// Whether the task needs a machine that nobody uses. Absent: for processing work as
    /// ProcessingRequiresIdle= says, else false.
    package var requiresIdle: Bool?
    /// Whether the task needs a battery above the low mark, or power from outside. Absent: false.
    package var requiresBatteryNotLow: Bool?
    /// Whether the task needs room on the disk. Absent: false.
    package var requiresStorageNotLow: Bool?
    /// Whether the task needs a private network (VPN). Absent: false.
    package var requiresVPN: Bool?
    /// The expression that must hold for a run to start, besides the fields above, see bgtask-when(7)
    /// (1 to 4096 bytes). Absent: nothing.
    package var when: String?
    /// The expression that must hold for a run to start, and go on holding while it lasts (1 to 4096 bytes).
    /// Absent: what the fields above and when ask of power, network and idleness.
    package var `while`: String?
    /// The conditions that the task does not ask for any more after some time: "after 1d without idle; after
    /// 7d without unmetered" (1 to 4096 bytes). Absent: none.
    package var relax: String?
    /// The effect of conditions that no source reports. Absent: as UnknownConditions= says.
    package var unknownConditions: Wire.UnknownPolicy?
    /// The runtime limit of a run, up to what the administrator allows (1 to 3162240000000000). Absent: the
    /// kind's limit.
    package var runtimeLimitDurationUSec: Int64?
    /// The time between the dates of a repeating task (1000000 to 3162240000000000). Absent: the task runs
    /// once.
    package var repeatDurationUSec: Int64?
    /// The calendar whose dates start the task: expressions of systemd.time(7), "Calendar Events"
    /// (1 to 16 elements), each up to 256 bytes, in the machine's zone where they name none. The first date
    /// is at or after earliestBeginUSec; one run makes up for missed dates. Not together with
    /// repeatDurationUSec, and not where kind is continued. Absent: none.
    package var calendar: [String]?
    /// The most by which each date of calendar is put off, always by as much for this task on this machine
    /// (0 to 3162240000000000). Only with calendar. Absent: 0.
    package var randomizedDelayDurationUSec: Int64?
    /// The treatment of the calendar's dates where the clock is put forward or back. Only with calendar.
    /// Absent: a date that the clock skips is dropped, and one that it shows twice counts once, unless the
    /// expression allows every hour.
    package var clockChange: Wire.ClockChange?
    /// The tolerance: how much later than its date the task may begin for a shared wake-up
    /// (0 to 3162240000000000). Absent: 0.
    package var toleranceDurationUSec: Int64?
    /// The rule by which the task is retried. Absent: the kind's usual rule with exponential backoff, but
    /// only after an interrupted run, a failed start of an application, or exit status 75 (EX_TEMPFAIL). A
    /// program that was told to stop for a lost condition or a pause begins again when that is over, without
    /// being counted, unless the rule is none.
    package var retry: Wire.Retry?
    /// The treatment of the request when its identifier is pending already. Absent: replace.
    package var onConflict: Wire.ConflictPolicy?
    /// The program to run. Absent: the task is for the application that handles the identifier, unless there
    /// is a unit or a transfer.
    package var command: Wire.Command?
    /// The task's title for people: one line (up to 255 bytes).
    package var title: String?
    /// More about the task, for people: one line (up to 255 bytes).
    package var subtitle: String?
    /// A person's name for the task, in lists and in the journal: one line (up to 64 bytes).
    package var label: String?
    /// The treatment of the request when there is no room. Only where kind is continued. Absent: queue.
    package var strategy: Wire.SubmissionStrategy?
    /// An existing unit of systemd (NAME.service) that is started instead of a command (up to 255 bytes). The
    /// unit's activity is the run. The system's instance starts units for root only. Absent: none.
    package var unit: String?
    /// The moment at which the task starts whose conditions hold. Absent: as Judgement= says. Continued work
    /// starts at once, whatever this says.
    package var judgement: Wire.Judgement?
    /// The time that a run takes, as far as the submitter knows (1 to 3162240000000000), by which a patient
    /// task judges whether its conditions have held for long enough. Once a run has succeeded, the length of
    /// the task's own runs counts instead. Absent: 5 minutes.
    package var expectedDurationUSec: Int64?
    /// Whether a run goes on where the one before left off, so that a short one is not in vain. Absent: no,
    /// until a run says so: by Checkpoint, or by exit status 75 after it was told to stop for a lost
    /// condition. With false no run changes it.
    package var canResume: Bool?
    /// The file in which the command keeps its work, by its absolute path (1 to 1024 bytes). After a run of a
    /// patient task without success the daemon looks as the task's user whether the file is there: if so, the
    /// next run counts as one that goes on where the last one left off, else as one that begins anew. Only
    /// with a command; canResume counts for more. Absent: none.
    package var checkpointFile: String?
    /// The longest time for which the work is frozen when a requirement is lost, in the hope that it comes
    /// back, before the run is told to stop (1 to 3162240000000000). The handler of an application is not
    /// frozen, but ShouldDefer tells it. Absent: LapseSec= where the task is patient, else the run is told
    /// at once.
    package var freezeDurationUSec: Int64?
    /// The time without success after which the task is overdue, which is reported once
    /// (1000000 to 3162240000000000). The time counts from the last success or, before there is one, from
    /// when the task was accepted, and goes on when the same identifier is submitted again. Absent: never.
    package var overdueAfterDurationUSec: Int64?
    /// The action that starts when a run has failed and is not retried (1 to 4096 bytes). A text that begins
    /// with a slash is a program with its arguments, quoted as in systemd.syntax(7). The program runs as a
    /// task of the same user, IDENTIFIER:failure, for up to 5 minutes. The program's environment has
    /// BGTASK_TRIGGER, BGTASK_OF, BGTASK_OF_RUN, BGTASK_RESULT, BGTASK_EXIT_STATUS, BGTASK_REASON and
    /// BGTASK_JSON, and its standard input a report with the last output. Any other text is the identifier of
    /// another waiting task of the user, whose date then comes at once. No task causes itself. Absent:
    /// nothing.
    package var onFailure: String?
    /// The action that starts when a run has succeeded, as in onFailure; its program is IDENTIFIER:success
    /// (1 to 4096 bytes). Absent: nothing.
    package var onSuccess: String?
    /// The action that starts when the task is overdue, as in onFailure; its program is IDENTIFIER:overdue
    /// (1 to 4096 bytes). Absent: nothing.
    package var onOverdue: String?
    /// Whether the machine is kept from going to sleep by itself while a run lasts and power comes from
    /// outside. Absent: false.
    package var preventsSleep: Bool?
    /// Whether a run is frozen with a machine that goes to sleep, instead of being told to stop. Absent: true
    /// with a command, a unit or a transfer, false for an application.
    package var sleepsThrough: Bool?
    /// The limits of the command. Only with a command. Absent: what Limits says of absent fields.
    package var limits: Wire.Limits?
    /// The tasks that the task comes after, and its exclusive group. Absent: no tasks and no group.
    package var order: Wire.Order?
    /// The path watch: the task begins each time that one of the paths has changed since its last run or,
    /// before there is one, since it was submitted. Not with repeatDurationUSec, calendar, deadlineUSec,
    /// order.repeats or the kind continued. Absent: none.
    package var pathChange: Wire.PathChange?
    /// The template that the task is an instance of, for people: one line (up to 255 bytes). Absent: none.
    package var template: String?
    /// The download or upload, where kind is transfer and only there. Absent: none.
    package var transfer: Wire.Transfer?
    /// The text that each run hands to the application that handles it, such as JSON: one line, which nobody
    /// else reads (up to 16384 bytes). Not with a command, a unit or a transfer. Absent: nothing.
    package var content: String?
    /// The end of the task's lease: a reading of CLOCK_BOOTTIME until which the submitter stands behind the
    /// task, still to come and at most a day ahead (0 to 9223372036854775807). That clock is never set,
    /// counts the machine's sleep and begins anew with each boot; the time that the call waits is not added,
    /// as it would be to a length. When the lease is over, the task does not start any more, its run is told
    /// to stop and is killed after its grace, and neither a retry nor another date follows (leaseLost).
    /// RenewLease changes the end. Absent: no lease.
    package var trustedUntilUSec: Int64?
    /// The lists that were longer than their bounds.
    private var cut = CutLists()

    package init(
      identifier: String, kind: Wire.Kind, earliestBeginUSec: Int64? = nil, deadlineUSec: Int64? = nil,
      onDeadline: Wire.DeadlinePolicy? = nil, requiresNetworkConnectivity: Bool? = nil,
      requiresUnmeteredNetwork: Bool? = nil, requiresExternalPower: Bool? = nil, requiresIdle: Bool? = nil,
      requiresBatteryNotLow: Bool? = nil, requiresStorageNotLow: Bool? = nil, requiresVPN: Bool? = nil,
      when: String? = nil, `while`: String? = nil, relax: String? = nil,
      unknownConditions: Wire.UnknownPolicy? = nil, runtimeLimitDurationUSec: Int64? = nil,
      repeatDurationUSec: Int64? = nil, calendar: [String]? = nil, randomizedDelayDurationUSec: Int64? = nil,
      clockChange: Wire.ClockChange? = nil, toleranceDurationUSec: Int64? = nil, retry: Wire.Retry? = nil,
      onConflict: Wire.ConflictPolicy? = nil, command: Wire.Command? = nil, title: String? = nil,
      subtitle: String? = nil, label: String? = nil, strategy: Wire.SubmissionStrategy? = nil,
      unit: String? = nil, judgement: Wire.Judgement? = nil, expectedDurationUSec: Int64? = nil,
      canResume: Bool? = nil, checkpointFile: String? = nil, freezeDurationUSec: Int64? = nil,
      overdueAfterDurationUSec: Int64? = nil, onFailure: String? = nil, onSuccess: String? = nil,
      onOverdue: String? = nil, preventsSleep: Bool? = nil, sleepsThrough: Bool? = nil,
      limits: Wire.Limits? = nil, order: Wire.Order? = nil, pathChange: Wire.PathChange? = nil,
      template: String? = nil, transfer: Wire.Transfer? = nil, content: String? = nil,
      trustedUntilUSec: Int64? = nil
    ) {
      (self.identifier, self.kind, self.earliestBeginUSec) = (identifier, kind, earliestBeginUSec)
      (self.deadlineUSec, self.onDeadline) = (deadlineUSec, onDeadline)
      self.requiresNetworkConnectivity = requiresNetworkConnectivity
      self.requiresUnmeteredNetwork = requiresUnmeteredNetwork
      (self.requiresExternalPower, self.requiresIdle) = (requiresExternalPower, requiresIdle)
      self.requiresBatteryNotLow = requiresBatteryNotLow
      (self.requiresStorageNotLow, self.requiresVPN, self.when) = (requiresStorageNotLow, requiresVPN, when)
      (self.while, self.relax, self.unknownConditions) = (`while`, relax, unknownConditions)
      self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
      (self.repeatDurationUSec, self.calendar) = (repeatDurationUSec, calendar)
      (self.randomizedDelayDurationUSec, self.clockChange) = (randomizedDelayDurationUSec, clockChange)
      (self.toleranceDurationUSec, self.retry, self.onConflict) = (toleranceDurationUSec, retry, onConflict)
      (self.command, self.title, self.subtitle, self.label) = (command, title, subtitle, label)
      (self.strategy, self.unit, self.judgement) = (strategy, unit, judgement)
      (self.expectedDurationUSec, self.canResume) = (expectedDurationUSec, canResume)
      (self.checkpointFile, self.freezeDurationUSec) = (checkpointFile, freezeDurationUSec)
      (self.overdueAfterDurationUSec, self.onFailure) = (overdueAfterDurationUSec, onFailure)
      (self.onSuccess, self.onOverdue, self.preventsSleep) = (onSuccess, onOverdue, preventsSleep)
      (self.sleepsThrough, self.limits, self.order) = (sleepsThrough, limits, order)
      (self.pathChange, self.template, self.transfer) = (pathChange, template, transfer)
      (self.content, self.trustedUntilUSec) = (content, trustedUntilUSec)
    }

    private static let fields: [StaticString] = [
      "calendar", "canResume", "checkpointFile", "clockChange", "command", "content", "deadlineUSec",
      "earliestBeginUSec", "expectedDurationUSec", "freezeDurationUSec", "identifier", "judgement", "kind",
      "label", "limits", "onConflict", "onDeadline", "onFailure", "onOverdue", "onSuccess", "order",
      "overdueAfterDurationUSec", "pathChange", "preventsSleep", "randomizedDelayDurationUSec", "relax",
      "repeatDurationUSec", "requiresBatteryNotLow", "requiresExternalPower", "requiresIdle",
      "requiresNetworkConnectivity", "requiresStorageNotLow", "requiresUnmeteredNetwork", "requiresVPN",
      "retry", "runtimeLimitDurationUSec", "sleepsThrough", "strategy", "subtitle", "template", "title",
      "toleranceDurationUSec", "transfer", "trustedUntilUSec", "unit", "unknownConditions", "when", "while"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var identifier: String?, kind: Wire.Kind?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0:
            if try !reader.null() {
              calendar = try reader.texts("calendar", within: Bounds.calendar, &cut)
            }
          case 1: if try !reader.null() { canResume = try reader.flag() }
          case 2: if try !reader.null() { checkpointFile = try reader.text() }
          case 3: if try !reader.null() { clockChange = try Wire.ClockChange(from: &reader) }
          case 4: if try !reader.null() { command = try Wire.Command(from: &reader) }
          case 5: if try !reader.null() { content = try reader.text() }
          case 6: if try !reader.null() { deadlineUSec = try reader.integer() }
          case 7: if try !reader.null() { earliestBeginUSec = try reader.integer() }
          case 8: if try !reader.null() { expectedDurationUSec = try reader.integer() }
          case 9: if try !reader.null() { freezeDurationUSec = try reader.integer() }
          case 10: identifier = try reader.text()
          case 11: if try !reader.null() { judgement = try Wire.Judgement(from: &reader) }
          case 12: kind = try Wire.Kind(from: &reader)
          case 13: if try !reader.null() { label = try reader.text() }
          case 14: if try !reader.null() { limits = try Wire.Limits(from: &reader) }
          case 15: if try !reader.null() { onConflict = try Wire.ConflictPolicy(from: &reader) }
          case 16: if try !reader.null() { onDeadline = try Wire.DeadlinePolicy(from: &reader) }
          case 17: if try !reader.null() { onFailure = try reader.text() }
          case 18: if try !reader.null() { onOverdue = try reader.text() }
          case 19: if try !reader.null() { onSuccess = try reader.text() }
          case 20: if try !reader.null() { order = try Wire.Order(from: &reader) }
          case 21: if try !reader.null() { overdueAfterDurationUSec = try reader.integer() }
          case 22: if try !reader.null() { pathChange = try Wire.PathChange(from: &reader) }
          case 23: if try !reader.null() { preventsSleep = try reader.flag() }
          case 24: if try !reader.null() { randomizedDelayDurationUSec = try reader.integer() }
          case 25: if try !reader.null() { relax = try reader.text() }
          case 26: if try !reader.null() { repeatDurationUSec = try reader.integer() }
          case 27: if try !reader.null() { requiresBatteryNotLow = try reader.flag() }
          case 28: if try !reader.null() { requiresExternalPower = try reader.flag() }
          case 29: if try !reader.null() { requiresIdle = try reader.flag() }
          case 30: if try !reader.null() { requiresNetworkConnectivity = try reader.flag() }
          case 31: if try !reader.null() { requiresStorageNotLow = try reader.flag() }
          case 32: if try !reader.null() { requiresUnmeteredNetwork = try reader.flag() }
          case 33: if try !reader.null() { requiresVPN = try reader.flag() }
          case 34: if try !reader.null() { retry = try Wire.Retry(from: &reader) }
          case 35: if try !reader.null() { runtimeLimitDurationUSec = try reader.integer() }
          case 36: if try !reader.null() { sleepsThrough = try reader.flag() }
          case 37: if try !reader.null() { strategy = try Wire.SubmissionStrategy(from: &reader) }
          case 38: if try !reader.null() { subtitle = try reader.text() }
          case 39: if try !reader.null() { template = try reader.text() }
          case 40: if try !reader.null() { title = try reader.text() }
          case 41: if try !reader.null() { toleranceDurationUSec = try reader.integer() }
          case 42: if try !reader.null() { transfer = try Wire.Transfer(from: &reader) }
          case 43: if try !reader.null() { trustedUntilUSec = try reader.integer() }
          case 44: if try !reader.null() { unit = try reader.text() }
          case 45: if try !reader.null() { unknownConditions = try Wire.UnknownPolicy(from: &reader) }
          case 46: if try !reader.null() { when = try reader.text() }
          default: if try !reader.null() { `while` = try reader.text() }
        }
      }
      self.identifier = try reader.required(identifier, "identifier", in: members)
      self.kind = try reader.required(kind, "kind", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("calendar", calendar)
      writer.member("canResume", canResume)
      writer.member("checkpointFile", checkpointFile)
      if let clockChange { writer.member("clockChange", clockChange) }
      if let command { writer.member("command", command) }
      writer.member("content", content)
      writer.member("deadlineUSec", deadlineUSec)
      writer.member("earliestBeginUSec", earliestBeginUSec)
      writer.member("expectedDurationUSec", expectedDurationUSec)
      writer.member("freezeDurationUSec", freezeDurationUSec)
      writer.member("identifier", identifier)
      if let judgement { writer.member("judgement", judgement) }
      writer.member("kind", kind)
      writer.member("label", label)
      if let limits { writer.member("limits", limits) }
      if let onConflict { writer.member("onConflict", onConflict) }
      if let onDeadline { writer.member("onDeadline", onDeadline) }
      writer.member("onFailure", onFailure)
      writer.member("onOverdue", onOverdue)
      writer.member("onSuccess", onSuccess)
      if let order { writer.member("order", order) }
      writer.member("overdueAfterDurationUSec", overdueAfterDurationUSec)
      if let pathChange { writer.member("pathChange", pathChange) }
      writer.member("preventsSleep", preventsSleep)
      writer.member("randomizedDelayDurationUSec", randomizedDelayDurationUSec)
      writer.member("relax", relax)
      writer.member("repeatDurationUSec", repeatDurationUSec)
      writer.member("requiresBatteryNotLow", requiresBatteryNotLow)
      writer.member("requiresExternalPower", requiresExternalPower)
      writer.member("requiresIdle", requiresIdle)
      writer.member("requiresNetworkConnectivity", requiresNetworkConnectivity)
      writer.member("requiresStorageNotLow", requiresStorageNotLow)
      writer.member("requiresUnmeteredNetwork", requiresUnmeteredNetwork)
      writer.member("requiresVPN", requiresVPN)
      if let retry { writer.member("retry", retry) }
      writer.member("runtimeLimitDurationUSec", runtimeLimitDurationUSec)
      writer.member("sleepsThrough", sleepsThrough)
      if let strategy { writer.member("strategy", strategy) }
      writer.member("subtitle", subtitle)
      writer.member("template", template)
      writer.member("title", title)
      writer.member("toleranceDurationUSec", toleranceDurationUSec)
      if let transfer { writer.member("transfer", transfer) }
      writer.member("trustedUntilUSec", trustedUntilUSec)
      writer.member("unit", unit)
      if let unknownConditions { writer.member("unknownConditions", unknownConditions) }
      writer.member("when", when)
      writer.member("while", `while`)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let identifier: ClosedRange<Int> = 1...255
      package static let earliestBeginUSec: ClosedRange<Int64> = 0...253402300799999999
      package static let deadlineUSec: ClosedRange<Int64> = 0...253402300799999999
      package static let when: ClosedRange<Int> = 1...4096
      package static let `while`: ClosedRange<Int> = 1...4096
      package static let relax: ClosedRange<Int> = 1...4096
      package static let runtimeLimitDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      package static let repeatDurationUSec: ClosedRange<Int64> = 1000000...3162240000000000
      package static let calendar: ClosedRange<Int> = 1...16
      package static let randomizedDelayDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      package static let toleranceDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      package static let title: ClosedRange<Int> = 0...255
      package static let subtitle: ClosedRange<Int> = 0...255
      package static let label: ClosedRange<Int> = 0...64
      package static let unit: ClosedRange<Int> = 0...255
      package static let expectedDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      package static let checkpointFile: ClosedRange<Int> = 1...1024
      package static let freezeDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      package static let overdueAfterDurationUSec: ClosedRange<Int64> = 1000000...3162240000000000
      package static let onFailure: ClosedRange<Int> = 1...4096
      package static let onSuccess: ClosedRange<Int> = 1...4096
      package static let onOverdue: ClosedRange<Int> = 1...4096
      package static let template: ClosedRange<Int> = 0...255
      package static let content: ClosedRange<Int> = 0...16384
      package static let trustedUntilUSec: ClosedRange<Int64> = 0...9223372036854775807
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.bytes(identifier, Bounds.identifier, path, "identifier")
      try FieldCheck.number(earliestBeginUSec, Bounds.earliestBeginUSec, path, "earliestBeginUSec")
      try FieldCheck.number(deadlineUSec, Bounds.deadlineUSec, path, "deadlineUSec")
      try FieldCheck.bytes(when, Bounds.when, path, "when")
      try FieldCheck.bytes(`while`, Bounds.while, path, "while")
      try FieldCheck.bytes(relax, Bounds.relax, path, "relax")
      try FieldCheck.number(
        runtimeLimitDurationUSec, Bounds.runtimeLimitDurationUSec, path, "runtimeLimitDurationUSec"
      )
      try FieldCheck.number(repeatDurationUSec, Bounds.repeatDurationUSec, path, "repeatDurationUSec")
      try FieldCheck.elements(calendar, cut, Bounds.calendar, path, "calendar")
      try FieldCheck.number(
        randomizedDelayDurationUSec, Bounds.randomizedDelayDurationUSec, path, "randomizedDelayDurationUSec"
      )
      try FieldCheck.number(
        toleranceDurationUSec, Bounds.toleranceDurationUSec, path, "toleranceDurationUSec"
      )
      try FieldCheck.bytes(title, Bounds.title, path, "title")
      try FieldCheck.bytes(subtitle, Bounds.subtitle, path, "subtitle")
      try FieldCheck.bytes(label, Bounds.label, path, "label")
      try FieldCheck.bytes(unit, Bounds.unit, path, "unit")
      try FieldCheck.number(expectedDurationUSec, Bounds.expectedDurationUSec, path, "expectedDurationUSec")
      try FieldCheck.bytes(checkpointFile, Bounds.checkpointFile, path, "checkpointFile")
      try FieldCheck.number(freezeDurationUSec, Bounds.freezeDurationUSec, path, "freezeDurationUSec")
      try FieldCheck.number(
        overdueAfterDurationUSec, Bounds.overdueAfterDurationUSec, path, "overdueAfterDurationUSec"
      )
      try FieldCheck.bytes(onFailure, Bounds.onFailure, path, "onFailure")
      try FieldCheck.bytes(onSuccess, Bounds.onSuccess, path, "onSuccess")
      try FieldCheck.bytes(onOverdue, Bounds.onOverdue, path, "onOverdue")
      try FieldCheck.bytes(template, Bounds.template, path, "template")
      try FieldCheck.bytes(content, Bounds.content, path, "content")
      try FieldCheck.number(trustedUntilUSec, Bounds.trustedUntilUSec, path, "trustedUntilUSec")
      try retry?.checkBounds(at: path + "retry.")
      try command?.checkBounds(at: path + "command.")
      try limits?.checkBounds(at: path + "limits.")
      try order?.checkBounds(at: path + "order.")
      try pathChange?.checkBounds(at: path + "pathChange.")
      try transfer?.checkBounds(at: path + "transfer.")
    }
  }
}
