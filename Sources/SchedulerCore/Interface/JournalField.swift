/// What entries about tasks carry in the journal: those of the daemon, and those of what it runs, whose
/// programs find some of it in their environment by the same names.
package enum JournalField: String, CaseIterable, Sendable {
  /// The task's identifier.
  case identifier = "BGTASK_IDENTIFIER"
  /// The user that submitted it.
  case uid = "BGTASK_UID"
  /// What kind of task it is.
  case kind = "BGTASK_KIND"
  /// The run.
  case run = "BGTASK_RUN_ID"
  /// How that ended.
  case outcome = "BGTASK_OUTCOME"
  /// The code of the first reason.
  case reason = "BGTASK_REASON"
  /// The application.
  case application = "BGTASK_APPLICATION"
  /// The request's label.
  case label = "BGTASK_LABEL"
}
