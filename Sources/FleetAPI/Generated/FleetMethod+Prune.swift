// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// Cancels the tasks that the caller has applied from files and that no file has now.
  package enum Prune: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Prune"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The names of the tasks that files have, at most 10000.
      package var identifiers: [String]
      /// The names of files whose tasks are not known, because they have errors; at most 10000.
      package var files: [String]
      /// Whether nothing is changed, and the reply says what would be. Absent: false.
      package var dryRun: Bool?

      package init(identifiers: [String], files: [String], dryRun: Bool? = nil) {
        (self.identifiers, self.files, self.dryRun) = (identifiers, files, dryRun)
      }

      private static let fields: [StaticString] = ["dryRun", "files", "identifiers"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifiers: [String]?, files: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { dryRun = try reader.flag() }
            case 1: files = try reader.texts()
            default: identifiers = try reader.texts()
          }
        }
        self.identifiers = try reader.required(identifiers, "identifiers", in: members)
        self.files = try reader.required(files, "files", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("dryRun", dryRun)
        writer.member("files", files)
        writer.member("identifiers", identifiers)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The tasks, by name.
      package var tasks: [FleetWire.Pruned]

      package init(tasks: [FleetWire.Pruned]) {
        self.tasks = tasks
      }

      private static let fields: [StaticString] = ["tasks"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var tasks: [FleetWire.Pruned]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: tasks = try reader.values()
          }
        }
        self.tasks = try reader.required(tasks, "tasks", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("tasks", tasks)
      }
    }
  }
}
