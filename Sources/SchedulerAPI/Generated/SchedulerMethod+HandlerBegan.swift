// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Reports that the first line of the handler of a run of the caller's user runs. A program calls this once
  /// for a launch that says reportsHandler, best with oneway just before it calls the handler. Other calls
  /// have no effect.
  ///
  /// Errors: NoSuchRun.
  ///
  ///     call  HandlerBegan {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  ///     reply {}
  package enum HandlerBegan: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.HandlerBegan`
    package static let name = "io.bgtaskd.Scheduler.HandlerBegan"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The run's identifier.
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

    /// A message without parameters.
    package typealias Reply = Empty
  }
}
