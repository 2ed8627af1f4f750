// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns one task.
  ///
  /// Errors: InvalidRequest, NoSuchTask, Unavailable.
  ///
  ///     call  Get {"identifier":"org.example.backup"}
  ///     reply {"lastRuns":[],"task":{"attempt":1,"reason":{…},"request":{…},"state":"waiting",…}}
  ///     call  Get {"identifier":"org.example.hello"}
  ///     error NoSuchTask {"identifier":"org.example.hello"}
  package enum Get: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Get`
    package static let name = "io.bgtaskd.Scheduler.Get"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The task's identifier.
      package var identifier: String

      /// Creates the structure; optional fields are absent unless they are given.
      package init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else { throw reader.missing("identifier", in: members, expected: "a string") }
        self.identifier = identifier
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.endObject()
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The task with its whole request: the one that waits, else the one that runs.
      package var task: Wire.Task
      /// The last runs of the identifier, newest first, five at most.
      package var lastRuns: [Wire.Run]

      /// Creates the structure; optional fields are absent unless they are given.
      package init(task: Wire.Task, lastRuns: [Wire.Run]) {
        (self.task, self.lastRuns) = (task, lastRuns)
      }

      private static let fields: [StaticString] = ["lastRuns", "task"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?, lastRuns: [Wire.Run]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: lastRuns = try reader.values()
            default: task = try Wire.Task(from: &reader)
          }
        }
        guard let task else { throw reader.missing("task", in: members, expected: "an object") }
        self.task = task
        guard let lastRuns else { throw reader.missing("lastRuns", in: members, expected: "an array") }
        self.lastRuns = lastRuns
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("lastRuns", lastRuns)
        writer.member("task", task)
        writer.endObject()
      }
    }
  }
}
