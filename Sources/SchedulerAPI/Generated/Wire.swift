// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import SchedulerCore
import Varlink

/// The types of `io.bgtaskd.Scheduler`, by their names in the protocol.
package enum Wire {}

extension Wire {
  /// The kind of work. refresh: a short, frequent update (about 30 s). processing: minutes or hours of work,
  /// usually while the machine is idle. continued: work that a person starts now; it shows its progress and
  /// goes on in the background. transfer: a download or an upload of a file, for which no program of the user
  /// has to run.
  package typealias Kind = SchedulerCore.Kind
}

extension Wire.Kind: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.refresh, .processing, .continued, .transfer]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .refresh: "refresh"
      case .processing: "processing"
      case .continued: "continued"
      case .transfer: "transfer"
    }
  }
}

extension Wire {
  /// The stage that a task has reached. waiting: its date has not come, or a requirement does not hold.
  /// launching: its program or application is being started. running: its run is under way. expiring: its run
  /// was told to stop and has its grace.
  package typealias TaskState = SchedulerCore.TaskState
}

extension Wire.TaskState: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.waiting, .launching, .running, .expiring]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .waiting: "waiting"
      case .launching: "launching"
      case .running: "running"
      case .expiring: "expiring"
    }
  }
}

extension Wire {
  /// The treatment of a submission whose identifier is already pending. replace: the new request takes the
  /// place of the earlier one. keep: the earlier request stays, and the caller gets it back. fail: the caller
  /// gets AlreadyPending.
  package typealias ConflictPolicy = SchedulerCore.ConflictPolicy
}

extension Wire.ConflictPolicy: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.replace, .keep, .fail]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .replace: "replace"
      case .keep: "keep"
      case .fail: "fail"
    }
  }
}

extension Wire {
  /// The treatment of a task that has not begun when deadlineUSec passes. wait: the task keeps waiting. run:
  /// the task runs even though requirements do not hold. drop: the task is dropped, and ends as missed.
  package typealias DeadlinePolicy = SchedulerCore.DeadlinePolicy
}

extension Wire.DeadlinePolicy: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.wait, .run, .drop]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .wait: "wait"
      case .run: "run"
      case .drop: "drop"
    }
  }
}

extension Wire {
  /// The treatment of a continued request that cannot start at once. queue: the request waits for a slot.
  /// fail: the caller gets ImmediateRunIneligible.
  package typealias SubmissionStrategy = SchedulerCore.SubmissionStrategy
}

extension Wire.SubmissionStrategy: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.queue, .fail]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .queue: "queue"
      case .fail: "fail"
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

extension Wire.ClockChange: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.once, .shown]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .once: "once"
      case .shown: "shown"
    }
  }
}

extension Wire {
  /// The effect of a condition that no source reports, on this machine or at the moment. proceed: the
  /// condition holds nothing back. wait: the task waits until a source reports the condition. An unknown
  /// condition never stops a run.
  package typealias UnknownPolicy = SchedulerCore.UnknownPolicy
}

extension Wire.UnknownPolicy: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.proceed, .wait]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .proceed: "proceed"
      case .wait: "wait"
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

extension Wire.Backoff: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.none, .linear, .exponential]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .none: "none"
      case .linear: "linear"
      case .exponential: "exponential"
    }
  }
}

extension Wire {
  /// The class in which a program gets the disk (ioprio_set(2)). idle: when no other program wants it.
  /// bestEffort: in turn with others.
  package typealias IOClass = SchedulerCore.IOClass
}

extension Wire.IOClass: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.idle, .bestEffort]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .idle: "idle"
      case .bestEffort: "bestEffort"
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

extension Wire.Sandbox: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.none, .basic, .system, .strict]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .none: "none"
      case .basic: "basic"
      case .system: "system"
      case .strict: "strict"
    }
  }
}

extension Wire {
  /// The treatment of processes that a program has started when it ends or is stopped (systemd.kill(5)).
  /// controlGroup: they end with the program. process: they live on.
  package typealias KillMode = SchedulerCore.KillMode
}

extension Wire.KillMode: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.controlGroup, .process]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .controlGroup: "controlGroup"
      case .process: "process"
    }
  }
}

extension Wire {
  /// The treatment of changes that come while the task runs. count: such a change counts, whoever made it; if
  /// each run changes the paths, the runs come after growing delays. ignore: such a change does not count,
  /// whoever made it.
  package typealias OwnChanges = SchedulerCore.OwnChanges
}

extension Wire.OwnChanges: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.count, .ignore]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .count: "count"
      case .ignore: "ignore"
    }
  }
}

extension Wire {
  /// The direction in which a transfer moves its file. download: the content of the address is written to the
  /// file. upload: the file is sent to the address.
  package typealias TransferDirection = SchedulerCore.TransferDirection
}

extension Wire.TransferDirection: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.download, .upload]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .download: "download"
      case .upload: "upload"
    }
  }
}

extension Wire {
  /// The rank of a transfer among those of its user with one host: a higher one goes first.
  package typealias TransferPriority = SchedulerCore.TransferPriority
}

extension Wire.TransferPriority: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.low, .normal, .high]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .low: "low"
      case .normal: "normal"
      case .high: "high"
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

extension Wire.Outcome: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [
    .completed, .expired, .killed, .cancelled, .interrupted, .launchFailed, .missed
  ]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .completed: "completed"
      case .expired: "expired"
      case .killed: "killed"
      case .cancelled: "cancelled"
      case .interrupted: "interrupted"
      case .launchFailed: "launchFailed"
      case .missed: "missed"
    }
  }
}

extension Wire {
  /// The source of the machine's power. external: power comes from outside. battery: power comes from the
  /// batteries. unknown: no source reports it.
  package typealias PowerSource = SchedulerCore.PowerSource
}

extension Wire.PowerSource: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.external, .battery, .unknown]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .external: "external"
      case .battery: "battery"
      case .unknown: "unknown"
    }
  }
}

extension Wire {
  /// The access to a network. none: there is no network. metered: the traffic of the network costs money.
  /// unmetered: there is a network that is not metered. unknown: no source reports it.
  package typealias NetworkAccess = SchedulerCore.NetworkAccess
}

extension Wire.NetworkAccess: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.none, .metered, .unmetered, .unknown]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .none: "none"
      case .metered: "metered"
      case .unmetered: "unmetered"
      case .unknown: "unknown"
    }
  }
}

extension Wire {
  /// The certainty of an observation. certain: the source knows it. guessed: other known facts make it
  /// likely.
  package typealias Certainty = SchedulerCore.Certainty
}

extension Wire.Certainty: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.certain, .guessed]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .certain: "certain"
      case .guessed: "guessed"
    }
  }
}

extension Wire {
  /// Whether a part of an expression holds. settles: the part holds or does not, and must for a while longer
  /// before that counts. unknown: no source reports it.
  package typealias PartState = SchedulerCore.PartState
}

extension Wire.PartState: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.holds, .lacks, .settles, .unknown]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .holds: "holds"
      case .lacks: "lacks"
      case .settles: "settles"
      case .unknown: "unknown"
    }
  }
}

extension Wire {
  /// The use of an application. active: its user works with it. inactive: it can be seen. background:
  /// neither.
  package typealias ApplicationState = SchedulerCore.ApplicationState
}

extension Wire.ApplicationState: MessageWord {
  /// All values, in the order of the protocol.
  package static let values: [Self] = [.active, .inactive, .background]
  /// The names of ``values``.
  package static let words = values.map(\.word)
  /// The name in the protocol.
  package var word: StaticString {
    switch self {
      case .active: "active"
      case .inactive: "inactive"
      case .background: "background"
    }
  }
}
