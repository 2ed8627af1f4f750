// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

extension ServiceMethod {
  /// Returns the text that describes an interface, by its name.
  package enum GetInterfaceDescription: VarlinkMethod {
    /// `org.varlink.service.GetInterfaceDescription`
    package static let name = "org.varlink.service.GetInterfaceDescription"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// `interface`.
      package var interface: String

      /// Creates the structure; optional fields are absent unless they are given.
      package init(interface: String) {
        self.interface = interface
      }

      private static let fields: [StaticString] = ["interface"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var interface: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: interface = try reader.text()
          }
        }
        guard let interface else { throw reader.missing("interface", in: members, expected: "a string") }
        self.interface = interface
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("interface", interface)
        writer.endObject()
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// `description`.
      package var description: String

      /// Creates the structure; optional fields are absent unless they are given.
      package init(description: String) {
        self.description = description
      }

      private static let fields: [StaticString] = ["description"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var description: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: description = try reader.text()
          }
        }
        guard let description else { throw reader.missing("description", in: members, expected: "a string") }
        self.description = description
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("description", description)
        writer.endObject()
      }
    }
  }
}
