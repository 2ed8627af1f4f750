/// A run that is over, and of which not all tasks that come after it have been told. The stored record lets
/// the next daemon go on with that.
package struct ServingRecord: Hashable, Sendable {
  /// The run, as the history has it.
  package let run: Run
  /// The number from which on tasks were submitted later than the run's end, and are not told of it.
  package let end: TaskID

  package init(run: Run, end: TaskID) { (self.run, self.end) = (run, end) }
}
