/// The number of a task, given when it is accepted and never used again. Larger is younger.
public struct TaskID: Hashable, Comparable, Sendable {
  /// At least 1.
  public var value: Int64

  /// The id with this number.
  public init(_ value: Int64) { self.value = value }

  /// Earlier, shorter or older first.
  public static func < (left: TaskID, right: TaskID) -> Bool { left.value < right.value }
}
