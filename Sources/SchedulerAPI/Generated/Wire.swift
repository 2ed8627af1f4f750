// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import SchedulerCore
package import Varlink

/// The types of `io.bgtaskd.Scheduler`, by their names in the protocol.
package enum Wire {}

extension Wire {
  /// refresh: a short, frequent update (about 30 s). processing: minutes or hours, at a quiet time.
  /// continued: started by a person now, shows progress, goes on in the background. transfer: a file comes or
  /// goes over the network, and nobody's program has to be there for it.
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
  /// waiting: date or requirements not met yet. launching: its application is being started.
  /// running: it works. expiring: it was told to stop and has its grace period.
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
  /// What becomes of a submission whose identifier is already pending.
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
  /// What happens when deadlineUSec passes and the task has not begun: keep waiting, run it even though
  /// requirements do not hold, or drop it (it ends as missed).
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
  /// What a continued request wants when it cannot start at once: wait for its turn, or fail with
  /// ImmediateRunIneligible.
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
  /// What becomes of a date where the clock is put forward or back. once: what it skips comes right after it
  /// was put forward, all of that once, and what it shows twice comes once, as with fixed times of cron(8).
  /// shown: a date is when the clock shows it, as with cron's minutes and hours that have a star.
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
  /// What a condition does that nobody reports, on this machine or just now: hold nothing back, or let the
  /// task wait until somebody knows. It never stops a run.
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
  /// How the pauses between attempts grow. none: there is no other attempt, whatever became of the first;
  /// only what the machine's sleep or shutdown interrupted begins again. The lengths and maximumAttempts mean
  /// nothing then.
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
  /// When a program gets the disk (ioprio_set(2)). idle: when nobody else wants it. bestEffort: in turn.
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
  /// What of systemd.exec(5), "Sandboxing", a program is put into. none: it may do what its user may. basic:
  /// it gains no privileges, and leaves the kernel's settings, modules, clock and control groups alone.
  /// system: besides, the system's files are read-only, /tmp and /dev are its own. strict: besides, all files
  /// are read-only but those below its working directory, where one is given, and /tmp.
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
  /// What becomes of what a program has started when it ends or is stopped (systemd.kill(5)). controlGroup:
  /// it ends with it. process: it lives on.
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
  /// Whether a change counts that comes while the task runs. count: it does, whoever made it, and if each run
  /// changes the paths, those runs come after growing pauses. ignore: nobody's counts then.
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
  /// What becomes of the file. download: what is at the address is put there. upload: it is sent to the
  /// address.
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
  /// Which of a user's transfers to one host goes first.
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
  /// How a run ended. completed: it reported an end (see success). expired: its time was up or a requirement
  /// was lost, and it stopped within its grace period. killed: it did not. cancelled: by its owner.
  /// interrupted: its process or the daemon died. launchFailed: it could not be started. missed: its deadline
  /// passed and its policy was to drop it.
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
  /// Where power comes from.
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
  /// What the network is, and whether its traffic is paid for by volume.
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
  /// How sure something is: known by who says so, or likely by something else that is known.
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
  /// Whether a part of an expression holds. settles: it does, or does not, and must for a while longer.
  /// unknown: nobody reports it.
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
  /// active: its user works with it. inactive: it can be seen. background: neither.
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
