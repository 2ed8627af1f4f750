/// The variables that bgtaskd adds to the environment of a task's program, besides those that the journal has
/// by the same names (``JournalField``).
package enum ProgramVariable {
  /// The number of the attempt, from 1.
  package static let attempt = "BGTASK_ATTEMPT"
}
