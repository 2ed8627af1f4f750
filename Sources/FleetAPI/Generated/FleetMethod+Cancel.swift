// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension FleetMethod {
  /// Cancels a task. Machines that hold it are told to stop.
  package enum Cancel: VarlinkMethod {
    package static let name = "io.bgtaskd.Fleet.Cancel"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The name of the task.
      package var identifier: String?
      /// The number of the task.
      package var task: Int?
      /// The task's user; for administrators.
      package var user: String?

      package init(identifier: String? = nil, task: Int? = nil, user: String? = nil) {
        (self.identifier, self.task, self.user) = (identifier, task, user)
      }

      private static let fields: [StaticString] = ["identifier", "task", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { identifier = try reader.text() }
            case 1: if try !reader.null() { task = Int(try reader.integer()) }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("identifier", identifier)
        writer.member("task", task)
        writer.member("user", user)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The number of the task.
      package var task: Int
      /// The name of the task.
      package var identifier: String
      /// The number of occurrences that waited.
      package var cancelled: Int
      /// The number of occurrences that machines have to stop.
      package var stopping: Int
      /// Whether the task had ended before.
      package var hadEnded: Bool

      package init(task: Int, identifier: String, cancelled: Int, stopping: Int, hadEnded: Bool) {
        (self.task, self.identifier, self.cancelled, self.stopping) = (task, identifier, cancelled, stopping)
        self.hadEnded = hadEnded
      }

      private static let fields: [StaticString] = ["cancelled", "hadEnded", "identifier", "stopping", "task"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Int?, identifier: String?, cancelled: Int?, stopping: Int?, hadEnded: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: cancelled = Int(try reader.integer())
            case 1: hadEnded = try reader.flag()
            case 2: identifier = try reader.text()
            case 3: stopping = Int(try reader.integer())
            default: task = Int(try reader.integer())
          }
        }
        self.task = try reader.required(task, "task", in: members)
        self.identifier = try reader.required(identifier, "identifier", in: members)
        self.cancelled = try reader.required(cancelled, "cancelled", in: members)
        self.stopping = try reader.required(stopping, "stopping", in: members)
        self.hadEnded = try reader.required(hadEnded, "hadEnded", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cancelled", cancelled)
        writer.member("hadEnded", hadEnded)
        writer.member("identifier", identifier)
        writer.member("stopping", stopping)
        writer.member("task", task)
      }
    }
  }
}
