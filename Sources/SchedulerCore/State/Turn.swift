/// Whose turn it is: the user who was served longest ago goes first.
struct Turn: Hashable, Comparable {
  /// The number of the last launch that was theirs; 0 is never.
  var lastServed: UInt64
  var uid: UInt32

  static func < (left: Turn, right: Turn) -> Bool {
    (left.lastServed, left.uid) < (right.lastServed, right.uid)
  }
}
