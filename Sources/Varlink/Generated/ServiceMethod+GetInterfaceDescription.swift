// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

extension ServiceMethod {
  /// Returns the text that describes an interface, by its name.
  package enum GetInterfaceDescription: VarlinkMethod {
    package static let name = "org.varlink.service.GetInterfaceDescription"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// `interface`.
      package var interface: String

      package init(interface: String) {
        self.interface = interface
      }

      private static let fields: [StaticString] = ["interface"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var interface: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: interface = try reader.text()
          }
        }
        self.interface = try reader.required(interface, "interface", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("interface", interface)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// `description`.
      package var description: String

      package init(description: String) {
        self.description = description
      }

      private static let fields: [StaticString] = ["description"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var description: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: description = try reader.text()
          }
        }
        self.description = try reader.required(description, "description", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("description", description)
      }
    }
  }
}
