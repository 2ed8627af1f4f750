/// A class of the machine's groups that has work, as the database describes it.
package struct WorkClass: Hashable, Sendable {
  /// The digest of the three properties that follow.
  package let id: ClassID
  /// The group of machines that may do the work.
  package let group: String
  /// The fleet user who submitted the tasks.
  package let user: String
  /// The requirements, one expression of bgtask-when(7); empty for none.
  package let requirements: String
  /// The number of occurrences that waited when the database said so.
  package let waiting: Int64
  /// The calendars of nightly tasks of the class that need their next dates.
  package let calendars: [FleetCalendar]

  /// Creates a class with these properties.
  package init(
    id: ClassID, group: String, user: String, requirements: String, waiting: Int64,
    calendars: [FleetCalendar] = []
  ) {
    self.id = id
    self.group = group
    self.user = user
    self.requirements = requirements
    self.waiting = waiting
    self.calendars = calendars
  }
}

/// The calendar of a nightly task.
package struct FleetCalendar: Hashable, Sendable {
  /// The task's number in the database.
  package let task: Int64
  /// The calendar expressions; the earliest date of all of them counts.
  package let expressions: [String]
  /// The time zone's name (`Europe/Berlin`).
  package let zone: String
  /// The last date that the database has, in microseconds since the Unix epoch.
  package let afterUSec: Int64

  /// Creates a task's calendar.
  package init(task: Int64, expressions: [String], zone: String, afterUSec: Int64) {
    (self.task, self.expressions, self.zone, self.afterUSec) = (task, expressions, zone, afterUSec)
  }
}

/// A computed date of a nightly task, to be announced to the database.
package struct TaskDate: Hashable, Sendable {
  /// The task's number in the database.
  package let task: Int64
  /// The date after which the computation began, in microseconds since the Unix epoch.
  package let afterUSec: Int64
  /// The next date.
  package let dateUSec: Int64
  /// The date after the next one, if there is one.
  package let nextUSec: Int64?

  /// Creates a task's date.
  package init(task: Int64, afterUSec: Int64, dateUSec: Int64, nextUSec: Int64?) {
    (self.task, self.afterUSec, self.dateUSec, self.nextUSec) = (task, afterUSec, dateUSec, nextUSec)
  }
}

/// The answer of one machine about one class.
package enum Verdict: String, CaseIterable, Sendable {
  /// The requirements hold here.
  case holds
  /// The requirements do not hold here now.
  case lacks
  /// The requirements can never hold here.
  case never
  /// `AllowTasksOf=` does not name the class's fleet user.
  case disallowed
}

/// A verdict with its reason.
package struct ClassVerdict: Hashable, Sendable {
  /// The class that the verdict is about.
  package let `class`: ClassID
  /// The verdict itself.
  package let verdict: Verdict
  /// The reason's code (`external-power`): letters, digits and `_.-`, at most 64; empty when the class holds.
  package let code: String
  /// The reason in a sentence for people; empty when the class holds.
  package let message: String

  /// Creates a verdict about a class.
  package init(class: ClassID, verdict: Verdict, code: String = "", message: String = "") {
    self.class = `class`
    (self.verdict, self.message) = (verdict, message.bounded)
    // Requirements are texts of people: the words of `network "Lab"` and `not hot` are joined. Machines that
    // lack different things are counted apart.
    let words = code.utf8.split { !Self.isOfCode($0) }.map { String(decoding: $0, as: UTF8.self) }
    self.code = String(words.joined(separator: "-").prefix(64))
  }

  private static func isOfCode(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
