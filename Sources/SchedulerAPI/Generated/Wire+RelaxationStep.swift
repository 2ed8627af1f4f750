// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A date from which a task does not ask for some conditions any more.
  package struct RelaxationStep: MessageValue {
    /// The date of the step.
    package var fromUSec: Int64
    /// The names of the conditions, as in relax.
    package var without: [String]

    /// Creates the structure; optional fields are absent unless they are given.
    package init(fromUSec: Int64, without: [String]) {
      (self.fromUSec, self.without) = (fromUSec, without)
    }

    private static let fields: [StaticString] = ["fromUSec", "without"]

    /// Takes the object that is next.
    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var fromUSec: Int64?, without: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: fromUSec = try reader.integer()
          default: without = try reader.texts()
        }
      }
      guard let fromUSec else { throw reader.missing("fromUSec", in: members) }
      self.fromUSec = fromUSec
      guard let without else { throw reader.missing("without", in: members, expected: "an array") }
      self.without = without
    }

    /// Writes an object.
    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("fromUSec", fromUSec)
      writer.member("without", without)
      writer.endObject()
    }
  }
}
