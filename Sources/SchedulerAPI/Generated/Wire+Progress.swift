// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The progress that a run reports.
  package struct Progress: MessageStructure {
    /// The number of units done (0 to 9223372036854775807).
    package var completedUnitCount: Int64
    /// The number of units in all; 0 is not known (0 to 9223372036854775807).
    package var totalUnitCount: Int64
    /// The work that the run is doing, for people: one line (up to 255 bytes).
    package var title: String?
    /// More about that work, for people: one line (up to 255 bytes).
    package var subtitle: String?

    package init(
      completedUnitCount: Int64, totalUnitCount: Int64, title: String? = nil, subtitle: String? = nil
    ) {
      (self.completedUnitCount, self.totalUnitCount, self.title) = (completedUnitCount, totalUnitCount, title)
      self.subtitle = subtitle
    }

    private static let fields: [StaticString] = ["completedUnitCount", "subtitle", "title", "totalUnitCount"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var completedUnitCount: Int64?, totalUnitCount: Int64?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: completedUnitCount = try reader.integer()
          case 1: if try !reader.null() { subtitle = try reader.text() }
          case 2: if try !reader.null() { title = try reader.text() }
          default: totalUnitCount = try reader.integer()
        }
      }
      self.completedUnitCount = try reader.required(completedUnitCount, "completedUnitCount", in: members)
      self.totalUnitCount = try reader.required(totalUnitCount, "totalUnitCount", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("completedUnitCount", completedUnitCount)
      writer.member("subtitle", subtitle)
      writer.member("title", title)
      writer.member("totalUnitCount", totalUnitCount)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let completedUnitCount: ClosedRange<Int64> = 0...9223372036854775807
      package static let totalUnitCount: ClosedRange<Int64> = 0...9223372036854775807
      package static let title: ClosedRange<Int> = 0...255
      package static let subtitle: ClosedRange<Int> = 0...255
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.number(completedUnitCount, Bounds.completedUnitCount, path, "completedUnitCount")
      try FieldCheck.number(totalUnitCount, Bounds.totalUnitCount, path, "totalUnitCount")
      try FieldCheck.bytes(title, Bounds.title, path, "title")
      try FieldCheck.bytes(subtitle, Bounds.subtitle, path, "subtitle")
    }
  }
}
