/// A key in a heap of times: no two tasks have an equal one.
struct Due<Time: Comparable & Hashable>: Comparable, Hashable {
  var time: Time
  var id: TaskID

  static func < (left: Due, right: Due) -> Bool { (left.time, left.id) < (right.time, right.id) }
}

extension Due: Sendable where Time: Sendable {}
