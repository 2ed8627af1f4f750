/// A subject by when it is due. No two in one queue are equal, as subjects are distinct.
struct Timed<Time: Comparable, Subject: Comparable>: Comparable {
  var time: Time
  var subject: Subject

  init(_ time: Time, _ subject: Subject) { (self.time, self.subject) = (time, subject) }

  static func < (left: Timed, right: Timed) -> Bool {
    (left.time, left.subject) < (right.time, right.subject)
  }
}

extension Timed: Hashable where Time: Hashable, Subject: Hashable {}
extension Timed: Sendable where Time: Sendable, Subject: Sendable {}

/// A task by when it is due.
typealias Due<Time: Comparable> = Timed<Time, TaskID>
