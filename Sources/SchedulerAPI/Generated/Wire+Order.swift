// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The tasks that a task comes after, and its exclusive group.
  package struct Order: MessageStructure {
    /// The exclusive group, a name with the characters of identifiers (1 to 64 bytes). One of the user's
    /// tasks that name the same group runs at a time, in the order of their dates. Absent: none.
    package var group: String?
    /// The identifiers of tasks of the user that must have succeeded since the task's last run began or,
    /// before there is one, since it was submitted (1 to 16 elements). The named tasks need not be pending
    /// yet. Absent: none.
    package var after: [String]?
    /// The identifiers of tasks of the user that must have ended in any way but by their owner's wish, since
    /// the same moment as those of after (1 to 16 elements). The named tasks need not be pending yet. Absent:
    /// none.
    package var afterAny: [String]?
    /// Whether the task begins again each time that the named tasks have ended so; only beside after or
    /// afterAny. Absent: false, it begins once, or as repeatDurationUSec and calendar say.
    package var repeats: Bool?
    /// The lists that were longer than their bounds.
    private var cut = CutLists()

    package init(
      group: String? = nil, after: [String]? = nil, afterAny: [String]? = nil, repeats: Bool? = nil
    ) {
      (self.group, self.after, self.afterAny, self.repeats) = (group, after, afterAny, repeats)
    }

    private static let fields: [StaticString] = ["after", "afterAny", "group", "repeats"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0:
            if try !reader.null() {
              after = try reader.texts("after", within: Bounds.after, &cut)
            }
          case 1:
            if try !reader.null() {
              afterAny = try reader.texts("afterAny", within: Bounds.afterAny, &cut)
            }
          case 2: if try !reader.null() { group = try reader.text() }
          default: if try !reader.null() { repeats = try reader.flag() }
        }
      }
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("after", after)
      writer.member("afterAny", afterAny)
      writer.member("group", group)
      writer.member("repeats", repeats)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let group: ClosedRange<Int> = 1...64
      package static let after: ClosedRange<Int> = 1...16
      package static let afterAny: ClosedRange<Int> = 1...16
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.bytes(group, Bounds.group, path, "group")
      try FieldCheck.elements(after, cut, Bounds.after, path, "after")
      try FieldCheck.elements(afterAny, cut, Bounds.afterAny, path, "afterAny")
    }
  }
}
