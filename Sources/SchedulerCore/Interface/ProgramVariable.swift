/// What bgtaskd adds to the environment of a task's program besides what the journal calls the same
/// (``JournalField``).
package enum ProgramVariable {
  /// Which attempt of the task it is, from 1.
  package static let attempt = "BGTASK_ATTEMPT"
}
