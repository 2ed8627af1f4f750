// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns one task.
  ///
  /// Errors: InvalidRequest, NoSuchTask, PermissionDenied (user), Unavailable.
  ///
  ///     call  Get {"identifier":"org.example.backup"}
  ///     reply {"lastRuns":[],"task":{"attempt":1,"reason":{…},"request":{…},"state":"waiting",…}}
  ///     call  Get {"identifier":"org.example.hello"}
  ///     error NoSuchTask {"identifier":"org.example.hello"}
  package enum Get: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Get"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The task's identifier.
      package var identifier: String
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(identifier: String, user: String? = nil) {
        (self.identifier, self.user) = (identifier, user)
      }

      private static let fields: [StaticString] = ["identifier", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: identifier = try reader.text()
            default: if try !reader.null() { user = try reader.text() }
          }
        }
        self.identifier = try reader.required(identifier, "identifier", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("identifier", identifier)
        writer.member("user", user)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let user: ClosedRange<Int> = 1...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(user, Bounds.user, path, "user")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The task with its whole request: the one that waits, else the one that runs.
      package var task: Wire.Task
      /// The last runs of the identifier, newest first, five at most.
      package var lastRuns: [Wire.Run]

      package init(task: Wire.Task, lastRuns: [Wire.Run]) {
        (self.task, self.lastRuns) = (task, lastRuns)
      }

      private static let fields: [StaticString] = ["lastRuns", "task"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?, lastRuns: [Wire.Run]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: lastRuns = try reader.values()
            default: task = try Wire.Task(from: &reader)
          }
        }
        self.task = try reader.required(task, "task", in: members)
        self.lastRuns = try reader.required(lastRuns, "lastRuns", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("lastRuns", lastRuns)
        writer.member("task", task)
      }
    }
  }
}
