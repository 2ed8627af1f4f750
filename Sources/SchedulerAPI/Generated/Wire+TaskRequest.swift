// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// What is submitted. A field that is absent means what is said here.
  package struct TaskRequest: MessageValue {
    /// Unique per user among what is pending: parts of ASCII letters, digits, '-' and '_' with single dots
    /// between them, no '-' at the beginning (1 to 255 bytes).
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
    /// Needs a network. Absent: false.
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
    /// instance for root only; its activity is the run (9 to 255 bytes).
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

    /// What is not given is absent.
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
      limits: Wire.Limits? = nil
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
    }

    private static let fields: [StaticString] = [
      "calendar",
      "command",
      "deadlineUSec",
      "earliestBeginUSec",
      "freezeDurationUSec",
      "identifier",
      "kind",
      "label",
      "limits",
      "onConflict",
      "onDeadline",
      "onFailure",
      "onOverdue",
      "onSuccess",
      "overdueAfterDurationUSec",
      "preventsSleep",
      "randomizedDelayDurationUSec",
      "relax",
      "repeatDurationUSec",
      "requiresBatteryNotLow",
      "requiresExternalPower",
      "requiresIdle",
      "requiresNetworkConnectivity",
      "requiresStorageNotLow",
      "requiresUnmeteredNetwork",
      "requiresVPN",
      "retry",
      "runtimeLimitDurationUSec",
      "sleepsThrough",
      "strategy",
      "subtitle",
      "title",
      "toleranceDurationUSec",
      "unit",
      "unknownConditions",
      "when",
      "while"
    ]

    /// Takes the object that is next.
    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var identifier: String?
      var kind: Wire.Kind?
      var earliestBeginUSec: Int64?
      var deadlineUSec: Int64?
      var onDeadline: Wire.DeadlinePolicy?
      var requiresNetworkConnectivity: Bool?
      var requiresUnmeteredNetwork: Bool?
      var requiresExternalPower: Bool?
      var requiresIdle: Bool?
      var requiresBatteryNotLow: Bool?
      var requiresStorageNotLow: Bool?
      var requiresVPN: Bool?
      var when: String?
      var `while`: String?
      var relax: String?
      var unknownConditions: Wire.UnknownPolicy?
      var runtimeLimitDurationUSec: Int64?
      var repeatDurationUSec: Int64?
      var calendar: [String]?
      var randomizedDelayDurationUSec: Int64?
      var toleranceDurationUSec: Int64?
      var retry: Wire.Retry?
      var onConflict: Wire.ConflictPolicy?
      var command: Wire.Command?
      var title: String?
      var subtitle: String?
      var label: String?
      var strategy: Wire.SubmissionStrategy?
      var unit: String?
      var freezeDurationUSec: Int64?
      var overdueAfterDurationUSec: Int64?
      var onFailure: String?
      var onSuccess: String?
      var onOverdue: String?
      var preventsSleep: Bool?
      var sleepsThrough: Bool?
      var limits: Wire.Limits?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { calendar = try reader.texts() }
          case 1: if try !reader.null() { command = try Wire.Command(from: &reader) }
          case 2: if try !reader.null() { deadlineUSec = try reader.integer() }
          case 3: if try !reader.null() { earliestBeginUSec = try reader.integer() }
          case 4: if try !reader.null() { freezeDurationUSec = try reader.integer() }
          case 5: identifier = try reader.text()
          case 6: kind = try Wire.Kind(from: &reader)
          case 7: if try !reader.null() { label = try reader.text() }
          case 8: if try !reader.null() { limits = try Wire.Limits(from: &reader) }
          case 9: if try !reader.null() { onConflict = try Wire.ConflictPolicy(from: &reader) }
          case 10: if try !reader.null() { onDeadline = try Wire.DeadlinePolicy(from: &reader) }
          case 11: if try !reader.null() { onFailure = try reader.text() }
          case 12: if try !reader.null() { onOverdue = try reader.text() }
          case 13: if try !reader.null() { onSuccess = try reader.text() }
          case 14: if try !reader.null() { overdueAfterDurationUSec = try reader.integer() }
          case 15: if try !reader.null() { preventsSleep = try reader.flag() }
          case 16: if try !reader.null() { randomizedDelayDurationUSec = try reader.integer() }
          case 17: if try !reader.null() { relax = try reader.text() }
          case 18: if try !reader.null() { repeatDurationUSec = try reader.integer() }
          case 19: if try !reader.null() { requiresBatteryNotLow = try reader.flag() }
          case 20: if try !reader.null() { requiresExternalPower = try reader.flag() }
          case 21: if try !reader.null() { requiresIdle = try reader.flag() }
          case 22: if try !reader.null() { requiresNetworkConnectivity = try reader.flag() }
          case 23: if try !reader.null() { requiresStorageNotLow = try reader.flag() }
          case 24: if try !reader.null() { requiresUnmeteredNetwork = try reader.flag() }
          case 25: if try !reader.null() { requiresVPN = try reader.flag() }
          case 26: if try !reader.null() { retry = try Wire.Retry(from: &reader) }
          case 27: if try !reader.null() { runtimeLimitDurationUSec = try reader.integer() }
          case 28: if try !reader.null() { sleepsThrough = try reader.flag() }
          case 29: if try !reader.null() { strategy = try Wire.SubmissionStrategy(from: &reader) }
          case 30: if try !reader.null() { subtitle = try reader.text() }
          case 31: if try !reader.null() { title = try reader.text() }
          case 32: if try !reader.null() { toleranceDurationUSec = try reader.integer() }
          case 33: if try !reader.null() { unit = try reader.text() }
          case 34: if try !reader.null() { unknownConditions = try Wire.UnknownPolicy(from: &reader) }
          case 35: if try !reader.null() { when = try reader.text() }
          default: if try !reader.null() { `while` = try reader.text() }
        }
      }
      guard let identifier else {
        throw reader.missing("identifier", in: members, expected: "a string")
      }
      guard let kind else {
        throw reader.missing(
          "kind",
          in: members,
          expected: "one of \"refresh\", \"processing\", \"continued\""
        )
      }
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
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let calendar {
        writer.name("calendar")
        writer.array(calendar) { writer, element in writer.text(element) }
      }
      if let command {
        writer.name("command")
        command.write(to: &writer)
      }
      if let deadlineUSec {
        writer.name("deadlineUSec")
        writer.integer(deadlineUSec)
      }
      if let earliestBeginUSec {
        writer.name("earliestBeginUSec")
        writer.integer(earliestBeginUSec)
      }
      if let freezeDurationUSec {
        writer.name("freezeDurationUSec")
        writer.integer(freezeDurationUSec)
      }
      writer.name("identifier")
      writer.text(identifier)
      writer.name("kind")
      kind.write(to: &writer)
      if let label {
        writer.name("label")
        writer.text(label)
      }
      if let limits {
        writer.name("limits")
        limits.write(to: &writer)
      }
      if let onConflict {
        writer.name("onConflict")
        onConflict.write(to: &writer)
      }
      if let onDeadline {
        writer.name("onDeadline")
        onDeadline.write(to: &writer)
      }
      if let onFailure {
        writer.name("onFailure")
        writer.text(onFailure)
      }
      if let onOverdue {
        writer.name("onOverdue")
        writer.text(onOverdue)
      }
      if let onSuccess {
        writer.name("onSuccess")
        writer.text(onSuccess)
      }
      if let overdueAfterDurationUSec {
        writer.name("overdueAfterDurationUSec")
        writer.integer(overdueAfterDurationUSec)
      }
      if let preventsSleep {
        writer.name("preventsSleep")
        writer.flag(preventsSleep)
      }
      if let randomizedDelayDurationUSec {
        writer.name("randomizedDelayDurationUSec")
        writer.integer(randomizedDelayDurationUSec)
      }
      if let relax {
        writer.name("relax")
        writer.text(relax)
      }
      if let repeatDurationUSec {
        writer.name("repeatDurationUSec")
        writer.integer(repeatDurationUSec)
      }
      if let requiresBatteryNotLow {
        writer.name("requiresBatteryNotLow")
        writer.flag(requiresBatteryNotLow)
      }
      if let requiresExternalPower {
        writer.name("requiresExternalPower")
        writer.flag(requiresExternalPower)
      }
      if let requiresIdle {
        writer.name("requiresIdle")
        writer.flag(requiresIdle)
      }
      if let requiresNetworkConnectivity {
        writer.name("requiresNetworkConnectivity")
        writer.flag(requiresNetworkConnectivity)
      }
      if let requiresStorageNotLow {
        writer.name("requiresStorageNotLow")
        writer.flag(requiresStorageNotLow)
      }
      if let requiresUnmeteredNetwork {
        writer.name("requiresUnmeteredNetwork")
        writer.flag(requiresUnmeteredNetwork)
      }
      if let requiresVPN {
        writer.name("requiresVPN")
        writer.flag(requiresVPN)
      }
      if let retry {
        writer.name("retry")
        retry.write(to: &writer)
      }
      if let runtimeLimitDurationUSec {
        writer.name("runtimeLimitDurationUSec")
        writer.integer(runtimeLimitDurationUSec)
      }
      if let sleepsThrough {
        writer.name("sleepsThrough")
        writer.flag(sleepsThrough)
      }
      if let strategy {
        writer.name("strategy")
        strategy.write(to: &writer)
      }
      if let subtitle {
        writer.name("subtitle")
        writer.text(subtitle)
      }
      if let title {
        writer.name("title")
        writer.text(title)
      }
      if let toleranceDurationUSec {
        writer.name("toleranceDurationUSec")
        writer.integer(toleranceDurationUSec)
      }
      if let unit {
        writer.name("unit")
        writer.text(unit)
      }
      if let unknownConditions {
        writer.name("unknownConditions")
        unknownConditions.write(to: &writer)
      }
      if let when {
        writer.name("when")
        writer.text(when)
      }
      if let `while` {
        writer.name("while")
        writer.text(`while`)
      }
      writer.endObject()
    }

    /// What fields may say: numbers, or how many bytes or elements.
    package enum Bounds {
      /// Of `identifier`.
      package static let identifier: ClosedRange<Int> = 1...255
      /// Of `earliestBeginUSec`.
      package static let earliestBeginUSec: ClosedRange<Int64> = 0...253402300799999999
      /// Of `deadlineUSec`.
      package static let deadlineUSec: ClosedRange<Int64> = 0...253402300799999999
      /// Of `when`.
      package static let when: ClosedRange<Int> = 1...4096
      /// Of `while`.
      package static let `while`: ClosedRange<Int> = 1...4096
      /// Of `relax`.
      package static let relax: ClosedRange<Int> = 1...4096
      /// Of `runtimeLimitDurationUSec`.
      package static let runtimeLimitDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      /// Of `repeatDurationUSec`.
      package static let repeatDurationUSec: ClosedRange<Int64> = 1000000...3162240000000000
      /// Of `calendar`.
      package static let calendar: ClosedRange<Int> = 1...16
      /// Of `randomizedDelayDurationUSec`.
      package static let randomizedDelayDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      /// Of `toleranceDurationUSec`.
      package static let toleranceDurationUSec: ClosedRange<Int64> = 0...3162240000000000
      /// Of `title`.
      package static let title: ClosedRange<Int> = 0...255
      /// Of `subtitle`.
      package static let subtitle: ClosedRange<Int> = 0...255
      /// Of `label`.
      package static let label: ClosedRange<Int> = 0...64
      /// Of `unit`.
      package static let unit: ClosedRange<Int> = 9...255
      /// Of `freezeDurationUSec`.
      package static let freezeDurationUSec: ClosedRange<Int64> = 1...3162240000000000
      /// Of `overdueAfterDurationUSec`.
      package static let overdueAfterDurationUSec: ClosedRange<Int64> = 1000000...3162240000000000
      /// Of `onFailure`.
      package static let onFailure: ClosedRange<Int> = 1...4096
      /// Of `onSuccess`.
      package static let onSuccess: ClosedRange<Int> = 1...4096
      /// Of `onOverdue`.
      package static let onOverdue: ClosedRange<Int> = 1...4096
    }

    /// Holds what the fields say against their bounds.
    /// - Parameter path: What their names follow in errors; ends in a dot.
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
      try retry?.checkBounds(at: path + "retry.")
      try command?.checkBounds(at: path + "command.")
      try limits?.checkBounds(at: path + "limits.")
    }
  }
}
