// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A path watch: the changes of files and folders that start a task.
  package struct PathChange: MessageStructure {
    /// The absolute paths of files or folders of which one has to change (1 to 8 elements). A path changes
    /// when its contents or its attributes do, or when it appears or goes; a folder also when a file or
    /// folder directly in it does. The paths need not exist. All tasks of a user watch 64 paths at most.
    package var paths: [String]
    /// The time for which the paths have to be left alone before a change counts (0 to 86400000000). Absent:
    /// 5000000.
    package var quietDurationUSec: Int64?
    /// The time after the first change at which the task begins in any case, no less than quietDurationUSec
    /// (0 to 604800000000). Absent: 60000000, or quietDurationUSec if that is longer.
    package var atLatestDurationUSec: Int64?
    /// The treatment of changes that come while the task runs. Absent: count.
    package var ownChanges: Wire.OwnChanges?
    /// The lists that were longer than their bounds.
    private var cut = CutLists()

    package init(
      paths: [String], quietDurationUSec: Int64? = nil, atLatestDurationUSec: Int64? = nil,
      ownChanges: Wire.OwnChanges? = nil
    ) {
      (self.paths, self.quietDurationUSec) = (paths, quietDurationUSec)
      (self.atLatestDurationUSec, self.ownChanges) = (atLatestDurationUSec, ownChanges)
    }

    private static let fields: [StaticString] = [
      "atLatestDurationUSec", "ownChanges", "paths", "quietDurationUSec"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var paths: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { atLatestDurationUSec = try reader.integer() }
          case 1: if try !reader.null() { ownChanges = try Wire.OwnChanges(from: &reader) }
          case 2:
            paths = try reader.texts("paths", within: Bounds.paths, &cut)
          default: if try !reader.null() { quietDurationUSec = try reader.integer() }
        }
      }
      self.paths = try reader.required(paths, "paths", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("atLatestDurationUSec", atLatestDurationUSec)
      if let ownChanges { writer.member("ownChanges", ownChanges) }
      writer.member("paths", paths)
      writer.member("quietDurationUSec", quietDurationUSec)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let paths: ClosedRange<Int> = 1...8
      package static let quietDurationUSec: ClosedRange<Int64> = 0...86400000000
      package static let atLatestDurationUSec: ClosedRange<Int64> = 0...604800000000
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.elements(paths, cut, Bounds.paths, path, "paths")
      try FieldCheck.number(quietDurationUSec, Bounds.quietDurationUSec, path, "quietDurationUSec")
      try FieldCheck.number(atLatestDurationUSec, Bounds.atLatestDurationUSec, path, "atLatestDurationUSec")
    }
  }
}
