// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Starts a pending task now, whatever its date and requirements.
  ///
  /// Errors: InvalidRequest (also where an earlier run of it still goes on), NoSuchTask, Unavailable (no room
  /// for another run, no program that handles it, or the machine goes to sleep).
  ///
  ///     call  Submit {"request":{"identifier":"org.example.index","kind":"processing",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}}}
  ///     reply {"task":{…}}
  ///     call  SimulateLaunch {"identifier":"org.example.index"}
  ///     reply {"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6"}
  package enum SimulateLaunch: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateLaunch`
    package static let name = "io.bgtaskd.Scheduler.SimulateLaunch"

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
      /// The identifier of the run that began.
      package var runId: String

      /// Creates the structure; optional fields are absent unless they are given.
      package init(runId: String) {
        self.runId = runId
      }

      private static let fields: [StaticString] = ["runId"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: runId = try reader.text()
          }
        }
        guard let runId else { throw reader.missing("runId", in: members, expected: "a string") }
        self.runId = runId
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("runId", runId)
        writer.endObject()
      }
    }
  }
}
