/// Whose task it is and what it is called. At most one request and one run have the same key.
package struct TaskKey: Hashable, Comparable, Sendable {
  /// The user that submitted it.
  package var uid: UInt32
  /// The request's identifier.
  package var identifier: String

  /// The key of a user's identifier.
  package init(uid: UInt32, identifier: String) {
    self.uid = uid
    self.identifier = identifier
  }

  /// Earlier, shorter or older first.
  package static func < (left: TaskKey, right: TaskKey) -> Bool {
    (left.uid, left.identifier) < (right.uid, right.identifier)
  }
}
