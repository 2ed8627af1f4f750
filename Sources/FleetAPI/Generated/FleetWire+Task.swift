// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// A task of the fleet.
  package struct Task: MessageStructure {
    /// The number of the task.
    package var task: Int
    /// The name of the task, unique among the open tasks of its user.
    package var identifier: String
    /// The database's role that submitted the task.
    package var user: String
    /// The group of machines that may do the work.
    package var group: String
    /// The way in which the work is spread. once: one occurrence, on whichever machine. everywhere: one for
    /// each machine of the group. nightly: one for each date of a calendar, each on whichever machine.
    package var mode: String
    /// The most machines that work at a time.
    package var atMost: Int?
    /// The number of attempts of an occurrence whose machine is lost.
    package var attempts: Int
    /// The requirements, one expression of bgtask-when(7); empty for none.
    package var requirements: String
    /// The dates.
    package var calendar: FleetWire.Calendar?
    /// waiting, granted or ended.
    package var state: String
    /// The number of occurrences that wait for a machine.
    package var waiting: Int
    /// The number of occurrences that a machine holds.
    package var granted: Int
    /// The date before which nothing is done.
    package var notBeforeUSec: Int64?
    /// The number of times that machines have refused an occurrence that waits: it waits longer each time.
    package var refusals: Int?
    /// The date after which an occurrence that has not begun is dropped.
    package var deadlineUSec: Int64?
    /// The next date of a nightly task.
    package var nextUSec: Int64?
    /// The date on which the task was submitted.
    package var submittedUSec: Int64

    package init(
      task: Int, identifier: String, user: String, group: String, mode: String, atMost: Int? = nil,
      attempts: Int, requirements: String, calendar: FleetWire.Calendar? = nil, state: String, waiting: Int,
      granted: Int, notBeforeUSec: Int64? = nil, refusals: Int? = nil, deadlineUSec: Int64? = nil,
      nextUSec: Int64? = nil, submittedUSec: Int64
    ) {
      (self.task, self.identifier, self.user, self.group, self.mode) = (task, identifier, user, group, mode)
      (self.atMost, self.attempts, self.requirements) = (atMost, attempts, requirements)
      (self.calendar, self.state, self.waiting, self.granted) = (calendar, state, waiting, granted)
      (self.notBeforeUSec, self.refusals, self.deadlineUSec) = (notBeforeUSec, refusals, deadlineUSec)
      (self.nextUSec, self.submittedUSec) = (nextUSec, submittedUSec)
    }

    private static let fields: [StaticString] = [
      "atMost", "attempts", "calendar", "deadlineUSec", "granted", "group", "identifier", "mode", "nextUSec",
      "notBeforeUSec", "refusals", "requirements", "state", "submittedUSec", "task", "user", "waiting"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var task: Int?, identifier: String?, user: String?, group: String?, mode: String?, attempts: Int?,
        requirements: String?, state: String?, waiting: Int?, granted: Int?, submittedUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { atMost = Int(try reader.integer()) }
          case 1: attempts = Int(try reader.integer())
          case 2: if try !reader.null() { calendar = try FleetWire.Calendar(from: &reader) }
          case 3: if try !reader.null() { deadlineUSec = try reader.integer() }
          case 4: granted = Int(try reader.integer())
          case 5: group = try reader.text()
          case 6: identifier = try reader.text()
          case 7: mode = try reader.text()
          case 8: if try !reader.null() { nextUSec = try reader.integer() }
          case 9: if try !reader.null() { notBeforeUSec = try reader.integer() }
          case 10: if try !reader.null() { refusals = Int(try reader.integer()) }
          case 11: requirements = try reader.text()
          case 12: state = try reader.text()
          case 13: submittedUSec = try reader.integer()
          case 14: task = Int(try reader.integer())
          case 15: user = try reader.text()
          default: waiting = Int(try reader.integer())
        }
      }
      self.task = try reader.required(task, "task", in: members)
      self.identifier = try reader.required(identifier, "identifier", in: members)
      self.user = try reader.required(user, "user", in: members)
      self.group = try reader.required(group, "group", in: members)
      self.mode = try reader.required(mode, "mode", in: members)
      self.attempts = try reader.required(attempts, "attempts", in: members)
      self.requirements = try reader.required(requirements, "requirements", in: members)
      self.state = try reader.required(state, "state", in: members)
      self.waiting = try reader.required(waiting, "waiting", in: members)
      self.granted = try reader.required(granted, "granted", in: members)
      self.submittedUSec = try reader.required(submittedUSec, "submittedUSec", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("atMost", atMost)
      writer.member("attempts", attempts)
      if let calendar { writer.member("calendar", calendar) }
      writer.member("deadlineUSec", deadlineUSec)
      writer.member("granted", granted)
      writer.member("group", group)
      writer.member("identifier", identifier)
      writer.member("mode", mode)
      writer.member("nextUSec", nextUSec)
      writer.member("notBeforeUSec", notBeforeUSec)
      writer.member("refusals", refusals)
      writer.member("requirements", requirements)
      writer.member("state", state)
      writer.member("submittedUSec", submittedUSec)
      writer.member("task", task)
      writer.member("user", user)
      writer.member("waiting", waiting)
    }
  }
}
