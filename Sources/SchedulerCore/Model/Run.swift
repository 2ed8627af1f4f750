/// One execution of a task, as history shows it. It is recorded before it is launched.
package struct Run: Hashable, Sendable {
  /// Its name.
  package var id: RunID
  /// The task that it executes.
  package var taskID: TaskID
  /// The task's owner.
  package var uid: UInt32
  /// The task's identifier.
  package var identifier: String
  /// The task's kind.
  package var kind: Kind
  /// Which attempt it is, from 1.
  package var attempt: Int
  /// What it has waited for before; nil when it began at its date, or when nobody knows when that was.
  package var wait: RunWait?
  /// When it was launched.
  package var started: WallTime
  /// How the start of its application's program went; empty unless that was started for it.
  package var milestones = LaunchMilestones()
  /// When it ended; nil while it lasts.
  package var ended: WallTime?
  /// How it ended; nil while it lasts.
  package var outcome: Outcome?
  /// How long it lasted by the monotonic clock, which is never set and does not count the machine's sleep. By
  /// dates where no daemon looked; nil while it lasts, and where nobody can say.
  package var length: TimeSpan?
  /// What it reported, or what its exit status says; nil when it said nothing.
  package var success: Bool?
  /// The exit status of its program, where it had one.
  package var exitStatus: Int32?
  /// The name of the signal that ended its program (`SIGSEGV`), where one did.
  package var signal: String?
  /// Why it was told to stop, or why it failed.
  package var stopReason: Reason?
  /// Its last progress report.
  package var progress: Progress?

  /// A run that begins.
  package init(
    id: RunID, taskID: TaskID, uid: UInt32, identifier: String, kind: Kind, attempt: Int, started: WallTime
  ) {
    self.id = id
    self.taskID = taskID
    self.uid = uid
    self.identifier = identifier
    self.kind = kind
    self.attempt = attempt
    self.started = started
  }

  /// Whose it is and what it is called.
  package var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }

  /// It did what it was to do: it said so, or it came to its end and did not say otherwise.
  package var hasSucceeded: Bool { Self.hasSucceeded(outcome, success: success) }

  /// It did not do what it was to do, and nobody wanted that: its owner did not end it, and it was not told
  /// to stop because the machine was needed.
  package var hasFailed: Bool { Self.hasFailed(outcome, success: success, because: stopReason?.code) }

  /// The same of a run of which only that is known.
  package static func hasSucceeded(_ outcome: Outcome?, success: Bool?) -> Bool {
    success ?? (outcome == .completed)
  }

  /// The same of a run of which only that is known.
  package static func hasFailed(_ outcome: Outcome?, success: Bool?, because code: ReasonCode?) -> Bool {
    guard !hasSucceeded(outcome, success: success) else { return false }
    switch outcome {
    case .cancelled, nil: return false
    case .expired: return [.runtimeLimit, .stalled].contains(code)
    case .completed, .killed, .interrupted, .launchFailed, .missed: return true
    }
  }
}

/// The time before a run in which its task's date had come.
package struct RunWait: Hashable, Sendable {
  /// When its date came.
  package var since: WallTime
  /// The first of the reasons that were told last; nil when none was.
  package var reason: ReasonCode?

  /// A wait.
  package init(since: WallTime, reason: ReasonCode?) { (self.since, self.reason) = (since, reason) }

  /// What is shorter is not told.
  static let shortest = TimeSpan.seconds(1)
}

/// The name of one execution: 32 hexadecimal digits, made when it is recorded and before it is launched, so
/// that a launch that is repeated after a crash can be recognized.
package struct RunID: Hashable, Sendable, CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  package var text: String

  /// The id with this text.
  package init(_ text: String) { self.text = text }

  /// So many digits a name has.
  package static let length = 32

  /// Whether this is the beginning of a name, or all of one: 1 to 32 lower-case hexadecimal digits.
  package static func mayBegin(with text: some StringProtocol) -> Bool {
    let digits = text.utf8.prefix(length + 1)
    return (1...length).contains(digits.count)
      && digits.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  /// The text.
  package var description: String { text }
}

/// How a run ended. The names are the protocol's.
package enum Outcome: String, CaseIterable, Sendable {
  /// It reported an end, with success or without.
  case completed
  /// It was told to stop, and stopped within its grace.
  case expired
  /// It was told to stop, and had to be killed after its grace.
  case killed
  /// Its owner ended it.
  case cancelled
  /// Its process died without a report, or the daemon that looked after it did.
  case interrupted
  /// It could not be started.
  case launchFailed
  /// Its deadline passed before it began, and it was to be dropped then.
  case missed
}

/// What became of a run's program, as the executor saw it.
package enum Exit: Hashable, Sendable {
  /// It ended by itself with this status, 0 to 255.
  case status(Int32)
  /// This signal ended it (`SIGKILL`).
  case signal(String)
  /// The kernel ended it with SIGKILL, because the machine, or what the program may have of it, was out of
  /// memory.
  case outOfMemory
  /// It is gone, and nobody can say how.
  case unknown
}

/// The end of a run's program that came while no daemon looked.
package struct ProgramEnd: Hashable, Sendable {
  /// What became of it.
  package var exit: Exit
  /// When, if anybody can say.
  package var ended: WallTime?

  /// An end.
  package init(exit: Exit, ended: WallTime?) {
    self.exit = exit
    self.ended = ended
  }
}
