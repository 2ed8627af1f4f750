// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Explains why a task runs nowhere, by what the machines of its group say.
  package enum Explain: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Explain"
    package typealias Parameters = Cancel.Parameters

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The name of the task.
      package var identifier: String
      /// The group of machines that may do the work.
      package var group: String
      /// The database's role that submitted the task.
      package var user: String
      /// The requirements.
      package var requirements: String
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
      /// The number of machines of the group.
      package var machines: Int
      /// The verdicts of the machines, the most frequent first.
      package var verdicts: [FleetWire.Verdict]
      /// The places, where only so many machines work at a time.
      package var slots: FleetWire.Slots?
      /// The database's date.
      package var nowUSec: Int64

      package init(
        identifier: String, group: String, user: String, requirements: String, state: String, waiting: Int,
        granted: Int, notBeforeUSec: Int64? = nil, refusals: Int? = nil, machines: Int,
        verdicts: [FleetWire.Verdict], slots: FleetWire.Slots? = nil, nowUSec: Int64
      ) {
        (self.identifier, self.group, self.user, self.requirements) = (identifier, group, user, requirements)
        (self.state, self.waiting, self.granted) = (state, waiting, granted)
        (self.notBeforeUSec, self.refusals, self.machines) = (notBeforeUSec, refusals, machines)
        (self.verdicts, self.slots, self.nowUSec) = (verdicts, slots, nowUSec)
      }

      private static let fields: [StaticString] = [
        "granted", "group", "identifier", "machines", "notBeforeUSec", "nowUSec", "refusals", "requirements",
        "slots", "state", "user", "verdicts", "waiting"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?, group: String?, user: String?, requirements: String?, state: String?,
          waiting: Int?, granted: Int?, machines: Int?, verdicts: [FleetWire.Verdict]?, nowUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: granted = Int(try reader.integer())
            case 1: group = try reader.text()
            case 2: identifier = try reader.text()
            case 3: machines = Int(try reader.integer())
            case 4: if try !reader.null() { notBeforeUSec = try reader.integer() }
            case 5: nowUSec = try reader.integer()
            case 6: if try !reader.null() { refusals = Int(try reader.integer()) }
            case 7: requirements = try reader.text()
            case 8: if try !reader.null() { slots = try FleetWire.Slots(from: &reader) }
            case 9: state = try reader.text()
            case 10: user = try reader.text()
            case 11: verdicts = try reader.values()
            default: waiting = Int(try reader.integer())
          }
        }
        self.identifier = try reader.required(identifier, "identifier", in: members)
        self.group = try reader.required(group, "group", in: members)
        self.user = try reader.required(user, "user", in: members)
        self.requirements = try reader.required(requirements, "requirements", in: members)
        self.state = try reader.required(state, "state", in: members)
        self.waiting = try reader.required(waiting, "waiting", in: members)
        self.granted = try reader.required(granted, "granted", in: members)
        self.machines = try reader.required(machines, "machines", in: members)
        self.verdicts = try reader.required(verdicts, "verdicts", in: members)
        self.nowUSec = try reader.required(nowUSec, "nowUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("granted", granted)
        writer.member("group", group)
        writer.member("identifier", identifier)
        writer.member("machines", machines)
        writer.member("notBeforeUSec", notBeforeUSec)
        writer.member("nowUSec", nowUSec)
        writer.member("refusals", refusals)
        writer.member("requirements", requirements)
        if let slots { writer.member("slots", slots) }
        writer.member("state", state)
        writer.member("user", user)
        writer.member("verdicts", verdicts)
        writer.member("waiting", waiting)
      }
    }
  }
}
