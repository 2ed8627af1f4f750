// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A date from which a task does not ask for some conditions any more.
  package struct RelaxationStep: MessageStructure {
    /// The date of the step.
    package var fromUSec: Int64
    /// The names of the conditions, as in relax.
    package var without: [String]

    package init(fromUSec: Int64, without: [String]) {
      (self.fromUSec, self.without) = (fromUSec, without)
    }

    private static let fields: [StaticString] = ["fromUSec", "without"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var fromUSec: Int64?, without: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: fromUSec = try reader.integer()
          default: without = try reader.texts()
        }
      }
      self.fromUSec = try reader.required(fromUSec, "fromUSec", in: members)
      self.without = try reader.required(without, "without", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("fromUSec", fromUSec)
      writer.member("without", without)
    }
  }
}
