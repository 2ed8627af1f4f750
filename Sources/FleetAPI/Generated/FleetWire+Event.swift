// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// An event in the fleet.
  package struct Event: MessageStructure {
    /// The number of the event. Numbers may be missing, and come out of order.
    package var id: Int
    /// submitted, granted, begun, returned, cancelled (its machine is told to stop), ended, or corrected (the
    /// machine reports an end that the database had assumed). Of machines: joined, restarted (its agent),
    /// lost (its lease is over, and its work is given to others), left or forgotten.
    package var event: String
    /// The reason of returned: conditions (the machine cannot do it now), refused, or lost (the machine was
    /// lost, or what it knew).
    package var code: String?
    /// The date on which the database noted the event.
    package var timeUSec: Int64
    /// The number of the task. Absent: the event is about a machine.
    package var task: Int?
    /// The name of the task.
    package var identifier: String?
    /// The database's role that submitted the task.
    package var user: String?
    /// The way in which the work is spread.
    package var mode: String?
    /// The group of machines that may do the work.
    package var group: String?
    /// The number of the occurrence. Absent: the event is about the whole task.
    package var occurrence: Int?
    /// The number of the grant.
    package var epoch: Int?
    /// The attempt, from 1.
    package var attempt: Int?
    /// The machine.
    package var machine: String?
    /// The way in which it ended, as in the machine's own history; leaseLost: the machine was lost.
    package var outcome: String?
    /// Whether the work was done.
    package var success: Bool?
    /// The exit status of the program.
    package var exitStatus: Int?
    /// The signal that ended the program.
    package var signal: String?
    /// More about the end, for people.
    package var message: String?

    package init(
      id: Int, event: String, code: String? = nil, timeUSec: Int64, task: Int? = nil,
      identifier: String? = nil, user: String? = nil, mode: String? = nil, group: String? = nil,
      occurrence: Int? = nil, epoch: Int? = nil, attempt: Int? = nil, machine: String? = nil,
      outcome: String? = nil, success: Bool? = nil, exitStatus: Int? = nil, signal: String? = nil,
      message: String? = nil
    ) {
      (self.id, self.event, self.code, self.timeUSec, self.task) = (id, event, code, timeUSec, task)
      (self.identifier, self.user, self.mode, self.group) = (identifier, user, mode, group)
      (self.occurrence, self.epoch, self.attempt, self.machine) = (occurrence, epoch, attempt, machine)
      (self.outcome, self.success, self.exitStatus, self.signal) = (outcome, success, exitStatus, signal)
      self.message = message
    }

    private static let fields: [StaticString] = [
      "attempt", "code", "epoch", "event", "exitStatus", "group", "id", "identifier", "machine", "message",
      "mode", "occurrence", "outcome", "signal", "success", "task", "timeUSec", "user"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var id: Int?, event: String?, timeUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { attempt = Int(try reader.integer()) }
          case 1: if try !reader.null() { code = try reader.text() }
          case 2: if try !reader.null() { epoch = Int(try reader.integer()) }
          case 3: event = try reader.text()
          case 4: if try !reader.null() { exitStatus = Int(try reader.integer()) }
          case 5: if try !reader.null() { group = try reader.text() }
          case 6: id = Int(try reader.integer())
          case 7: if try !reader.null() { identifier = try reader.text() }
          case 8: if try !reader.null() { machine = try reader.text() }
          case 9: if try !reader.null() { message = try reader.text() }
          case 10: if try !reader.null() { mode = try reader.text() }
          case 11: if try !reader.null() { occurrence = Int(try reader.integer()) }
          case 12: if try !reader.null() { outcome = try reader.text() }
          case 13: if try !reader.null() { signal = try reader.text() }
          case 14: if try !reader.null() { success = try reader.flag() }
          case 15: if try !reader.null() { task = Int(try reader.integer()) }
          case 16: timeUSec = try reader.integer()
          default: if try !reader.null() { user = try reader.text() }
        }
      }
      self.id = try reader.required(id, "id", in: members)
      self.event = try reader.required(event, "event", in: members)
      self.timeUSec = try reader.required(timeUSec, "timeUSec", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("attempt", attempt)
      writer.member("code", code)
      writer.member("epoch", epoch)
      writer.member("event", event)
      writer.member("exitStatus", exitStatus)
      writer.member("group", group)
      writer.member("id", id)
      writer.member("identifier", identifier)
      writer.member("machine", machine)
      writer.member("message", message)
      writer.member("mode", mode)
      writer.member("occurrence", occurrence)
      writer.member("outcome", outcome)
      writer.member("signal", signal)
      writer.member("success", success)
      writer.member("task", task)
      writer.member("timeUSec", timeUSec)
      writer.member("user", user)
    }
  }
}
