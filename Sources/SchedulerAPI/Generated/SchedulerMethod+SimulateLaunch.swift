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
    package static let name = "io.bgtaskd.Scheduler.SimulateLaunch"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The task's identifier.
      package var identifier: String

      package init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        self.identifier = try reader.required(identifier, "identifier", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("identifier", identifier)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The identifier of the run that began.
      package var runId: String

      package init(runId: String) {
        self.runId = runId
      }

      private static let fields: [StaticString] = ["runId"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: runId = try reader.text()
          }
        }
        self.runId = try reader.required(runId, "runId", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("runId", runId)
      }
    }
  }
}
