// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A line of the record of conditions: a value that holds from a date on, until the next line of the same
  /// field.
  package struct RecordedChange: MessageStructure {
    /// The date from which on the value holds. Dates go back where the clock was set back, after a line by
    /// which the machine is off or not observed.
    package var timeUSec: Int64
    /// The field of Conditions, or machine.
    package var field: String
    /// The value: true, false, 0 to 100, or a name; of a set of names all, with ; between them and a
    /// backslash before each ; and backslash of their own. Of machine: on, asleep or off. Absent: unknown.
    /// While machine is unknown nothing is observed.
    package var value: String?

    package init(timeUSec: Int64, field: String, value: String? = nil) {
      (self.timeUSec, self.field, self.value) = (timeUSec, field, value)
    }

    private static let fields: [StaticString] = ["field", "timeUSec", "value"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var timeUSec: Int64?, field: String?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: field = try reader.text()
          case 1: timeUSec = try reader.integer()
          default: if try !reader.null() { value = try reader.text() }
        }
      }
      self.timeUSec = try reader.required(timeUSec, "timeUSec", in: members)
      self.field = try reader.required(field, "field", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("field", field)
      writer.member("timeUSec", timeUSec)
      writer.member("value", value)
    }
  }
}
