// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// Lets a machine take no new work, or take it again; for administrators.
  package enum Drain: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Drain"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The machine's name or id.
      package var machine: String
      /// Whether it takes no new work. Absent: true.
      package var draining: Bool?

      package init(machine: String, draining: Bool? = nil) {
        (self.machine, self.draining) = (machine, draining)
      }

      private static let fields: [StaticString] = ["draining", "machine"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var machine: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { draining = try reader.flag() }
            default: machine = try reader.text()
          }
        }
        self.machine = try reader.required(machine, "machine", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("draining", draining)
        writer.member("machine", machine)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The machine's id.
      package var machine: String
      /// The machine's name.
      package var name: String
      /// Whether it takes no new work.
      package var draining: Bool
      /// The number of occurrences that it still holds.
      package var granted: Int

      package init(machine: String, name: String, draining: Bool, granted: Int) {
        (self.machine, self.name, self.draining, self.granted) = (machine, name, draining, granted)
      }

      private static let fields: [StaticString] = ["draining", "granted", "machine", "name"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var machine: String?, name: String?, draining: Bool?, granted: Int?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: draining = try reader.flag()
            case 1: granted = Int(try reader.integer())
            case 2: machine = try reader.text()
            default: name = try reader.text()
          }
        }
        self.machine = try reader.required(machine, "machine", in: members)
        self.name = try reader.required(name, "name", in: members)
        self.draining = try reader.required(draining, "draining", in: members)
        self.granted = try reader.required(granted, "granted", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("draining", draining)
        writer.member("granted", granted)
        writer.member("machine", machine)
        writer.member("name", name)
      }
    }
  }
}
