// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The known value of one field of Conditions, with its source.
  package struct Observation: MessageStructure {
    /// The name of the field.
    package var field: String
    /// The value of the field, as SimulateConditions takes it.
    package var value: String
    /// The name of the source: upower, power-supply, NetworkManager, rtnetlink, logind, …, or simulation.
    package var source: String
    /// The certainty of the value.
    package var certainty: Wire.Certainty
    /// The date since which the field has this value.
    package var sinceUSec: Int64

    package init(field: String, value: String, source: String, certainty: Wire.Certainty, sinceUSec: Int64) {
      (self.field, self.value, self.source, self.certainty) = (field, value, source, certainty)
      self.sinceUSec = sinceUSec
    }

    private static let fields: [StaticString] = ["certainty", "field", "sinceUSec", "source", "value"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var field: String?, value: String?, source: String?, certainty: Wire.Certainty?, sinceUSec: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: certainty = try Wire.Certainty(from: &reader)
          case 1: field = try reader.text()
          case 2: sinceUSec = try reader.integer()
          case 3: source = try reader.text()
          default: value = try reader.text()
        }
      }
      self.field = try reader.required(field, "field", in: members)
      self.value = try reader.required(value, "value", in: members)
      self.source = try reader.required(source, "source", in: members)
      self.certainty = try reader.required(certainty, "certainty", in: members)
      self.sinceUSec = try reader.required(sinceUSec, "sinceUSec", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("certainty", certainty)
      writer.member("field", field)
      writer.member("sinceUSec", sinceUSec)
      writer.member("source", source)
      writer.member("value", value)
    }
  }
}
