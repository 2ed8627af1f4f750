// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns whether a run of the caller's user should save its work and come back later: it was
  /// told to stop, or it has lost a requirement.
  ///
  /// Errors: NoSuchRun.
  ///
  ///     call  ShouldDefer {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  ///     reply {"shouldDefer":false}
  package enum ShouldDefer: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.ShouldDefer"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The run's identifier.
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

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// Whether the run should save its work and come back later.
      package var shouldDefer: Bool
      /// The reason why it should. Absent: it should not.
      package var reason: Wire.Reason?

      package init(shouldDefer: Bool, reason: Wire.Reason? = nil) {
        (self.shouldDefer, self.reason) = (shouldDefer, reason)
      }

      private static let fields: [StaticString] = ["reason", "shouldDefer"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var shouldDefer: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { reason = try Wire.Reason(from: &reader) }
            default: shouldDefer = try reader.flag()
          }
        }
        self.shouldDefer = try reader.required(shouldDefer, "shouldDefer", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        if let reason { writer.member("reason", reason) }
        writer.member("shouldDefer", shouldDefer)
      }
    }
  }
}
