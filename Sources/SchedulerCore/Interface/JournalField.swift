/// The fields of journal entries about tasks: the daemon's entries, and those of the programs that it runs,
/// which find some of them in their environment by the same names.
package enum JournalField: String, CaseIterable, Sendable {
  /// The task's identifier.
  case identifier = "BGTASK_IDENTIFIER"
  /// The user who submitted the task.
  case uid = "BGTASK_UID"
  /// The user who has submitted the task for its own user.
  case submitter = "BGTASK_SUBMITTER"
  /// The task's kind.
  case kind = "BGTASK_KIND"
  /// The run's name.
  case run = "BGTASK_RUN_ID"
  /// The run's outcome.
  case outcome = "BGTASK_OUTCOME"
  /// The code of the first reason.
  case reason = "BGTASK_REASON"
  /// The application's name.
  case application = "BGTASK_APPLICATION"
  /// The request's label.
  case label = "BGTASK_LABEL"
}

/// The variables that bgtaskd adds to the environment of a task's program, besides those that the journal has
/// by the same names (``JournalField``).
package enum ProgramVariable {
  /// The number of the attempt, from 1.
  package static let attempt = "BGTASK_ATTEMPT"
}
