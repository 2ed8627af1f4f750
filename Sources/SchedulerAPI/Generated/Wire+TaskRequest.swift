// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

extension Wire {
  /// What is submitted. A field that is absent means what is said here.
  package struct TaskRequest: MessageValue {
    /// Unique per user among what is pending: parts of ASCII letters, digits, '-' and '_' with single dots
    /// between them, no '-' at the beginning, or two such names with one '@' between them (1 to 255 bytes).
    package var identifier: String
    /// The kind of work.
    package var kind: Wire.Kind
    /// Never earlier than this date (0 to 253402300799999999). Absent: at once.
    package var earliestBeginUSec: Int64?
    /// When it should have begun, a date no earlier than earliestBeginUSec (0 to 253402300799999999). Absent:
    /// none.
    package var deadlineUSec: Int64?
    /// What happens when the deadline passes first. Absent: wait.
    package var onDeadline: Wire.DeadlinePolicy?
    /// Needs a network. Absent: true where kind is transfer, else false.
    package var requiresNetworkConnectivity: Bool?
    /// Needs a network that is not paid for by volume. Absent: false.
    package var requiresUnmeteredNetwork: Bool?
    /// Needs power from outside. Absent: false.
    package var requiresExternalPower: Bool?
    /// Needs a machine that nobody uses. Absent: for processing work as ProcessingRequiresIdle= says, else
    /// false.
    package var requiresIdle: Bool?
    /// Needs a battery above the low mark, or power from outside. Absent: false.
    package var requiresBatteryNotLow: Bool?
    /// Needs room on the disk. Absent: false.
    package var requiresStorageNotLow: Bool?
    /// Needs a private network (VPN). Absent: false.
    package var requiresVPN: Bool?
    /// What must hold for a run to start, besides the fields above: an expression, see bgtask-when(7) (1 to
    /// 4096 bytes). Absent: nothing.
    package var when: String?
    /// What must hold for a run to start and go on holding while it lasts: an expression (1 to 4096 bytes).
    /// Absent: what the fields above and when ask of power, network and idleness.
    package var `while`: String?
    /// What it stops asking for when it has waited for long enough: "after 1d without idle; after 7d without
    /// unmetered" (1 to 4096 bytes). Absent: nothing.
    package var relax: String?
    /// What conditions do that nobody reports. Absent: as UnknownConditions= says.
    package var unknownConditions: Wire.UnknownPolicy?
    /// How long a run may take, up to what the administrator allows (1 to 3162240000000000). Absent: the
    /// kind's limit.
    package var runtimeLimitDurationUSec: Int64?
    /// Begins again every so often (1000000 to 3162240000000000). Absent: once.
    package var repeatDurationUSec: Int64?
    /// Begins at dates of the calendar (1 to 16 elements): expressions of systemd.time(7), "Calendar Events",
    /// each up to 256 bytes, in the machine's zone where they name none. The first one is at or after
    /// earliestBeginUSec; what was missed is made up for once. Not together with repeatDurationUSec, and not
    /// where kind is continued. Absent: none.
    package var calendar: [String]?
    /// Each of those dates is put off by up to so long (0 to 3162240000000000), always by as much for this
    /// task on this machine. Absent: 0.
    package var randomizedDelayDurationUSec: Int64?
    /// What becomes of its dates where the clock is put forward or back. Absent: what the clock skips is no
    /// date, and what it shows twice is one, unless the expression allows every hour. Only with calendar.
    package var clockChange: Wire.ClockChange?
    /// How much later it may begin for the sake of a shared wake-up (0 to 3162240000000000). Absent: 0.
    package var toleranceDurationUSec: Int64?
    /// How it is tried again after a failure. Absent: not at all.
    package var retry: Wire.Retry?
    /// What happens when the identifier is pending already. Absent: replace.
    package var onConflict: Wire.ConflictPolicy?
    /// The program to run. Absent: the task is for the application that handles the identifier, unless there
    /// is a unit.
    package var command: Wire.Command?
    /// What it is, for people: one line (up to 255 bytes).
    package var title: String?
    /// More about it, for people: one line (up to 255 bytes).
    package var subtitle: String?
    /// What people call it, in lists and in the journal: one line (up to 64 bytes).
    package var label: String?
    /// Only where kind is continued: what it wants when there is no room. Absent: queue.
    package var strategy: Wire.SubmissionStrategy?
    /// An existing unit of systemd (NAME.service) that is started instead of a command, in the system's
    /// instance for root only; its activity is the run (up to 255 bytes).
    package var unit: String?
    /// So long the work stands still when a requirement is lost, in the hope that it comes back, before it is
    /// told to stop (1 to 3162240000000000). Absent: it is told at once. Only where programs are units of
    /// systemd.
    package var freezeDurationUSec: Int64?
    /// Without success for so long it is overdue, which is said once (1000000 to 3162240000000000). It counts
    /// from its last success or, before there is one, from when it was accepted, and goes on when the same
    /// identifier is submitted again. Absent: never.
    package var overdueAfterDurationUSec: Int64?
    /// What is started when a run has failed and is not tried again (1 to 4096 bytes). What begins with a
    /// slash is a program with its arguments, quoted as in systemd.syntax(7): it runs as a task of the same
    /// user, IDENTIFIER:failure, for up to 5 minutes, with BGTASK_TRIGGER, BGTASK_OF, BGTASK_OF_RUN,
    /// BGTASK_RESULT, BGTASK_EXIT_STATUS, BGTASK_REASON and BGTASK_JSON in its environment and a report with
    /// the last output on its standard input. Else it is the identifier of another task of the user, which
    /// waits: its date has come then. Nothing causes itself. Absent: nothing.
    package var onFailure: String?
    /// The same when a run has succeeded (1 to 4096 bytes). Absent: nothing.
    package var onSuccess: String?
    /// The same when the task is overdue (1 to 4096 bytes). Absent: nothing.
    package var onOverdue: String?
    /// The machine is kept from going to sleep by itself while a run lasts and power comes from outside.
    /// Absent: false.
    package var preventsSleep: Bool?
    /// A run is frozen with a machine that goes to sleep instead of being told to stop. Absent: yes with a
    /// command, no without.
    package var sleepsThrough: Bool?
    /// What a run of the command may take and touch. Absent: what Limits says of absent fields.
    package var limits: Wire.Limits?
    /// What it comes after, and beside what it does not run. Absent: after nothing, beside anything.
    package var order: Wire.Order?
    /// It begins each time when one of these has changed since its last run ended or, before there is one,
    /// since it was submitted. What changes while it runs is taken for its own work. Not with
    /// repeatDurationUSec, calendar, deadlineUSec, order.repeats or the kind continued. Absent: none.
    package var pathChange: Wire.PathChange?
    /// The template that it is an instance of, for people: one line (up to 255 bytes). Absent: none.
    package var template: String?
    /// The file that comes or goes, where kind is transfer and only there. Absent: none.
    package var transfer: Wire.Transfer?
    /// What the application that handles it is told with each run, such as JSON: one line, which nobody else
    /// reads (up to 16384 bytes). Not with a command or a unit. Absent: nothing.
    package var content: String?

    /// Creates the structure; optional fields are absent unless they are given.
    package init(
      identifier: String,
      kind: Wire.Kind,
      earliestBeginUSec: Int64? = nil,
      deadlineUSec: Int64? = nil,
      onDeadline: Wire.DeadlinePolicy? = nil,
      requiresNetworkConnectivity: Bool? = nil,
      requiresUnmeteredNetwork: Bool? = nil,
      requiresExternalPower: Bool? = nil,
      requiresIdle: Bool? = nil,
      requiresBatteryNotLow: Bool? = nil,
      requiresStorageNotLow: Bool? = nil,
      requiresVPN: Bool? = nil,
      when: String? = nil,
      `while`: String? = nil,
      relax: String? = nil,
      unknownConditions: Wire.UnknownPolicy? = nil,
      runtimeLimitDurationUSec: Int64? = nil,
      repeatDurationUSec: Int64? = nil,
      calendar: [String]? = nil,
      randomizedDelayDurationUSec: Int64? = nil,
      clockChange: Wire.ClockChange? = nil,
      toleranceDurationUSec: Int64? = nil,
      retry: Wire.Retry? = nil,
      onConflict: Wire.ConflictPolicy? = nil,
      command: Wire.Command? = nil,
      title: String? = nil,
      subtitle: String? = nil,
      label: String? = nil,
      strategy: Wire.SubmissionStrategy? = nil,
      unit: String? = nil,
      freezeDurationUSec: Int64? = nil,
      overdueAfterDurationUSec: Int64? = nil,
      onFailure: String? = nil,
      onSuccess: String? = nil,
      onOverdue: String? = nil,
      preventsSleep: Bool? = nil,
      sleepsThrough: Bool? = nil,
      limits: Wire.Limits? = nil,
      order: Wire.Order? = nil,
      pathChange: Wire.PathChange? = nil,
      template: String? = nil,
      transfer: Wire.Transfer? = nil,
      content: String? = nil
    ) {
      self.identifier = identifier
      self.kind = kind
      self.earliestBeginUSec = earliestBeginUSec
      self.deadlineUSec = deadlineUSec
      self.onDeadline = onDeadline
      self.requiresNetworkConnectivity = requiresNetworkConnectivity
      self.requiresUnmeteredNetwork = requiresUnmeteredNetwork
      self.requiresExternalPower = requiresExternalPower
      self.requiresIdle = requiresIdle
      self.requiresBatteryNotLow = requiresBatteryNotLow
      self.requiresStorageNotLow = requiresStorageNotLow
      self.requiresVPN = requiresVPN
      self.when = when
      self.while = `while`
      self.relax = relax
      self.unknownConditions = unknownConditions
      self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
      self.repeatDurationUSec = repeatDurationUSec
      self.calendar = calendar
      self.randomizedDelayDurationUSec = randomizedDelayDurationUSec
      self.clockChange = clockChange
      self.toleranceDurationUSec = toleranceDurationUSec
      self.retry = retry
      self.onConflict = onConflict
      self.command = command
      self.title = title
      self.subtitle = subtitle
      self.label = label
      self.strategy = strategy
      self.unit = unit
      self.freezeDurationUSec = freezeDurationUSec
      self.overdueAfterDurationUSec = overdueAfterDurationUSec
      self.onFailure = onFailure
      self.onSuccess = onSuccess
      self.onOverdue = onOverdue
      self.preventsSleep = preventsSleep
      self.sleepsThrough = sleepsThrough
      self.limits = limits
      self.order = order
      self.pathChange = pathChange
      self.template = template
      self.transfer = transfer
      self.content = content
    }

    /// The bounds of fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      /// The bounds of `identifier`.
      package static let identifier: ClosedRange<Int> = 1...255
      /// The bounds of `earliestBeginUSec`.
      package static let earliestBeginUSec: ClosedRange<Int64> = 0...253402300799999999
      /// The bounds of `deadlineUSec`.
      package static let deadlineUSec: ClosedRange<Int64> = 0...253402300799999999
      /// The bounds of `when`.
      package static let when: ClosedRange<Int> = 1...4096
      /// The bounds of `while`.
      package static let `while`: ClosedRange<Int> = 1...4096
      /// The bounds of `relax`.
      package static let relax: ClosedRange<Int> = 1...4096
      /// The bounds of `runtimeLimitDurationUSec`.
      package static let runtimeLimitDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      /// The bounds of `repeatDurationUSec`.
      package static let repeatDurationUSec: ClosedRange<Int64> = 1000000...3162240000000000
      /// The bounds of `calendar`.
      package static let calendar: ClosedRange<Int> = 1...16
      /// The bounds of `randomizedDelayDurationUSec`.
      package static let randomizedDelayDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      /// The bounds of `toleranceDurationUSec`.
      package static let toleranceDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      /// The bounds of `title`.
      package static let title: ClosedRange<Int> = 0...255
      /// The bounds of `subtitle`.
      package static let subtitle: ClosedRange<Int> = 0...255
      /// The bounds of `label`.
      package static let label: ClosedRange<Int> = 0...64
      /// The bounds of `unit`.
      package static let unit: ClosedRange<Int> = 0...255
      /// The bounds of `freezeDurationUSec`.
      package static let freezeDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      /// The bounds of `overdueAfterDurationUSec`.
      package static let overdueAfterDurationUSec: ClosedRange<Int64> = 1000000...3162240000000000
      /// The bounds of `onFailure`.
      package static let onFailure: ClosedRange<Int> = 1...4096
      /// The bounds of `onSuccess`.
      package static let onSuccess: ClosedRange<Int> = 1...4096
      /// The bounds of `onOverdue`.
      package static let onOverdue: ClosedRange<Int> = 1...4096
      /// The bounds of `template`.
      package static let template: ClosedRange<Int> = 0...255
      /// The bounds of `content`.
      package static let content: ClosedRange<Int> = 0...16384
    }

    /// Holds what the fields say against their bounds.
    /// - Parameter path: The prefix of the names in errors; ends in a dot.
    /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.bytes(identifier, Bounds.identifier, path, "identifier")
      try FieldCheck.number(earliestBeginUSec, Bounds.earliestBeginUSec, path, "earliestBeginUSec")
      try FieldCheck.number(deadlineUSec, Bounds.deadlineUSec, path, "deadlineUSec")
      try FieldCheck.bytes(when, Bounds.when, path, "when")
      try FieldCheck.bytes(`while`, Bounds.while, path, "while")
      try FieldCheck.bytes(relax, Bounds.relax, path, "relax")
      try FieldCheck.number(
        runtimeLimitDurationUSec,
        Bounds.runtimeLimitDurationUSec,
        path,
        "runtimeLimitDurationUSec"
      )
      try FieldCheck.number(repeatDurationUSec, Bounds.repeatDurationUSec, path, "repeatDurationUSec")
      try FieldCheck.elements(calendar, Bounds.calendar, path, "calendar")
      try FieldCheck.number(
        randomizedDelayDurationUSec,
        Bounds.randomizedDelayDurationUSec,
        path,
        "randomizedDelayDurationUSec"
      )
      try FieldCheck.number(
        toleranceDurationUSec,
        Bounds.toleranceDurationUSec,
        path,
        "toleranceDurationUSec"
      )
      try FieldCheck.bytes(title, Bounds.title, path, "title")
      try FieldCheck.bytes(subtitle, Bounds.subtitle, path, "subtitle")
      try FieldCheck.bytes(label, Bounds.label, path, "label")
      try FieldCheck.bytes(unit, Bounds.unit, path, "unit")
      try FieldCheck.number(freezeDurationUSec, Bounds.freezeDurationUSec, path, "freezeDurationUSec")
      try FieldCheck.number(
        overdueAfterDurationUSec,
        Bounds.overdueAfterDurationUSec,
        path,
        "overdueAfterDurationUSec"
      )
      try FieldCheck.bytes(onFailure, Bounds.onFailure, path, "onFailure")
      try FieldCheck.bytes(onSuccess, Bounds.onSuccess, path, "onSuccess")
      try FieldCheck.bytes(onOverdue, Bounds.onOverdue, path, "onOverdue")
      try FieldCheck.bytes(template, Bounds.template, path, "template")
      try FieldCheck.bytes(content, Bounds.content, path, "content")
      try retry?.checkBounds(at: path + "retry.")
      try command?.checkBounds(at: path + "command.")
      try limits?.checkBounds(at: path + "limits.")
      try order?.checkBounds(at: path + "order.")
      try pathChange?.checkBounds(at: path + "pathChange.")
      try transfer?.checkBounds(at: path + "transfer.")
    }
  }
}
