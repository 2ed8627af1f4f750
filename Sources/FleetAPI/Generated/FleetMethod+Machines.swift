// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Lists machines by their names.
  package enum Machines: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Machines"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Only machines of this group.
      package var group: String?
      /// The name after which the page begins.
      package var after: String?
      /// The most machines, at most 1000. Absent: 1000.
      package var most: Int?

      package init(group: String? = nil, after: String? = nil, most: Int? = nil) {
        (self.group, self.after, self.most) = (group, after, most)
      }

      private static let fields: [StaticString] = ["after", "group", "most"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { after = try reader.text() }
            case 1: if try !reader.null() { group = try reader.text() }
            default: if try !reader.null() { most = Int(try reader.integer()) }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("after", after)
        writer.member("group", group)
        writer.member("most", most)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The machines of the page.
      package var machines: [FleetWire.Machine]
      /// The name with which the next page goes on. Absent: there is no more.
      package var next: String?

      package init(machines: [FleetWire.Machine], next: String? = nil) {
        (self.machines, self.next) = (machines, next)
      }

      private static let fields: [StaticString] = ["machines", "next"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var machines: [FleetWire.Machine]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: machines = try reader.values()
            default: if try !reader.null() { next = try reader.text() }
          }
        }
        self.machines = try reader.required(machines, "machines", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("machines", machines)
        writer.member("next", next)
      }
    }
  }
}
