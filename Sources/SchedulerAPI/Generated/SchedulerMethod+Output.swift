// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns the last 64 KiB that a run wrote, in UTF-8. U+FFFD stands for NUL and for bytes that
  /// are not UTF-8.
  ///
  /// Errors: NoSuchRun, Unavailable.
  ///
  ///     call  Output {"runId":"d19b746bdcce4b0f8a6c5e3f20918273"}
  ///     reply {"inJournal":false,"output":"hello\n","truncated":false}
  package enum Output: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Output`
    package static let name = "io.bgtaskd.Scheduler.Output"

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

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The text that the run wrote.
      package var output: String
      /// Whether the run wrote more.
      package var truncated: Bool
      /// Whether the journal has the output instead, under BGTASK_RUN_ID.
      package var inJournal: Bool

      /// Creates the structure; optional fields are absent unless they are given.
      package init(output: String, truncated: Bool, inJournal: Bool) {
        (self.output, self.truncated, self.inJournal) = (output, truncated, inJournal)
      }

      private static let fields: [StaticString] = ["inJournal", "output", "truncated"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var output: String?, truncated: Bool?, inJournal: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: inJournal = try reader.flag()
            case 1: output = try reader.text()
            default: truncated = try reader.flag()
          }
        }
        guard let output else { throw reader.missing("output", in: members, expected: "a string") }
        self.output = output
        guard let truncated else { throw reader.missing("truncated", in: members, expected: "true or false") }
        self.truncated = truncated
        guard let inJournal else { throw reader.missing("inJournal", in: members, expected: "true or false") }
        self.inJournal = inJournal
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("inJournal", inJournal)
        writer.member("output", output)
        writer.member("truncated", truncated)
        writer.endObject()
      }
    }
  }
}
