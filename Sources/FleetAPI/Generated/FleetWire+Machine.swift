// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// A machine of the fleet.
  package struct Machine: MessageStructure {
    /// The machine's id.
    package var machine: String
    /// The machine's name.
    package var name: String
    /// The groups that the machine is in.
    package var groups: [String]?
    /// The fleet's users whose tasks run on the machine.
    package var allows: [String]?
    /// The database's role of the machine; for administrators.
    package var role: String?
    /// member, notSeen (its lease is over) or left.
    package var state: String
    /// Whether the machine takes no new work.
    package var draining: Bool?
    /// Whether an administrator has said that it takes none.
    package var drained: Bool?
    /// The number of occurrences that it holds.
    package var granted: Int
    /// The date since which it is a member.
    package var sinceUSec: Int64?
    /// The date on which it was seen last.
    package var lastSeenUSec: Int64?

    package init(
      machine: String, name: String, groups: [String]? = nil, allows: [String]? = nil, role: String? = nil,
      state: String, draining: Bool? = nil, drained: Bool? = nil, granted: Int, sinceUSec: Int64? = nil,
      lastSeenUSec: Int64? = nil
    ) {
      (self.machine, self.name, self.groups, self.allows, self.role) = (machine, name, groups, allows, role)
      (self.state, self.draining, self.drained, self.granted) = (state, draining, drained, granted)
      (self.sinceUSec, self.lastSeenUSec) = (sinceUSec, lastSeenUSec)
    }

    private static let fields: [StaticString] = [
      "allows", "drained", "draining", "granted", "groups", "lastSeenUSec", "machine", "name", "role",
      "sinceUSec", "state"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var machine: String?, name: String?, state: String?, granted: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { allows = try reader.texts() }
          case 1: if try !reader.null() { drained = try reader.flag() }
          case 2: if try !reader.null() { draining = try reader.flag() }
          case 3: granted = Int(try reader.integer())
          case 4: if try !reader.null() { groups = try reader.texts() }
          case 5: if try !reader.null() { lastSeenUSec = try reader.integer() }
          case 6: machine = try reader.text()
          case 7: name = try reader.text()
          case 8: if try !reader.null() { role = try reader.text() }
          case 9: if try !reader.null() { sinceUSec = try reader.integer() }
          default: state = try reader.text()
        }
      }
      self.machine = try reader.required(machine, "machine", in: members)
      self.name = try reader.required(name, "name", in: members)
      self.state = try reader.required(state, "state", in: members)
      self.granted = try reader.required(granted, "granted", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("allows", allows)
      writer.member("drained", drained)
      writer.member("draining", draining)
      writer.member("granted", granted)
      writer.member("groups", groups)
      writer.member("lastSeenUSec", lastSeenUSec)
      writer.member("machine", machine)
      writer.member("name", name)
      writer.member("role", role)
      writer.member("sinceUSec", sinceUSec)
      writer.member("state", state)
    }
  }
}
