// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import SchedulerCore
package import Varlink

/// The types of `io.bgtaskd.Scheduler`, by their names in the protocol.
package enum Wire {}

extension Wire {
  /// The kind of work. refresh: a short, frequent update (about 30 s). processing: minutes or hours of work,
  /// usually while the machine is idle. continued: work that a person starts now; it shows its progress and
  /// goes on in the background. transfer: a download or an upload of a file, for which no program of the user
  /// has to run.
  package typealias Kind = SchedulerCore.Kind
}

extension Wire.Kind: MessageValue {
  private static let names: [StaticString] = ["refresh", "processing", "continued", "transfer"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .refresh
      case 1: self = .processing
      case 2: self = .continued
      default: self = .transfer
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .refresh: writer.word("refresh")
      case .processing: writer.word("processing")
      case .continued: writer.word("continued")
      case .transfer: writer.word("transfer")
    }
  }
}

extension Wire {
  /// The stage that a task has reached. waiting: its date has not come, or a requirement does not hold.
  /// launching: its program or application is being started. running: its run is under way. expiring: its run
  /// was told to stop and has its grace.
  package typealias TaskState = SchedulerCore.TaskState
}

extension Wire.TaskState: MessageValue {
  private static let names: [StaticString] = ["waiting", "launching", "running", "expiring"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .waiting
      case 1: self = .launching
      case 2: self = .running
      default: self = .expiring
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .waiting: writer.word("waiting")
      case .launching: writer.word("launching")
      case .running: writer.word("running")
      case .expiring: writer.word("expiring")
    }
  }
}

extension Wire {
  /// The treatment of a submission whose identifier is already pending. replace: the new request takes the
  /// place of the earlier one. keep: the earlier request stays, and the caller gets it back. fail: the caller
  /// gets AlreadyPending.
  package typealias ConflictPolicy = SchedulerCore.ConflictPolicy
}

extension Wire.ConflictPolicy: MessageValue {
  private static let names: [StaticString] = ["replace", "keep", "fail"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .replace
      case 1: self = .keep
      default: self = .fail
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .replace: writer.word("replace")
      case .keep: writer.word("keep")
      case .fail: writer.word("fail")
    }
  }
}

extension Wire {
  /// The treatment of a task that has not begun when deadlineUSec passes. wait: the task keeps waiting. run:
  /// the task runs even though requirements do not hold. drop: the task is dropped, and ends as missed.
  package typealias DeadlinePolicy = SchedulerCore.DeadlinePolicy
}

extension Wire.DeadlinePolicy: MessageValue {
  private static let names: [StaticString] = ["wait", "run", "drop"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .wait
      case 1: self = .run
      default: self = .drop
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .wait: writer.word("wait")
      case .run: writer.word("run")
      case .drop: writer.word("drop")
    }
  }
}

extension Wire {
  /// The treatment of a continued request that cannot start at once. queue: the request waits for a slot.
  /// fail: the caller gets ImmediateRunIneligible.
  package typealias SubmissionStrategy = SchedulerCore.SubmissionStrategy
}

extension Wire.SubmissionStrategy: MessageValue {
  private static let names: [StaticString] = ["queue", "fail"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .queue
      default: self = .fail
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .queue: writer.word("queue")
      case .fail: writer.word("fail")
    }
  }
}

extension Wire {
  /// The treatment of dates where the clock is put forward or back. once: all dates that the clock skips come
  /// as one right after it was put forward, and a date that it shows twice comes once, as with fixed times of
  /// cron(8). shown: a date comes whenever the clock shows it, as with cron's minutes and hours that have a
  /// star.
  package typealias ClockChange = SchedulerCore.ClockChange
}

extension Wire.ClockChange: MessageValue {
  private static let names: [StaticString] = ["once", "shown"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .once
      default: self = .shown
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .once: writer.word("once")
      case .shown: writer.word("shown")
    }
  }
}

extension Wire {
  /// The effect of a condition that no source reports, on this machine or at the moment. proceed: the
  /// condition holds nothing back. wait: the task waits until a source reports the condition. An unknown
  /// condition never stops a run.
  package typealias UnknownPolicy = SchedulerCore.UnknownPolicy
}

extension Wire.UnknownPolicy: MessageValue {
  private static let names: [StaticString] = ["proceed", "wait"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .proceed
      default: self = .wait
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .proceed: writer.word("proceed")
      case .wait: writer.word("wait")
    }
  }
}

extension Wire {
  /// The growth of the delays between attempts. none: no attempt follows the first, whatever its outcome;
  /// only a run that the machine's sleep or shutdown interrupted begins again, and the delays and
  /// maximumAttempts mean nothing. linear: the first delay times the number of attempts made. exponential:
  /// each delay is twice the one before.
  package typealias Backoff = SchedulerCore.Backoff
}

extension Wire.Backoff: MessageValue {
  private static let names: [StaticString] = ["none", "linear", "exponential"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .none
      case 1: self = .linear
      default: self = .exponential
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .none: writer.word("none")
      case .linear: writer.word("linear")
      case .exponential: writer.word("exponential")
    }
  }
}

extension Wire {
  /// The class in which a program gets the disk (ioprio_set(2)). idle: when no other program wants it.
  /// bestEffort: in turn with others.
  package typealias IOClass = SchedulerCore.IOClass
}

extension Wire.IOClass: MessageValue {
  private static let names: [StaticString] = ["idle", "bestEffort"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .idle
      default: self = .bestEffort
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .idle: writer.word("idle")
      case .bestEffort: writer.word("bestEffort")
    }
  }
}

extension Wire {
  /// The restrictions of systemd.exec(5), "Sandboxing", for a program; each set includes those before it.
  /// none: the program may do everything that its user may. basic: it gains no privileges, and leaves the
  /// kernel's settings, modules, clock and control groups alone. system: the system's files are read-only,
  /// and /tmp and /dev are its own. strict: all files are read-only but those below its working directory,
  /// where one is given, and /tmp.
  package typealias Sandbox = SchedulerCore.Sandbox
}

extension Wire.Sandbox: MessageValue {
  private static let names: [StaticString] = ["none", "basic", "system", "strict"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .none
      case 1: self = .basic
      case 2: self = .system
      default: self = .strict
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .none: writer.word("none")
      case .basic: writer.word("basic")
      case .system: writer.word("system")
      case .strict: writer.word("strict")
    }
  }
}

extension Wire {
  /// The treatment of processes that a program has started when it ends or is stopped (systemd.kill(5)).
  /// controlGroup: they end with the program. process: they live on.
  package typealias KillMode = SchedulerCore.KillMode
}

extension Wire.KillMode: MessageValue {
  private static let names: [StaticString] = ["controlGroup", "process"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .controlGroup
      default: self = .process
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .controlGroup: writer.word("controlGroup")
      case .process: writer.word("process")
    }
  }
}

extension Wire {
  /// The treatment of changes that come while the task runs. count: such a change counts, whoever made it; if
  /// each run changes the paths, the runs come after growing delays. ignore: such a change does not count,
  /// whoever made it.
  package typealias OwnChanges = SchedulerCore.OwnChanges
}

extension Wire.OwnChanges: MessageValue {
  private static let names: [StaticString] = ["count", "ignore"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .count
      default: self = .ignore
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .count: writer.word("count")
      case .ignore: writer.word("ignore")
    }
  }
}

extension Wire {
  /// The direction in which a transfer moves its file. download: the content of the address is written to the
  /// file. upload: the file is sent to the address.
  package typealias TransferDirection = SchedulerCore.TransferDirection
}

extension Wire.TransferDirection: MessageValue {
  private static let names: [StaticString] = ["download", "upload"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .download
      default: self = .upload
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .download: writer.word("download")
      case .upload: writer.word("upload")
    }
  }
}

extension Wire {
  /// The rank of a transfer among those of its user with one host: a higher one goes first.
  package typealias TransferPriority = SchedulerCore.TransferPriority
}

extension Wire.TransferPriority: MessageValue {
  private static let names: [StaticString] = ["low", "normal", "high"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .low
      case 1: self = .normal
      default: self = .high
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .low: writer.word("low")
      case .normal: writer.word("normal")
      case .high: writer.word("high")
    }
  }
}

extension Wire {
  /// The way in which a run ended. completed: it reported an end (see success). expired: its time was up or a
  /// requirement was lost, and it stopped within its grace. killed: it did not stop within its grace.
  /// cancelled: its owner ended it. interrupted: its process or the daemon died, or the machine slept or shut
  /// down. launchFailed: it could not be started. missed: the task's deadline passed before the run began,
  /// and the policy was to drop the task.
  package typealias Outcome = SchedulerCore.Outcome
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
  package init(from reader: inout JSONReader) throws(InvalidValue) {
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
  package func write(to writer: inout JSONWriter) {
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

extension Wire {
  /// The source of the machine's power. external: power comes from outside. battery: power comes from the
  /// batteries. unknown: no source reports it.
  package typealias PowerSource = SchedulerCore.PowerSource
}

extension Wire.PowerSource: MessageValue {
  private static let names: [StaticString] = ["external", "battery", "unknown"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .external
      case 1: self = .battery
      default: self = .unknown
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .external: writer.word("external")
      case .battery: writer.word("battery")
      case .unknown: writer.word("unknown")
    }
  }
}

extension Wire {
  /// The access to a network. none: there is no network. metered: the traffic of the network costs money.
  /// unmetered: there is a network that is not metered. unknown: no source reports it.
  package typealias NetworkAccess = SchedulerCore.NetworkAccess
}

extension Wire.NetworkAccess: MessageValue {
  private static let names: [StaticString] = ["none", "metered", "unmetered", "unknown"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .none
      case 1: self = .metered
      case 2: self = .unmetered
      default: self = .unknown
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .none: writer.word("none")
      case .metered: writer.word("metered")
      case .unmetered: writer.word("unmetered")
      case .unknown: writer.word("unknown")
    }
  }
}

extension Wire {
  /// The certainty of an observation. certain: the source knows it. guessed: other known facts make it
  /// likely.
  package typealias Certainty = SchedulerCore.Certainty
}

extension Wire.Certainty: MessageValue {
  private static let names: [StaticString] = ["certain", "guessed"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .certain
      default: self = .guessed
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .certain: writer.word("certain")
      case .guessed: writer.word("guessed")
    }
  }
}

extension Wire {
  /// Whether a part of an expression holds. settles: the part holds or does not, and must for a while longer
  /// before that counts. unknown: no source reports it.
  package typealias PartState = SchedulerCore.PartState
}

extension Wire.PartState: MessageValue {
  private static let names: [StaticString] = ["holds", "lacks", "settles", "unknown"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .holds
      case 1: self = .lacks
      case 2: self = .settles
      default: self = .unknown
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .holds: writer.word("holds")
      case .lacks: writer.word("lacks")
      case .settles: writer.word("settles")
      case .unknown: writer.word("unknown")
    }
  }
}

extension Wire {
  /// The use of an application. active: its user works with it. inactive: it can be seen. background:
  /// neither.
  package typealias ApplicationState = SchedulerCore.ApplicationState
}

extension Wire.ApplicationState: MessageValue {
  private static let names: [StaticString] = ["active", "inactive", "background"]

  /// Takes the name that is next.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    switch try reader.choice(among: Self.names) {
      case 0: self = .active
      case 1: self = .inactive
      default: self = .background
    }
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) {
    switch self {
      case .active: writer.word("active")
      case .inactive: writer.word("inactive")
      case .background: writer.word("background")
    }
  }
}
