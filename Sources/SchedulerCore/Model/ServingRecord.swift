/// A run that is over, and not all that comes after it has been told so. What is stored of it lets the next
/// daemon go on with that.
package struct ServingRecord: Hashable, Sendable {
  /// The run, as history has it.
  package let run: Run
  /// What was submitted later, with this number or a larger one, is not meant.
  package let end: TaskID

  /// A record.
  package init(run: Run, end: TaskID) { (self.run, self.end) = (run, end) }
}
