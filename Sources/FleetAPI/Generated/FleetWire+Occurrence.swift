// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// One time that a task is to be done.
  package struct Occurrence: MessageStructure {
    /// The number of the occurrence.
    package var occurrence: Int
    /// The purpose: once, a machine's id, or a date in microseconds.
    package var key: String
    /// waiting or granted.
    package var state: String
    /// Whether it was cancelled, and its machine still has to stop.
    package var cancelled: Bool?
    /// The number of the last grant.
    package var epoch: Int
    /// The attempt, from 1.
    package var attempt: Int
    /// The machine that holds it.
    package var machine: String?
    /// The only machine that may do it.
    package var `for`: String?
    /// The run in that machine's history.
    package var runId: String?
    /// The date before which it is not done.
    package var notBeforeUSec: Int64?
    /// The date on which a machine got it.
    package var grantedUSec: Int64?
    /// The date on which its run began.
    package var begunUSec: Int64?

    package init(
      occurrence: Int, key: String, state: String, cancelled: Bool? = nil, epoch: Int, attempt: Int,
      machine: String? = nil, `for`: String? = nil, runId: String? = nil, notBeforeUSec: Int64? = nil,
      grantedUSec: Int64? = nil, begunUSec: Int64? = nil
    ) {
      (self.occurrence, self.key, self.state, self.cancelled) = (occurrence, key, state, cancelled)
      (self.epoch, self.attempt, self.machine, self.for, self.runId) = (epoch, attempt, machine, `for`, runId)
      (self.notBeforeUSec, self.grantedUSec, self.begunUSec) = (notBeforeUSec, grantedUSec, begunUSec)
    }

    private static let fields: [StaticString] = [
      "attempt", "begunUSec", "cancelled", "epoch", "for", "grantedUSec", "key", "machine", "notBeforeUSec",
      "occurrence", "runId", "state"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var occurrence: Int?, key: String?, state: String?, epoch: Int?, attempt: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: attempt = Int(try reader.integer())
          case 1: if try !reader.null() { begunUSec = try reader.integer() }
          case 2: if try !reader.null() { cancelled = try reader.flag() }
          case 3: epoch = Int(try reader.integer())
          case 4: if try !reader.null() { `for` = try reader.text() }
          case 5: if try !reader.null() { grantedUSec = try reader.integer() }
          case 6: key = try reader.text()
          case 7: if try !reader.null() { machine = try reader.text() }
          case 8: if try !reader.null() { notBeforeUSec = try reader.integer() }
          case 9: occurrence = Int(try reader.integer())
          case 10: if try !reader.null() { runId = try reader.text() }
          default: state = try reader.text()
        }
      }
      self.occurrence = try reader.required(occurrence, "occurrence", in: members)
      self.key = try reader.required(key, "key", in: members)
      self.state = try reader.required(state, "state", in: members)
      self.epoch = try reader.required(epoch, "epoch", in: members)
      self.attempt = try reader.required(attempt, "attempt", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("attempt", attempt)
      writer.member("begunUSec", begunUSec)
      writer.member("cancelled", cancelled)
      writer.member("epoch", epoch)
      writer.member("for", `for`)
      writer.member("grantedUSec", grantedUSec)
      writer.member("key", key)
      writer.member("machine", machine)
      writer.member("notBeforeUSec", notBeforeUSec)
      writer.member("occurrence", occurrence)
      writer.member("runId", runId)
      writer.member("state", state)
    }
  }
}
