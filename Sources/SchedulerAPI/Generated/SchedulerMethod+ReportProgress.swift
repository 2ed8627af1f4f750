// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Reports the progress of a run of the caller's user. Every report is told to those who watch, so a
  /// program reports several times a second at most.
  ///
  /// Errors: InvalidRequest, NoSuchRun.
  ///
  ///     call  ReportProgress {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f",
  ///             "progress":{"completedUnitCount":3,"totalUnitCount":7,"title":"Reading feeds"}}
  ///     reply {}
  package enum ReportProgress: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.ReportProgress"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The run's identifier.
      package var runId: String
      /// The progress of the run.
      package var progress: Wire.Progress
      /// The hints of a transfer for the attempt after this one, with its last report. Hints have no effect
      /// unless the run fails, and none for other tasks. Absent: there are none, and earlier ones are taken
      /// back.
      package var next: Wire.NextAttempt?

      package init(runId: String, progress: Wire.Progress, next: Wire.NextAttempt? = nil) {
        (self.runId, self.progress, self.next) = (runId, progress, next)
      }

      private static let fields: [StaticString] = ["next", "progress", "runId"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?, progress: Wire.Progress?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { next = try Wire.NextAttempt(from: &reader) }
            case 1: progress = try Wire.Progress(from: &reader)
            default: runId = try reader.text()
          }
        }
        self.runId = try reader.required(runId, "runId", in: members)
        self.progress = try reader.required(progress, "progress", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        if let next { writer.member("next", next) }
        writer.member("progress", progress)
        writer.member("runId", runId)
      }
    }
    package typealias Reply = Empty
  }
}
