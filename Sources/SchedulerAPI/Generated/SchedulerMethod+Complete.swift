// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Reports the end of a run of the caller's user. For the program of a command the report says only whether
  /// the run succeeded; the run ends with the program.
  ///
  /// Errors: NoSuchRun (the run is not known, or has ended already), InvalidRequest (the contrary was
  /// reported before, which counts), Unavailable (an application's run is over all the same).
  ///
  ///     call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
  ///     reply {}
  ///     call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
  ///     error NoSuchRun {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  package enum Complete: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Complete"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The run's identifier.
      package var runId: String
      /// Whether the run did its work; otherwise its task may be retried (retry).
      package var success: Bool

      package init(runId: String, success: Bool) {
        (self.runId, self.success) = (runId, success)
      }

      private static let fields: [StaticString] = ["runId", "success"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?, success: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: runId = try reader.text()
            default: success = try reader.flag()
          }
        }
        self.runId = try reader.required(runId, "runId", in: members)
        self.success = try reader.required(success, "success", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("runId", runId)
        writer.member("success", success)
      }
    }
    package typealias Reply = Empty
  }
}
