// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
public import SchedulerCore
public import Varlink

/// The types of `io.bgtaskd.Scheduler`, by their names in the protocol.
public enum Wire {}

extension Wire {
  /// refresh: a short, frequent update (about 30 s). processing: minutes or hours, at a quiet time.
  /// continued: started by a person now, shows progress, goes on in the background.
  public typealias Kind = SchedulerCore.Kind
}

extension Wire {
  /// waiting: date or requirements not met yet. launching: its application is being started.
  /// running: it works. expiring: it was told to stop and has its grace period.
  public typealias TaskState = SchedulerCore.TaskState
}

extension Wire {
  /// What becomes of a submission whose identifier is already pending.
  public typealias ConflictPolicy = SchedulerCore.ConflictPolicy
}

extension Wire {
  /// What happens when deadlineUSec passes and the task has not begun: keep waiting, run it even though
  /// requirements do not hold, or drop it (it ends as missed).
  public typealias DeadlinePolicy = SchedulerCore.DeadlinePolicy
}

extension Wire {
  /// What a continued request wants when it cannot start at once: wait for its turn, or fail with
  /// ImmediateRunIneligible.
  public typealias SubmissionStrategy = SchedulerCore.SubmissionStrategy
}

extension Wire {
  /// How the pauses between attempts grow. none: there is no other attempt, whatever became of the first; only what
  /// the machine's sleep or shutdown interrupted begins again. The lengths and maximumAttempts mean nothing then.
  public typealias Backoff = SchedulerCore.Backoff
}

extension Wire {
  /// How a task is tried again after a failure.
  public struct Retry: MessageValue {
    /// How the pauses grow.
    public var backoff: Wire.Backoff
    /// The first pause (0 to 3162240000000000). Absent: 30 s, or the longest if that is shorter.
    public var initialDurationUSec: Int64?
    /// No pause is longer, and it is no shorter than the first (1 to 3162240000000000). Absent: 5 h, or the first
    /// if that is longer.
    public var maximumDurationUSec: Int64?
    /// Attempts in all, the first included (1 to 1000). Absent: 10.
    public var maximumAttempts: Int?

    /// What is not given is absent.
    public init(
      backoff: Wire.Backoff,
      initialDurationUSec: Int64? = nil,
      maximumDurationUSec: Int64? = nil,
      maximumAttempts: Int? = nil
    ) {
      self.backoff = backoff
      self.initialDurationUSec = initialDurationUSec
      self.maximumDurationUSec = maximumDurationUSec
      self.maximumAttempts = maximumAttempts
    }

    private static let fields: [StaticString] = [
      "backoff",
      "initialDurationUSec",
      "maximumAttempts",
      "maximumDurationUSec"
    ]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var backoff: Wire.Backoff?
      var initialDurationUSec: Int64?
      var maximumDurationUSec: Int64?
      var maximumAttempts: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: backoff = try Wire.Backoff(from: &reader)
          case 1: if try !reader.null() { initialDurationUSec = try reader.integer() }
          case 2: if try !reader.null() { maximumAttempts = Int(try reader.integer()) }
          default: if try !reader.null() { maximumDurationUSec = try reader.integer() }
        }
      }
      guard let backoff else {
        throw reader.missing("backoff", in: members, expected: "one of \"none\", \"linear\", \"exponential\"")
      }
      self.backoff = backoff
      self.initialDurationUSec = initialDurationUSec
      self.maximumDurationUSec = maximumDurationUSec
      self.maximumAttempts = maximumAttempts
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("backoff")
      backoff.write(to: &writer)
      if let initialDurationUSec {
        writer.name("initialDurationUSec")
        writer.integer(initialDurationUSec)
      }
      if let maximumAttempts {
        writer.name("maximumAttempts")
        writer.integer(maximumAttempts)
      }
      if let maximumDurationUSec {
        writer.name("maximumDurationUSec")
        writer.integer(maximumDurationUSec)
      }
      writer.endObject()
    }
  }
}

extension Wire {
  /// A program to run, as the user who submits it.
  public struct Command: MessageValue {
    /// The program, by its absolute path, and its arguments (1 to 1024 elements), together up to 128 KiB. They can
    /// be read by every user while the program runs.
    public var argv: [String]
    /// Where it runs, an absolute path (up to 4095 bytes). Absent: the user's home.
    public var workingDirectory: String?
    /// What is added to its environment (up to 256 elements), together up to 128 KiB. Names that begin with BGTASK
    /// are the daemon's.
    public var environment: [String: String]?

    /// What is not given is absent.
    public init(argv: [String], workingDirectory: String? = nil, environment: [String: String]? = nil) {
      self.argv = argv
      self.workingDirectory = workingDirectory
      self.environment = environment
    }

    private static let fields: [StaticString] = ["argv", "environment", "workingDirectory"]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var argv: [String]?
      var workingDirectory: String?
      var environment: [String: String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: argv = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
          case 1: if try !reader.null() { environment = try reader.map { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() } }
          default: if try !reader.null() { workingDirectory = try reader.text() }
        }
      }
      guard let argv else {
        throw reader.missing("argv", in: members, expected: "an array")
      }
      self.argv = argv
      self.workingDirectory = workingDirectory
      self.environment = environment
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("argv")
      writer.array(argv) { writer, element in writer.text(element) }
      if let environment {
        writer.name("environment")
        writer.map(environment) { writer, element in writer.text(element) }
      }
      if let workingDirectory {
        writer.name("workingDirectory")
        writer.text(workingDirectory)
      }
      writer.endObject()
    }
  }
}

extension Wire {
  /// What is submitted. A field that is absent means what is said here.
  public struct TaskRequest: MessageValue {
    /// Unique per user among what is pending: parts of ASCII letters, digits, '-' and '_' with single dots between
    /// them, no '-' at the beginning (1 to 255 bytes).
    public var identifier: String
    /// The kind of work.
    public var kind: Wire.Kind
    /// Never earlier than this date (0 to 253402300799999999). Absent: at once.
    public var earliestBeginUSec: Int64?
    /// When it should have begun, a date no earlier than earliestBeginUSec (0 to 253402300799999999). Absent: none.
    public var deadlineUSec: Int64?
    /// What happens when the deadline passes first. Absent: wait.
    public var onDeadline: Wire.DeadlinePolicy?
    /// Needs a network. Absent: false.
    public var requiresNetworkConnectivity: Bool?
    /// Needs a network that is not paid for by volume. Absent: false.
    public var requiresUnmeteredNetwork: Bool?
    /// Needs power from outside. Absent: false.
    public var requiresExternalPower: Bool?
    /// Needs a machine that nobody uses. Absent: for processing work as ProcessingRequiresIdle= says, else false.
    public var requiresIdle: Bool?
    /// Needs a battery above the low mark, or power from outside. Absent: false.
    public var requiresBatteryNotLow: Bool?
    /// Needs room on the disk. Absent: false.
    public var requiresStorageNotLow: Bool?
    /// How long a run may take, up to what the administrator allows (1 to 3162240000000000). Absent: the kind's
    /// limit.
    public var runtimeLimitDurationUSec: Int64?
    /// Begins again every so often (1000000 to 3162240000000000). Absent: once.
    public var repeatDurationUSec: Int64?
    /// How much later it may begin for the sake of a shared wake-up (0 to 3162240000000000). Absent: 0.
    public var toleranceDurationUSec: Int64?
    /// How it is tried again after a failure. Absent: not at all.
    public var retry: Wire.Retry?
    /// What happens when the identifier is pending already. Absent: replace.
    public var onConflict: Wire.ConflictPolicy?
    /// The program to run. Absent: the task is for the application that handles the identifier, unless there is a
    /// unit.
    public var command: Wire.Command?
    /// What it is, for people: one line (up to 255 bytes).
    public var title: String?
    /// More about it, for people: one line (up to 255 bytes).
    public var subtitle: String?
    /// Only where kind is continued: what it wants when there is no room. Absent: queue.
    public var strategy: Wire.SubmissionStrategy?
    /// An existing unit of systemd (NAME.service) that is started instead of a command, in the system's instance
    /// for root only; its activity is the run (9 to 255 bytes).
    public var unit: String?
    /// So long the work stands still when a requirement is lost, in the hope that it comes back, before it is told
    /// to stop (1 to 3162240000000000). Absent: it is told at once. Only where programs are units of systemd.
    public var freezeDurationUSec: Int64?
    /// The machine is kept from going to sleep by itself while a run lasts and power comes from outside. Absent:
    /// false.
    public var preventsSleep: Bool?
    /// A run is frozen with a machine that goes to sleep instead of being told to stop. Absent: yes with a command,
    /// no without.
    public var sleepsThrough: Bool?

    /// What is not given is absent.
    public init(
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
      runtimeLimitDurationUSec: Int64? = nil,
      repeatDurationUSec: Int64? = nil,
      toleranceDurationUSec: Int64? = nil,
      retry: Wire.Retry? = nil,
      onConflict: Wire.ConflictPolicy? = nil,
      command: Wire.Command? = nil,
      title: String? = nil,
      subtitle: String? = nil,
      strategy: Wire.SubmissionStrategy? = nil,
      unit: String? = nil,
      freezeDurationUSec: Int64? = nil,
      preventsSleep: Bool? = nil,
      sleepsThrough: Bool? = nil
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
      self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
      self.repeatDurationUSec = repeatDurationUSec
      self.toleranceDurationUSec = toleranceDurationUSec
      self.retry = retry
      self.onConflict = onConflict
      self.command = command
      self.title = title
      self.subtitle = subtitle
      self.strategy = strategy
      self.unit = unit
      self.freezeDurationUSec = freezeDurationUSec
      self.preventsSleep = preventsSleep
      self.sleepsThrough = sleepsThrough
    }

    private static let fields: [StaticString] = [
      "command",
      "deadlineUSec",
      "earliestBeginUSec",
      "freezeDurationUSec",
      "identifier",
      "kind",
      "onConflict",
      "onDeadline",
      "preventsSleep",
      "repeatDurationUSec",
      "requiresBatteryNotLow",
      "requiresExternalPower",
      "requiresIdle",
      "requiresNetworkConnectivity",
      "requiresStorageNotLow",
      "requiresUnmeteredNetwork",
      "retry",
      "runtimeLimitDurationUSec",
      "sleepsThrough",
      "strategy",
      "subtitle",
      "title",
      "toleranceDurationUSec",
      "unit"
    ]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
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
      var runtimeLimitDurationUSec: Int64?
      var repeatDurationUSec: Int64?
      var toleranceDurationUSec: Int64?
      var retry: Wire.Retry?
      var onConflict: Wire.ConflictPolicy?
      var command: Wire.Command?
      var title: String?
      var subtitle: String?
      var strategy: Wire.SubmissionStrategy?
      var unit: String?
      var freezeDurationUSec: Int64?
      var preventsSleep: Bool?
      var sleepsThrough: Bool?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { command = try Wire.Command(from: &reader) }
          case 1: if try !reader.null() { deadlineUSec = try reader.integer() }
          case 2: if try !reader.null() { earliestBeginUSec = try reader.integer() }
          case 3: if try !reader.null() { freezeDurationUSec = try reader.integer() }
          case 4: identifier = try reader.text()
          case 5: kind = try Wire.Kind(from: &reader)
          case 6: if try !reader.null() { onConflict = try Wire.ConflictPolicy(from: &reader) }
          case 7: if try !reader.null() { onDeadline = try Wire.DeadlinePolicy(from: &reader) }
          case 8: if try !reader.null() { preventsSleep = try reader.flag() }
          case 9: if try !reader.null() { repeatDurationUSec = try reader.integer() }
          case 10: if try !reader.null() { requiresBatteryNotLow = try reader.flag() }
          case 11: if try !reader.null() { requiresExternalPower = try reader.flag() }
          case 12: if try !reader.null() { requiresIdle = try reader.flag() }
          case 13: if try !reader.null() { requiresNetworkConnectivity = try reader.flag() }
          case 14: if try !reader.null() { requiresStorageNotLow = try reader.flag() }
          case 15: if try !reader.null() { requiresUnmeteredNetwork = try reader.flag() }
          case 16: if try !reader.null() { retry = try Wire.Retry(from: &reader) }
          case 17: if try !reader.null() { runtimeLimitDurationUSec = try reader.integer() }
          case 18: if try !reader.null() { sleepsThrough = try reader.flag() }
          case 19: if try !reader.null() { strategy = try Wire.SubmissionStrategy(from: &reader) }
          case 20: if try !reader.null() { subtitle = try reader.text() }
          case 21: if try !reader.null() { title = try reader.text() }
          case 22: if try !reader.null() { toleranceDurationUSec = try reader.integer() }
          default: if try !reader.null() { unit = try reader.text() }
        }
      }
      guard let identifier else {
        throw reader.missing("identifier", in: members, expected: "a string")
      }
      guard let kind else {
        throw reader.missing("kind", in: members, expected: "one of \"refresh\", \"processing\", \"continued\"")
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
      self.runtimeLimitDurationUSec = runtimeLimitDurationUSec
      self.repeatDurationUSec = repeatDurationUSec
      self.toleranceDurationUSec = toleranceDurationUSec
      self.retry = retry
      self.onConflict = onConflict
      self.command = command
      self.title = title
      self.subtitle = subtitle
      self.strategy = strategy
      self.unit = unit
      self.freezeDurationUSec = freezeDurationUSec
      self.preventsSleep = preventsSleep
      self.sleepsThrough = sleepsThrough
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
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
      if let onConflict {
        writer.name("onConflict")
        onConflict.write(to: &writer)
      }
      if let onDeadline {
        writer.name("onDeadline")
        onDeadline.write(to: &writer)
      }
      if let preventsSleep {
        writer.name("preventsSleep")
        writer.flag(preventsSleep)
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
      writer.endObject()
    }
  }
}

extension Wire {
  /// How far a run is.
  public struct Progress: MessageValue {
    /// Units done (0 to 9223372036854775807).
    public var completedUnitCount: Int64
    /// Units in all; 0 is not known (0 to 9223372036854775807).
    public var totalUnitCount: Int64
    /// What it is doing, for people.
    public var title: String?
    /// More about it, for people.
    public var subtitle: String?

    /// What is not given is absent.
    public init(
      completedUnitCount: Int64,
      totalUnitCount: Int64,
      title: String? = nil,
      subtitle: String? = nil
    ) {
      self.completedUnitCount = completedUnitCount
      self.totalUnitCount = totalUnitCount
      self.title = title
      self.subtitle = subtitle
    }

    private static let fields: [StaticString] = [
      "completedUnitCount",
      "subtitle",
      "title",
      "totalUnitCount"
    ]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var completedUnitCount: Int64?
      var totalUnitCount: Int64?
      var title: String?
      var subtitle: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: completedUnitCount = try reader.integer()
          case 1: if try !reader.null() { subtitle = try reader.text() }
          case 2: if try !reader.null() { title = try reader.text() }
          default: totalUnitCount = try reader.integer()
        }
      }
      guard let completedUnitCount else {
        throw reader.missing("completedUnitCount", in: members)
      }
      guard let totalUnitCount else {
        throw reader.missing("totalUnitCount", in: members)
      }
      self.completedUnitCount = completedUnitCount
      self.totalUnitCount = totalUnitCount
      self.title = title
      self.subtitle = subtitle
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("completedUnitCount")
      writer.integer(completedUnitCount)
      if let subtitle {
        writer.name("subtitle")
        writer.text(subtitle)
      }
      if let title {
        writer.name("title")
        writer.text(title)
      }
      writer.name("totalUnitCount")
      writer.integer(totalUnitCount)
      writer.endObject()
    }
  }
}

extension Wire {
  /// A pending or running task.
  public struct Task: MessageValue {
    /// What was submitted; the dates of a repeating task are those of its next run.
    public var request: Wire.TaskRequest
    /// Whose it is (0 to 4294967295).
    public var uid: UInt32
    /// Where it is on its way.
    public var state: Wire.TaskState
    /// When it was accepted, a date.
    public var submittedUSec: Int64
    /// The number of its next run, or of the one that it is in; from 1.
    public var attempt: Int
    /// Its run, unless it waits.
    public var runId: String?
    /// How far its run is.
    public var progress: Wire.Progress?
    /// The first reason why it waits; Explain gives all of them. Of a running task: why its work stands still.
    public var reason: Wire.Reason?
    /// When its run was launched.
    public var startedUSec: Int64?
    /// The file that asks for it (tasks.d), for what nobody submitted. Submit and SubmitBatch refuse its identifier
    /// (NotPermitted).
    public var declaredIn: String?
    /// The name of the manifest that permits its identifier, where an application handles it; said by Submit, List
    /// and Get.
    public var application: String?

    /// What is not given is absent.
    public init(
      request: Wire.TaskRequest,
      uid: UInt32,
      state: Wire.TaskState,
      submittedUSec: Int64,
      attempt: Int,
      runId: String? = nil,
      progress: Wire.Progress? = nil,
      reason: Wire.Reason? = nil,
      startedUSec: Int64? = nil,
      declaredIn: String? = nil,
      application: String? = nil
    ) {
      self.request = request
      self.uid = uid
      self.state = state
      self.submittedUSec = submittedUSec
      self.attempt = attempt
      self.runId = runId
      self.progress = progress
      self.reason = reason
      self.startedUSec = startedUSec
      self.declaredIn = declaredIn
      self.application = application
    }

    private static let fields: [StaticString] = [
      "application",
      "attempt",
      "declaredIn",
      "progress",
      "reason",
      "request",
      "runId",
      "startedUSec",
      "state",
      "submittedUSec",
      "uid"
    ]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var request: Wire.TaskRequest?
      var uid: UInt32?
      var state: Wire.TaskState?
      var submittedUSec: Int64?
      var attempt: Int?
      var runId: String?
      var progress: Wire.Progress?
      var reason: Wire.Reason?
      var startedUSec: Int64?
      var declaredIn: String?
      var application: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { application = try reader.text() }
          case 1: attempt = Int(try reader.integer())
          case 2: if try !reader.null() { declaredIn = try reader.text() }
          case 3: if try !reader.null() { progress = try Wire.Progress(from: &reader) }
          case 4: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
          case 5: request = try Wire.TaskRequest(from: &reader)
          case 6: if try !reader.null() { runId = try reader.text() }
          case 7: if try !reader.null() { startedUSec = try reader.integer() }
          case 8: state = try Wire.TaskState(from: &reader)
          case 9: submittedUSec = try reader.integer()
          default: uid = UInt32(try reader.integer(in: Int64(UInt32.min)...Int64(UInt32.max)))
        }
      }
      guard let request else {
        throw reader.missing("request", in: members, expected: "an object")
      }
      guard let uid else {
        throw reader.missing("uid", in: members)
      }
      guard let state else {
        throw reader.missing("state", in: members, expected: "one of \"waiting\", \"launching\", \"running\", \"expiring\"")
      }
      guard let submittedUSec else {
        throw reader.missing("submittedUSec", in: members)
      }
      guard let attempt else {
        throw reader.missing("attempt", in: members)
      }
      self.request = request
      self.uid = uid
      self.state = state
      self.submittedUSec = submittedUSec
      self.attempt = attempt
      self.runId = runId
      self.progress = progress
      self.reason = reason
      self.startedUSec = startedUSec
      self.declaredIn = declaredIn
      self.application = application
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let application {
        writer.name("application")
        writer.text(application)
      }
      writer.name("attempt")
      writer.integer(attempt)
      if let declaredIn {
        writer.name("declaredIn")
        writer.text(declaredIn)
      }
      if let progress {
        writer.name("progress")
        progress.write(to: &writer)
      }
      if let reason {
        writer.name("reason")
        reason.write(to: &writer)
      }
      writer.name("request")
      request.write(to: &writer)
      if let runId {
        writer.name("runId")
        writer.text(runId)
      }
      if let startedUSec {
        writer.name("startedUSec")
        writer.integer(startedUSec)
      }
      writer.name("state")
      state.write(to: &writer)
      writer.name("submittedUSec")
      writer.integer(submittedUSec)
      writer.name("uid")
      writer.integer(uid)
      writer.endObject()
    }
  }
}

extension Wire {
  /// How a run ended. completed: it reported an end (see success). expired: its time was up or a requirement
  /// was lost, and it stopped within its grace period. killed: it did not. cancelled: by its owner.
  /// interrupted: its process or the daemon died. launchFailed: it could not be started. missed: its deadline
  /// passed and its policy was to drop it.
  public typealias Outcome = SchedulerCore.Outcome
}

extension Wire {
  /// Why a run was told to stop, or a task is not running. The strings in Reason.code are listed in Status.
  /// sinceUSec is when it began to hold.
  public struct Reason: MessageValue {
    /// One of reasonCodes of Status.
    public var code: String
    /// For people: one sentence.
    public var message: String
    /// What is required.
    public var required: String?
    /// What is so instead.
    public var observed: String?
    /// When it began to hold, a date.
    public var sinceUSec: Int64?

    /// What is not given is absent.
    public init(
      code: String,
      message: String,
      required: String? = nil,
      observed: String? = nil,
      sinceUSec: Int64? = nil
    ) {
      self.code = code
      self.message = message
      self.required = required
      self.observed = observed
      self.sinceUSec = sinceUSec
    }

    private static let fields: [StaticString] = ["code", "message", "observed", "required", "sinceUSec"]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var code: String?
      var message: String?
      var required: String?
      var observed: String?
      var sinceUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: code = try reader.text()
          case 1: message = try reader.text()
          case 2: if try !reader.null() { observed = try reader.text() }
          case 3: if try !reader.null() { required = try reader.text() }
          default: if try !reader.null() { sinceUSec = try reader.integer() }
        }
      }
      guard let code else {
        throw reader.missing("code", in: members, expected: "a string")
      }
      guard let message else {
        throw reader.missing("message", in: members, expected: "a string")
      }
      self.code = code
      self.message = message
      self.required = required
      self.observed = observed
      self.sinceUSec = sinceUSec
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("code")
      writer.text(code)
      writer.name("message")
      writer.text(message)
      if let observed {
        writer.name("observed")
        writer.text(observed)
      }
      if let required {
        writer.name("required")
        writer.text(required)
      }
      if let sinceUSec {
        writer.name("sinceUSec")
        writer.integer(sinceUSec)
      }
      writer.endObject()
    }
  }
}

extension Wire {
  /// A past or present run.
  public struct Run: MessageValue {
    /// Its name.
    public var runId: String
    /// The task's identifier.
    public var identifier: String
    /// Whose it is (0 to 4294967295).
    public var uid: UInt32
    /// The task's kind.
    public var kind: Wire.Kind
    /// Which attempt it is, from 1.
    public var attempt: Int
    /// When it was launched, a date.
    public var startedUSec: Int64
    /// When it ended, a date; absent while it lasts.
    public var endedUSec: Int64?
    /// How it ended; absent while it lasts.
    public var outcome: Wire.Outcome?
    /// What it reported, or what its exit status says.
    public var success: Bool?
    /// The exit status of its program (-2147483648 to 2147483647).
    public var exitStatus: Int32?
    /// Why it was told to stop, or why it failed.
    public var stopReason: Wire.Reason?
    /// Its last progress report.
    public var progress: Wire.Progress?
    /// The name of the signal that ended its program (SIGSEGV).
    public var signal: String?
    /// How long it lasted, by a clock that is never set and without the time that the machine slept: the dates
    /// above may be of a clock that was set meanwhile. Absent while it lasts, and where nobody looked.
    public var durationUSec: Int64?

    /// What is not given is absent.
    public init(
      runId: String,
      identifier: String,
      uid: UInt32,
      kind: Wire.Kind,
      attempt: Int,
      startedUSec: Int64,
      endedUSec: Int64? = nil,
      outcome: Wire.Outcome? = nil,
      success: Bool? = nil,
      exitStatus: Int32? = nil,
      stopReason: Wire.Reason? = nil,
      progress: Wire.Progress? = nil,
      signal: String? = nil,
      durationUSec: Int64? = nil
    ) {
      self.runId = runId
      self.identifier = identifier
      self.uid = uid
      self.kind = kind
      self.attempt = attempt
      self.startedUSec = startedUSec
      self.endedUSec = endedUSec
      self.outcome = outcome
      self.success = success
      self.exitStatus = exitStatus
      self.stopReason = stopReason
      self.progress = progress
      self.signal = signal
      self.durationUSec = durationUSec
    }

    private static let fields: [StaticString] = [
      "attempt",
      "durationUSec",
      "endedUSec",
      "exitStatus",
      "identifier",
      "kind",
      "outcome",
      "progress",
      "runId",
      "signal",
      "startedUSec",
      "stopReason",
      "success",
      "uid"
    ]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var runId: String?
      var identifier: String?
      var uid: UInt32?
      var kind: Wire.Kind?
      var attempt: Int?
      var startedUSec: Int64?
      var endedUSec: Int64?
      var outcome: Wire.Outcome?
      var success: Bool?
      var exitStatus: Int32?
      var stopReason: Wire.Reason?
      var progress: Wire.Progress?
      var signal: String?
      var durationUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: attempt = Int(try reader.integer())
          case 1: if try !reader.null() { durationUSec = try reader.integer() }
          case 2: if try !reader.null() { endedUSec = try reader.integer() }
          case 3: if try !reader.null() { exitStatus = Int32(try reader.integer(in: Int64(Int32.min)...Int64(Int32.max))) }
          case 4: identifier = try reader.text()
          case 5: kind = try Wire.Kind(from: &reader)
          case 6: if try !reader.null() { outcome = try Wire.Outcome(from: &reader) }
          case 7: if try !reader.null() { progress = try Wire.Progress(from: &reader) }
          case 8: runId = try reader.text()
          case 9: if try !reader.null() { signal = try reader.text() }
          case 10: startedUSec = try reader.integer()
          case 11: if try !reader.null() { stopReason = try Wire.Reason(from: &reader) }
          case 12: if try !reader.null() { success = try reader.flag() }
          default: uid = UInt32(try reader.integer(in: Int64(UInt32.min)...Int64(UInt32.max)))
        }
      }
      guard let runId else {
        throw reader.missing("runId", in: members, expected: "a string")
      }
      guard let identifier else {
        throw reader.missing("identifier", in: members, expected: "a string")
      }
      guard let uid else {
        throw reader.missing("uid", in: members)
      }
      guard let kind else {
        throw reader.missing("kind", in: members, expected: "one of \"refresh\", \"processing\", \"continued\"")
      }
      guard let attempt else {
        throw reader.missing("attempt", in: members)
      }
      guard let startedUSec else {
        throw reader.missing("startedUSec", in: members)
      }
      self.runId = runId
      self.identifier = identifier
      self.uid = uid
      self.kind = kind
      self.attempt = attempt
      self.startedUSec = startedUSec
      self.endedUSec = endedUSec
      self.outcome = outcome
      self.success = success
      self.exitStatus = exitStatus
      self.stopReason = stopReason
      self.progress = progress
      self.signal = signal
      self.durationUSec = durationUSec
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("attempt")
      writer.integer(attempt)
      if let durationUSec {
        writer.name("durationUSec")
        writer.integer(durationUSec)
      }
      if let endedUSec {
        writer.name("endedUSec")
        writer.integer(endedUSec)
      }
      if let exitStatus {
        writer.name("exitStatus")
        writer.integer(exitStatus)
      }
      writer.name("identifier")
      writer.text(identifier)
      writer.name("kind")
      kind.write(to: &writer)
      if let outcome {
        writer.name("outcome")
        outcome.write(to: &writer)
      }
      if let progress {
        writer.name("progress")
        progress.write(to: &writer)
      }
      writer.name("runId")
      writer.text(runId)
      if let signal {
        writer.name("signal")
        writer.text(signal)
      }
      writer.name("startedUSec")
      writer.integer(startedUSec)
      if let stopReason {
        writer.name("stopReason")
        stopReason.write(to: &writer)
      }
      if let success {
        writer.name("success")
        writer.flag(success)
      }
      writer.name("uid")
      writer.integer(uid)
      writer.endObject()
    }
  }
}

extension Wire {
  /// Where power comes from.
  public typealias PowerSource = SchedulerCore.PowerSource
}

extension Wire {
  /// What the network is, and whether its traffic is paid for by volume.
  public typealias NetworkAccess = SchedulerCore.NetworkAccess
}

extension Wire {
  /// What the scheduler believes about the machine now. simulated names the fields that a simulation sets,
  /// unknown those that no source reports (their bools say false, idle says true; batteryPercent is just
  /// absent). unmet has the reason codes of the requirements that do not hold now, when changes have settled.
  public struct Conditions: MessageValue {
    /// Where power comes from.
    public var powerSource: Wire.PowerSource
    /// How full the batteries are, 0 to 100.
    public var batteryPercent: Int?
    /// A power-saver profile is on.
    public var lowPowerMode: Bool
    /// Whether there is a network.
    public var network: Wire.NetworkAccess
    /// Nobody is using the machine.
    public var idle: Bool
    /// The machine is too hot.
    public var thermalPressure: Bool
    /// Tasks stall for want of a processor.
    public var cpuPressure: Bool
    /// Tasks stall for want of memory.
    public var memoryPressure: Bool
    /// Tasks stall for want of a disk.
    public var ioPressure: Bool
    /// The disk is nearly full.
    public var storageLow: Bool
    /// The fields that a simulation sets.
    public var simulated: [String]
    /// The reason codes of the requirements that do not hold now, when changes have settled.
    public var unmet: [String]?
    /// The fields that no source reports.
    public var unknown: [String]?

    /// What is not given is absent.
    public init(
      powerSource: Wire.PowerSource,
      batteryPercent: Int? = nil,
      lowPowerMode: Bool,
      network: Wire.NetworkAccess,
      idle: Bool,
      thermalPressure: Bool,
      cpuPressure: Bool,
      memoryPressure: Bool,
      ioPressure: Bool,
      storageLow: Bool,
      simulated: [String],
      unmet: [String]? = nil,
      unknown: [String]? = nil
    ) {
      self.powerSource = powerSource
      self.batteryPercent = batteryPercent
      self.lowPowerMode = lowPowerMode
      self.network = network
      self.idle = idle
      self.thermalPressure = thermalPressure
      self.cpuPressure = cpuPressure
      self.memoryPressure = memoryPressure
      self.ioPressure = ioPressure
      self.storageLow = storageLow
      self.simulated = simulated
      self.unmet = unmet
      self.unknown = unknown
    }

    private static let fields: [StaticString] = [
      "batteryPercent",
      "cpuPressure",
      "idle",
      "ioPressure",
      "lowPowerMode",
      "memoryPressure",
      "network",
      "powerSource",
      "simulated",
      "storageLow",
      "thermalPressure",
      "unknown",
      "unmet"
    ]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var powerSource: Wire.PowerSource?
      var batteryPercent: Int?
      var lowPowerMode: Bool?
      var network: Wire.NetworkAccess?
      var idle: Bool?
      var thermalPressure: Bool?
      var cpuPressure: Bool?
      var memoryPressure: Bool?
      var ioPressure: Bool?
      var storageLow: Bool?
      var simulated: [String]?
      var unmet: [String]?
      var unknown: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { batteryPercent = Int(try reader.integer()) }
          case 1: cpuPressure = try reader.flag()
          case 2: idle = try reader.flag()
          case 3: ioPressure = try reader.flag()
          case 4: lowPowerMode = try reader.flag()
          case 5: memoryPressure = try reader.flag()
          case 6: network = try Wire.NetworkAccess(from: &reader)
          case 7: powerSource = try Wire.PowerSource(from: &reader)
          case 8: simulated = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() }
          case 9: storageLow = try reader.flag()
          case 10: thermalPressure = try reader.flag()
          case 11: if try !reader.null() { unknown = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() } }
          default: if try !reader.null() { unmet = try reader.array { (reader: inout JSONReader) throws(InvalidValue) in try reader.text() } }
        }
      }
      guard let powerSource else {
        throw reader.missing("powerSource", in: members, expected: "one of \"external\", \"battery\", \"unknown\"")
      }
      guard let lowPowerMode else {
        throw reader.missing("lowPowerMode", in: members, expected: "true or false")
      }
      guard let network else {
        throw reader.missing("network", in: members, expected: "one of \"none\", \"metered\", \"unmetered\", \"unknown\"")
      }
      guard let idle else {
        throw reader.missing("idle", in: members, expected: "true or false")
      }
      guard let thermalPressure else {
        throw reader.missing("thermalPressure", in: members, expected: "true or false")
      }
      guard let cpuPressure else {
        throw reader.missing("cpuPressure", in: members, expected: "true or false")
      }
      guard let memoryPressure else {
        throw reader.missing("memoryPressure", in: members, expected: "true or false")
      }
      guard let ioPressure else {
        throw reader.missing("ioPressure", in: members, expected: "true or false")
      }
      guard let storageLow else {
        throw reader.missing("storageLow", in: members, expected: "true or false")
      }
      guard let simulated else {
        throw reader.missing("simulated", in: members, expected: "an array")
      }
      self.powerSource = powerSource
      self.batteryPercent = batteryPercent
      self.lowPowerMode = lowPowerMode
      self.network = network
      self.idle = idle
      self.thermalPressure = thermalPressure
      self.cpuPressure = cpuPressure
      self.memoryPressure = memoryPressure
      self.ioPressure = ioPressure
      self.storageLow = storageLow
      self.simulated = simulated
      self.unmet = unmet
      self.unknown = unknown
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let batteryPercent {
        writer.name("batteryPercent")
        writer.integer(batteryPercent)
      }
      writer.name("cpuPressure")
      writer.flag(cpuPressure)
      writer.name("idle")
      writer.flag(idle)
      writer.name("ioPressure")
      writer.flag(ioPressure)
      writer.name("lowPowerMode")
      writer.flag(lowPowerMode)
      writer.name("memoryPressure")
      writer.flag(memoryPressure)
      writer.name("network")
      network.write(to: &writer)
      writer.name("powerSource")
      powerSource.write(to: &writer)
      writer.name("simulated")
      writer.array(simulated) { writer, element in writer.text(element) }
      writer.name("storageLow")
      writer.flag(storageLow)
      writer.name("thermalPressure")
      writer.flag(thermalPressure)
      if let unknown {
        writer.name("unknown")
        writer.array(unknown) { writer, element in writer.text(element) }
      }
      if let unmet {
        writer.name("unmet")
        writer.array(unmet) { writer, element in writer.text(element) }
      }
      writer.endObject()
    }
  }
}

extension Wire {
  /// What became of one request of a batch.
  public struct SubmitResult: MessageValue {
    /// What was accepted.
    public var task: Wire.Task?
    /// The error's name, with its interface, when it was refused.
    public var error: String?
    /// The field that it is about, of InvalidRequest.
    public var field: String?
    /// For people.
    public var message: String?

    /// What is not given is absent.
    public init(
      task: Wire.Task? = nil,
      error: String? = nil,
      field: String? = nil,
      message: String? = nil
    ) {
      self.task = task
      self.error = error
      self.field = field
      self.message = message
    }

    private static let fields: [StaticString] = ["error", "field", "message", "task"]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var task: Wire.Task?
      var error: String?
      var field: String?
      var message: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { error = try reader.text() }
          case 1: if try !reader.null() { field = try reader.text() }
          case 2: if try !reader.null() { message = try reader.text() }
          default: if try !reader.null() { task = try Wire.Task(from: &reader) }
        }
      }
      self.task = task
      self.error = error
      self.field = field
      self.message = message
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let error {
        writer.name("error")
        writer.text(error)
      }
      if let field {
        writer.name("field")
        writer.text(field)
      }
      if let message {
        writer.name("message")
        writer.text(message)
      }
      if let task {
        writer.name("task")
        task.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension Wire {
  /// active: its user works with it. inactive: it can be seen. background: neither.
  public typealias ApplicationState = SchedulerCore.ApplicationState
}

extension Wire {
  /// What a user has now of what all callers share (connections, calls, bytes), by the names of accountBounds.
  public struct Account: MessageValue {
    /// The user (0 to 4294967295).
    public var uid: UInt32
    /// How much of each, by name.
    public var uses: [String: Int]

    /// What is not given is absent.
    public init(uid: UInt32, uses: [String: Int]) {
      self.uid = uid
      self.uses = uses
    }

    private static let fields: [StaticString] = ["uid", "uses"]

    /// Takes the object that is next.
    public init(from reader: inout JSONReader) throws(InvalidValue) {
      var uid: UInt32?
      var uses: [String: Int]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: uid = UInt32(try reader.integer(in: Int64(UInt32.min)...Int64(UInt32.max)))
          default: uses = try reader.map { (reader: inout JSONReader) throws(InvalidValue) in Int(try reader.integer()) }
        }
      }
      guard let uid else {
        throw reader.missing("uid", in: members)
      }
      guard let uses else {
        throw reader.missing("uses", in: members, expected: "an object")
      }
      self.uid = uid
      self.uses = uses
    }

    /// Writes an object.
    public func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.name("uid")
      writer.integer(uid)
      writer.name("uses")
      writer.map(uses) { writer, element in writer.integer(element) }
      writer.endObject()
    }
  }
}

extension Wire.Kind: MessageValue {
  private static let names: [StaticString] = ["refresh", "processing", "continued"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .refresh
      case 1: self = .processing
      default: self = .continued
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .refresh: writer.word("refresh")
      case .processing: writer.word("processing")
      case .continued: writer.word("continued")
    }
  }
}

extension Wire.TaskState: MessageValue {
  private static let names: [StaticString] = ["waiting", "launching", "running", "expiring"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .waiting
      case 1: self = .launching
      case 2: self = .running
      default: self = .expiring
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .waiting: writer.word("waiting")
      case .launching: writer.word("launching")
      case .running: writer.word("running")
      case .expiring: writer.word("expiring")
    }
  }
}

extension Wire.ConflictPolicy: MessageValue {
  private static let names: [StaticString] = ["replace", "keep", "fail"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .replace
      case 1: self = .keep
      default: self = .fail
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .replace: writer.word("replace")
      case .keep: writer.word("keep")
      case .fail: writer.word("fail")
    }
  }
}

extension Wire.DeadlinePolicy: MessageValue {
  private static let names: [StaticString] = ["wait", "run", "drop"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .wait
      case 1: self = .run
      default: self = .drop
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .wait: writer.word("wait")
      case .run: writer.word("run")
      case .drop: writer.word("drop")
    }
  }
}

extension Wire.SubmissionStrategy: MessageValue {
  private static let names: [StaticString] = ["queue", "fail"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .queue
      default: self = .fail
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .queue: writer.word("queue")
      case .fail: writer.word("fail")
    }
  }
}

extension Wire.Backoff: MessageValue {
  private static let names: [StaticString] = ["none", "linear", "exponential"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .none
      case 1: self = .linear
      default: self = .exponential
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .none: writer.word("none")
      case .linear: writer.word("linear")
      case .exponential: writer.word("exponential")
    }
  }
}

extension Wire.Outcome: MessageValue {
  private static let names: [StaticString] = [
    "completed",
    "expired",
    "killed",
    "cancelled",
    "interrupted",
    "launchFailed",
    "missed"
  ]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .completed
      case 1: self = .expired
      case 2: self = .killed
      case 3: self = .cancelled
      case 4: self = .interrupted
      case 5: self = .launchFailed
      default: self = .missed
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .completed: writer.word("completed")
      case .expired: writer.word("expired")
      case .killed: writer.word("killed")
      case .cancelled: writer.word("cancelled")
      case .interrupted: writer.word("interrupted")
      case .launchFailed: writer.word("launchFailed")
      case .missed: writer.word("missed")
    }
  }
}

extension Wire.PowerSource: MessageValue {
  private static let names: [StaticString] = ["external", "battery", "unknown"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .external
      case 1: self = .battery
      default: self = .unknown
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .external: writer.word("external")
      case .battery: writer.word("battery")
      case .unknown: writer.word("unknown")
    }
  }
}

extension Wire.NetworkAccess: MessageValue {
  private static let names: [StaticString] = ["none", "metered", "unmetered", "unknown"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .none
      case 1: self = .metered
      case 2: self = .unmetered
      default: self = .unknown
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .none: writer.word("none")
      case .metered: writer.word("metered")
      case .unmetered: writer.word("unmetered")
      case .unknown: writer.word("unknown")
    }
  }
}

extension Wire.ApplicationState: MessageValue {
  private static let names: [StaticString] = ["active", "inactive", "background"]

  /// Takes the name that is next.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .active
      case 1: self = .inactive
      default: self = .background
    }
  }

  /// Writes the name.
  public func write(to writer: inout JSONWriter) {
    switch self {
      case .active: writer.word("active")
      case .inactive: writer.word("inactive")
      case .background: writer.word("background")
    }
  }
}
