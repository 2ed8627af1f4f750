// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// Removes a machine that is gone for good, so that nothing waits for it; for administrators.
  package enum ForgetMachine: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.ForgetMachine"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The machine's name or id.
      package var machine: String

      package init(machine: String) {
        self.machine = machine
      }

      private static let fields: [StaticString] = ["machine"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var machine: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: machine = try reader.text()
          }
        }
        self.machine = try reader.required(machine, "machine", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("machine", machine)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The machine's id.
      package var machine: String
      /// The machine's name.
      package var name: String

      package init(machine: String, name: String) {
        (self.machine, self.name) = (machine, name)
      }

      private static let fields: [StaticString] = ["machine", "name"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var machine: String?, name: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: machine = try reader.text()
            default: name = try reader.text()
          }
        }
        self.machine = try reader.required(machine, "machine", in: members)
        self.name = try reader.required(name, "name", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("machine", machine)
        writer.member("name", name)
      }
    }
  }
}
