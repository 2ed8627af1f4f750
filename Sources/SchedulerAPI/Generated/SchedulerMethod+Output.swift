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
    package static let name = "io.bgtaskd.Scheduler.Output"
    package typealias Parameters = ShouldDefer.Parameters

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The text that the run wrote.
      package var output: String
      /// Whether the run wrote more.
      package var truncated: Bool
      /// Whether the journal has the output instead, under BGTASK_RUN_ID.
      package var inJournal: Bool

      package init(output: String, truncated: Bool, inJournal: Bool) {
        (self.output, self.truncated, self.inJournal) = (output, truncated, inJournal)
      }

      private static let fields: [StaticString] = ["inJournal", "output", "truncated"]

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
        self.output = try reader.required(output, "output", in: members)
        self.truncated = try reader.required(truncated, "truncated", in: members)
        self.inJournal = try reader.required(inJournal, "inJournal", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("inJournal", inJournal)
        writer.member("output", output)
        writer.member("truncated", truncated)
      }
    }
  }
}
