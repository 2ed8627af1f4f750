// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetWire {
  /// A task that was applied from a file which is gone.
  package struct Pruned: MessageStructure {
    /// The number of the task.
    package var task: Int
    /// The name of the task.
    package var identifier: String
    /// The path of the file.
    package var file: String
    /// The number of occurrences that waited.
    package var cancelled: Int
    /// The number of occurrences that machines have to stop.
    package var stopping: Int

    package init(task: Int, identifier: String, file: String, cancelled: Int, stopping: Int) {
      (self.task, self.identifier, self.file, self.cancelled) = (task, identifier, file, cancelled)
      self.stopping = stopping
    }

    private static let fields: [StaticString] = ["cancelled", "file", "identifier", "stopping", "task"]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var task: Int?, identifier: String?, file: String?, cancelled: Int?, stopping: Int?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: cancelled = Int(try reader.integer())
          case 1: file = try reader.text()
          case 2: identifier = try reader.text()
          case 3: stopping = Int(try reader.integer())
          default: task = Int(try reader.integer())
        }
      }
      self.task = try reader.required(task, "task", in: members)
      self.identifier = try reader.required(identifier, "identifier", in: members)
      self.file = try reader.required(file, "file", in: members)
      self.cancelled = try reader.required(cancelled, "cancelled", in: members)
      self.stopping = try reader.required(stopping, "stopping", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("cancelled", cancelled)
      writer.member("file", file)
      writer.member("identifier", identifier)
      writer.member("stopping", stopping)
      writer.member("task", task)
    }
  }
}
