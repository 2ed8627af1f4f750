// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A part of an expression, one line of its explanation. Deeper lines that follow are the parts of this
  /// part.
  package struct ExpressionPart: MessageStructure {
    /// The depth of the part in the expression, from 0.
    package var depth: Int
    /// The part as it is written; "all of" or "one of" for a part that has parts.
    package var text: String
    /// Whether the part holds.
    package var state: Wire.PartState
    /// The value that a condition has now. Absent: the part has parts.
    package var observed: String?
    /// The date since which the condition has this value.
    package var sinceUSec: Int64?
    /// The name of the source of the value.
    package var source: String?
    /// The date on which time alone changes the state.
    package var untilUSec: Int64?

    package init(
      depth: Int, text: String, state: Wire.PartState, observed: String? = nil, sinceUSec: Int64? = nil,
      source: String? = nil, untilUSec: Int64? = nil
    ) {
      (self.depth, self.text, self.state, self.observed) = (depth, text, state, observed)
      (self.sinceUSec, self.source, self.untilUSec) = (sinceUSec, source, untilUSec)
    }

    private static let fields: [StaticString] = [
      "depth", "observed", "sinceUSec", "source", "state", "text", "untilUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var depth: Int?, text: String?, state: Wire.PartState?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: depth = Int(try reader.integer())
          case 1: if try !reader.null() { observed = try reader.text() }
          case 2: if try !reader.null() { sinceUSec = try reader.integer() }
          case 3: if try !reader.null() { source = try reader.text() }
          case 4: state = try Wire.PartState(from: &reader)
          case 5: text = try reader.text()
          default: if try !reader.null() { untilUSec = try reader.integer() }
        }
      }
      self.depth = try reader.required(depth, "depth", in: members)
      self.text = try reader.required(text, "text", in: members)
      self.state = try reader.required(state, "state", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("depth", depth)
      writer.member("observed", observed)
      writer.member("sinceUSec", sinceUSec)
      writer.member("source", source)
      writer.member("state", state)
      writer.member("text", text)
      writer.member("untilUSec", untilUSec)
    }
  }
}
