// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The hints that an unsuccessful attempt of a transfer gives for the next one.
  package struct NextAttempt: MessageStructure {
    /// Whether more of the file is there than before. The transfer then goes on after a second, and this
    /// attempt does not count. Absent: false.
    package var hasProgressed: Bool?
    /// The time for which the server wants to be left alone (0 to 86400000000). Absent: the server does not
    /// say.
    package var notBeforeDurationUSec: Int64?

    package init(hasProgressed: Bool? = nil, notBeforeDurationUSec: Int64? = nil) {
      (self.hasProgressed, self.notBeforeDurationUSec) = (hasProgressed, notBeforeDurationUSec)
    }

    private static let fields: [StaticString] = ["hasProgressed", "notBeforeDurationUSec"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { hasProgressed = try reader.flag() }
          default: if try !reader.null() { notBeforeDurationUSec = try reader.integer() }
        }
      }
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("hasProgressed", hasProgressed)
      writer.member("notBeforeDurationUSec", notBeforeDurationUSec)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let notBeforeDurationUSec: ClosedRange<Int64> = 0...86400000000
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.number(
        notBeforeDurationUSec, Bounds.notBeforeDurationUSec, path, "notBeforeDurationUSec"
      )
    }
  }
}
