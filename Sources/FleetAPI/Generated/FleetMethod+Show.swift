// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// (read-only) Shows a task with up to 1000 of its occurrences and its last ends.
  package enum Show: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Show"
    package typealias Parameters = Cancel.Parameters

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The task.
      package var task: FleetWire.Task
      /// The occurrences that have not ended.
      package var occurrences: [FleetWire.Occurrence]
      /// The last ends, the newest first.
      package var history: [FleetWire.End]

      package init(task: FleetWire.Task, occurrences: [FleetWire.Occurrence], history: [FleetWire.End]) {
        (self.task, self.occurrences, self.history) = (task, occurrences, history)
      }

      private static let fields: [StaticString] = ["history", "occurrences", "task"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: FleetWire.Task?, occurrences: [FleetWire.Occurrence]?, history: [FleetWire.End]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: history = try reader.values()
            case 1: occurrences = try reader.values()
            default: task = try FleetWire.Task(from: &reader)
          }
        }
        self.task = try reader.required(task, "task", in: members)
        self.occurrences = try reader.required(occurrences, "occurrences", in: members)
        self.history = try reader.required(history, "history", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("history", history)
        writer.member("occurrences", occurrences)
        writer.member("task", task)
      }
    }
  }
}
