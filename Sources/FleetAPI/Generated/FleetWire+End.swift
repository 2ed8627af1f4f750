// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// The end of an occurrence.
  package struct End: MessageStructure {
    /// The number of the occurrence.
    package var occurrence: Int
    /// The number of the task.
    package var task: Int
    /// The name of the task.
    package var identifier: String?
    /// The database's role that submitted the task.
    package var user: String?
    /// The way in which the work is spread.
    package var mode: String?
    /// The purpose: once, a machine's id, or a date in microseconds; none for a task that was cancelled
    /// before there was anything to do.
    package var key: String
    /// The number of the grant that counts.
    package var epoch: Int?
    /// The attempt, from 1.
    package var attempt: Int?
    /// The machine that did it.
    package var machine: String?
    /// The way in which it ended, as in the machine's own history; leaseLost: the machine was lost.
    package var outcome: String
    /// Whether the work was done.
    package var success: Bool?
    /// The exit status of the program.
    package var exitStatus: Int?
    /// The signal that ended the program.
    package var signal: String?
    /// The run in the machine's history.
    package var runId: String?
    /// The date on which the run began, by the machine's clock.
    package var startedUSec: Int64?
    /// The date on which the run ended, by the machine's clock.
    package var endedUSec: Int64?
    /// More about the end, for people.
    package var message: String?
    /// The date on which the database took the end in.
    package var recordedUSec: Int64

    package init(
      occurrence: Int, task: Int, identifier: String? = nil, user: String? = nil, mode: String? = nil,
      key: String, epoch: Int? = nil, attempt: Int? = nil, machine: String? = nil, outcome: String,
      success: Bool? = nil, exitStatus: Int? = nil, signal: String? = nil, runId: String? = nil,
      startedUSec: Int64? = nil, endedUSec: Int64? = nil, message: String? = nil, recordedUSec: Int64
    ) {
      (self.occurrence, self.task, self.identifier, self.user) = (occurrence, task, identifier, user)
      (self.mode, self.key, self.epoch, self.attempt, self.machine) = (mode, key, epoch, attempt, machine)
      (self.outcome, self.success, self.exitStatus, self.signal) = (outcome, success, exitStatus, signal)
      (self.runId, self.startedUSec, self.endedUSec, self.message) = (runId, startedUSec, endedUSec, message)
      self.recordedUSec = recordedUSec
    }

    private static let fields: [StaticString] = [
      "attempt", "endedUSec", "epoch", "exitStatus", "identifier", "key", "machine", "message", "mode",
      "occurrence", "outcome", "recordedUSec", "runId", "signal", "startedUSec", "success", "task", "user"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var occurrence: Int?, task: Int?, key: String?, outcome: String?, recordedUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { attempt = Int(try reader.integer()) }
          case 1: if try !reader.null() { endedUSec = try reader.integer() }
          case 2: if try !reader.null() { epoch = Int(try reader.integer()) }
          case 3: if try !reader.null() { exitStatus = Int(try reader.integer()) }
          case 4: if try !reader.null() { identifier = try reader.text() }
          case 5: key = try reader.text()
          case 6: if try !reader.null() { machine = try reader.text() }
          case 7: if try !reader.null() { message = try reader.text() }
          case 8: if try !reader.null() { mode = try reader.text() }
          case 9: occurrence = Int(try reader.integer())
          case 10: outcome = try reader.text()
          case 11: recordedUSec = try reader.integer()
          case 12: if try !reader.null() { runId = try reader.text() }
          case 13: if try !reader.null() { signal = try reader.text() }
          case 14: if try !reader.null() { startedUSec = try reader.integer() }
          case 15: if try !reader.null() { success = try reader.flag() }
          case 16: task = Int(try reader.integer())
          default: if try !reader.null() { user = try reader.text() }
        }
      }
      self.occurrence = try reader.required(occurrence, "occurrence", in: members)
      self.task = try reader.required(task, "task", in: members)
      self.key = try reader.required(key, "key", in: members)
      self.outcome = try reader.required(outcome, "outcome", in: members)
      self.recordedUSec = try reader.required(recordedUSec, "recordedUSec", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("attempt", attempt)
      writer.member("endedUSec", endedUSec)
      writer.member("epoch", epoch)
      writer.member("exitStatus", exitStatus)
      writer.member("identifier", identifier)
      writer.member("key", key)
      writer.member("machine", machine)
      writer.member("message", message)
      writer.member("mode", mode)
      writer.member("occurrence", occurrence)
      writer.member("outcome", outcome)
      writer.member("recordedUSec", recordedUSec)
      writer.member("runId", runId)
      writer.member("signal", signal)
      writer.member("startedUSec", startedUSec)
      writer.member("success", success)
      writer.member("task", task)
      writer.member("user", user)
    }
  }
}
