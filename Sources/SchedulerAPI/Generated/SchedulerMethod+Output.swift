// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Returns the last 64 KiB that a run wrote, in UTF-8. U+FFFD stands for NUL and for bytes that
  /// are not UTF-8.
  ///
  /// Errors: InvalidRequest, NoSuchRun, PermissionDenied (user), Unavailable.
  ///
  ///     call  Output {"runId":"d19b746bdcce4b0f8a6c5e3f20918273"}
  ///     reply {"inJournal":false,"output":"hello\n","truncated":false}
  package enum Output: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Output"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The run's identifier.
      package var runId: String
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(runId: String, user: String? = nil) {
        (self.runId, self.user) = (runId, user)
      }

      private static let fields: [StaticString] = ["runId", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: runId = try reader.text()
            default: if try !reader.null() { user = try reader.text() }
          }
        }
        self.runId = try reader.required(runId, "runId", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("runId", runId)
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
