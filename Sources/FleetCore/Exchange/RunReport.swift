package import SchedulerCore

/// The end of a granted occurrence, as the daemon's history has it.
package struct RunReport: Hashable, Sendable {
  /// The grant that ended.
  package let id: GrantID
  /// The way in which it ended.
  package let outcome: Outcome
  /// Whether the work was done.
  package let success: Bool
  /// The exit status of the program, 0 to 255, if it ended by itself.
  package let exitStatus: Int32?
  /// The signal that ended the program (`SIGKILL`), if one did.
  package let signal: String?
  /// The run's name in the daemon; empty when no run began.
  package let runId: String
  /// The date of the begin in microseconds since the Unix epoch, for people.
  package let startedUSec: Int64
  /// The date of the end in microseconds since the Unix epoch, for people.
  package let endedUSec: Int64
  /// A sentence for people.
  package let message: String?

  /// Creates a report with these properties.
  package init(
    id: GrantID, outcome: Outcome, success: Bool, exitStatus: Int32? = nil, signal: String? = nil,
    runId: String = "", startedUSec: Int64 = 0, endedUSec: Int64 = 0, message: String? = nil
  ) {
    self.id = id
    self.outcome = outcome
    self.success = success
    self.exitStatus = exitStatus
    self.signal = signal
    self.runId = runId
    self.startedUSec = startedUSec
    self.endedUSec = endedUSec
    self.message = message?.bounded
  }

  /// Returns the report of the same end with another outcome.
  func with(_ outcome: Outcome) -> RunReport {
    RunReport(
      id: id, outcome: outcome, success: success, exitStatus: exitStatus, signal: signal, runId: runId,
      startedUSec: startedUSec, endedUSec: endedUSec, message: message)
  }
}

/// The database's answer to a report.
package enum ReportResult: String, CaseIterable, Sendable {
  /// The report has ended the occurrence.
  case accepted
  /// The same report was accepted before.
  case countedAlready
  /// The epoch is over: another grant of the occurrence counts.
  case fenced
  /// The database knows no such occurrence.
  case unknown
}

/// The begin of a granted occurrence's run.
package struct RunBegin: Hashable, Sendable {
  /// The grant whose run began.
  package let id: GrantID
  /// The run's name in the daemon.
  package let runId: String
  /// The date of the begin in microseconds since the Unix epoch, for people.
  package let startedUSec: Int64

  /// Creates the begin of a grant's run.
  package init(id: GrantID, runId: String, startedUSec: Int64) {
    (self.id, self.runId, self.startedUSec) = (id, runId, startedUSec)
  }
}

/// The reason for which a machine gives an occurrence back.
package enum ReleaseCode: String, CaseIterable, Sendable {
  /// The machine is not in a moment to run it: conditions, drain, a lost lease, a daemon that is away.
  case conditions
  /// `AllowTasksOf=` does not name the task's fleet user.
  case disallowed
  /// The daemon refused the task.
  case refused
  /// The agent itself has ended the run: it leaves, or the run began when its task was to be dropped. That is
  /// no attempt.
  case stopped
}

/// A grant that is given back.
package struct GrantRelease: Hashable, Sendable {
  /// The grant that is given back.
  package let id: GrantID
  /// The reason, for programs.
  package let code: ReleaseCode
  /// The reason, for people.
  package let message: String

  /// Creates a release for this reason.
  package init(id: GrantID, code: ReleaseCode, message: String) {
    (self.id, self.code, self.message) = (id, code, message.bounded)
  }
}
