// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The known value of one field of Conditions, with its source.
  package struct Observation: MessageValue {
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

    /// Creates the structure; optional fields are absent unless they are given.
    package init(field: String, value: String, source: String, certainty: Wire.Certainty, sinceUSec: Int64) {
      (self.field, self.value, self.source, self.certainty) = (field, value, source, certainty)
      self.sinceUSec = sinceUSec
    }

    private static let fields: [StaticString] = ["certainty", "field", "sinceUSec", "source", "value"]

    /// Takes the object that is next.
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
      guard let field else { throw reader.missing("field", in: members, expected: "a string") }
      self.field = field
      guard let value else { throw reader.missing("value", in: members, expected: "a string") }
      self.value = value
      guard let source else { throw reader.missing("source", in: members, expected: "a string") }
      self.source = source
      guard let certainty else {
        throw reader.missing("certainty", in: members, expected: "one of \"certain\", \"guessed\"")
      }
      self.certainty = certainty
      guard let sinceUSec else { throw reader.missing("sinceUSec", in: members) }
      self.sinceUSec = sinceUSec
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("certainty", certainty)
      writer.member("field", field)
      writer.member("sinceUSec", sinceUSec)
      writer.member("source", source)
      writer.member("value", value)
      writer.endObject()
    }
  }
}
