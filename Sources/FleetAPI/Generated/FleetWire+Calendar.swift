// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// The dates of a nightly task.
  package struct Calendar: MessageStructure {
    /// Expressions of systemd.time(7), "Calendar Events".
    package var expressions: [String]
    /// The time zone of the expressions. Absent: UTC.
    package var zone: String?

    package init(expressions: [String], zone: String? = nil) {
      (self.expressions, self.zone) = (expressions, zone)
    }

    private static let fields: [StaticString] = ["expressions", "zone"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var expressions: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: expressions = try reader.texts()
          default: if try !reader.null() { zone = try reader.text() }
        }
      }
      self.expressions = try reader.required(expressions, "expressions", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("expressions", expressions)
      writer.member("zone", zone)
    }
  }
}
