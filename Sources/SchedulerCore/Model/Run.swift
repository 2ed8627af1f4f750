/// One execution of a task's work, as the history shows it. It is recorded before it is launched.
package struct Run: Hashable, Sendable {
  package var id: RunID
  /// The task whose work it executes.
  package var taskID: TaskID
  /// The task's owner.
  package var uid: UInt32
  /// The task's identifier.
  package var identifier: String
  /// The task's kind.
  package var kind: Kind
  /// The number of the attempt, from 1.
  package var attempt: Int
  /// The wait before it; `nil` when it began at its task's date, or when that date is unknown.
  package var wait: RunWait?
  /// The date of its launch.
  package var started: WallTime
  /// Whether a person has started it, whatever the machine lacked (R60): no loss of a condition stops it.
  package var isByHand = false
  /// The milestones of the start of its application's program; empty unless that was started for it.
  package var milestones = LaunchMilestones()
  /// The date of its end; `nil` while it lasts.
  package var ended: WallTime?
  /// The outcome; `nil` while it lasts.
  package var outcome: Outcome?
  /// The time that it lasted by the monotonic clock, which is never set and does not count the machine's
  /// sleep. Taken from dates where no daemon was running; `nil` while the run lasts, and where it is unknown.
  package var length: TimeSpan?
  /// Whether it succeeded, by its report or its exit status; `nil` when neither says so.
  package var success: Bool?
  /// The exit status of its program, where it had one.
  package var exitStatus: Int32?
  /// The name of the signal that ended its program (`SIGSEGV`), where one did.
  package var signal: String?
  /// The reason why it was told to stop, or why it failed.
  package var stopReason: Reason?
  /// The last progress report.
  package var progress: Progress?

  /// Creates a run that begins.
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

  package var key: TaskKey { TaskKey(uid: uid, identifier: identifier) }

  /// Whether a person has begun it, so that it may have one of its user's own places.
  var mayBeBeside: Bool { kind == .continued || isByHand }

  /// Whether it did its work: it reported so, or it came to its end and did not report otherwise.
  package var hasSucceeded: Bool { Self.hasSucceeded(outcome, success: success) }

  /// Whether its program says by its exit status that it has saved its work: it was told to stop because a
  /// condition was lost, and ended with status 75 (`EX_TEMPFAIL`, sysexits.h).
  var hasSavedItsWork: Bool { exitStatus == 75 && stopReason?.code.isLoss == true }

  /// Whether it failed: it did not do its work, its owner did not end it, and it was not told to stop because
  /// the machine was needed.
  package var hasFailed: Bool { Self.hasFailed(outcome, success: success, because: stopReason?.code) }

  /// Returns whether a run with these values succeeded.
  package static func hasSucceeded(_ outcome: Outcome?, success: Bool?) -> Bool {
    success ?? (outcome == .completed)
  }

  /// Returns whether a run with these values failed.
  package static func hasFailed(_ outcome: Outcome?, success: Bool?, because code: ReasonCode?) -> Bool {
    guard !hasSucceeded(outcome, success: success) else { return false }
    switch outcome {
    case .cancelled, nil: return false
    case .expired: return [.runtimeLimit, .stalled].contains(code)
    case .completed, .killed, .interrupted, .launchFailed, .missed, .leaseLost: return true
    }
  }
}

/// The time before a run in which its task's date had come.
package struct RunWait: Hashable, Sendable {
  /// The task's date.
  package var since: WallTime
  /// The first of the reasons that were reported last; `nil` when none was.
  package var reason: ReasonCode?

  package init(since: WallTime, reason: ReasonCode?) { (self.since, self.reason) = (since, reason) }

  /// The shortest wait that is recorded.
  static let shortest = TimeSpan.seconds(1)
}

/// The name of one run: 32 hexadecimal digits, made when the run is recorded and before it is launched, so
/// that a launch that is repeated after a crash can be recognized.
package struct RunID: Hashable, Sendable, CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// The number of digits of a name.
  package static let length = 32

  /// Returns whether `text` is a name or the beginning of one: 1 to 32 lower-case hexadecimal digits.
  package static func mayBegin(with text: some StringProtocol) -> Bool {
    let digits = text.utf8.prefix(length + 1)
    return (1...length).contains(digits.count)
      && digits.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }

  package var description: String { text }
}

/// The way in which a run ended. The names are the protocol's.
package enum Outcome: String, CaseIterable, Sendable {
  /// The run reported an end, with success or without.
  case completed
  /// The run was told to stop, and stopped within its grace.
  case expired
  /// The run was told to stop, and had to be killed after its grace.
  case killed
  /// The owner ended the run.
  case cancelled
  /// The run's process died without a report, or the daemon that supervised it did.
  case interrupted
  /// The run could not be started.
  case launchFailed
  /// The deadline passed before the run began, and the task was to be dropped then.
  case missed
  /// The task's lease was over: the run was told to stop, or it did not begin at all (R95).
  case leaseLost
}

/// The end of a run's program, as the executor saw it.
package enum Exit: Hashable, Sendable {
  /// The program ended by itself with this status, 0 to 255.
  case status(Int32)
  /// This signal ended the program (`SIGKILL`).
  case signal(String)
  /// The kernel ended the program with SIGKILL, because the machine, or what the program may have of it, was
  /// out of memory.
  case outOfMemory
  /// The program is gone, and how it ended is unknown.
  case unknown
}

/// The end of a run's program that came while no daemon was running.
package struct ProgramEnd: Hashable, Sendable {
  package var exit: Exit
  /// The date of the end, if it is known.
  package var ended: WallTime?

  package init(exit: Exit, ended: WallTime?) {
    self.exit = exit
    self.ended = ended
  }
}
