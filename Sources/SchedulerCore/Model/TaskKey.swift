/// Whose task it is and what it is called. At most one request and one run have the same key.
public struct TaskKey: Hashable, Comparable, Sendable {
  /// The user that submitted it.
  public var uid: UInt32
  /// The request's identifier.
  public var identifier: String

  /// The key of a user's identifier.
  public init(uid: UInt32, identifier: String) {
    self.uid = uid
    self.identifier = identifier
  }

  /// Earlier, shorter or older first.
  public static func < (left: TaskKey, right: TaskKey) -> Bool {
    (left.uid, left.identifier) < (right.uid, right.identifier)
  }
}
