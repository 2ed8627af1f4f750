/// The number of a task, given when it is accepted and never used again. Larger is younger.
package struct TaskID: Hashable, Comparable, Sendable {
  /// At least 1.
  package var value: Int64

  /// The id with this number.
  package init(_ value: Int64) { self.value = value }

  /// Earlier, shorter or older first.
  package static func < (left: TaskID, right: TaskID) -> Bool { left.value < right.value }
}
