// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only, more) Lists past and present runs, newest first; allUsers is for privileged callers.
  ///
  /// With more there is one reply per page, until limit runs or all that are kept are told. Without more
  /// there is one page, and its reply has a cursor when there are more runs.
  ///
  /// Errors: InvalidRequest, PermissionDenied, Unavailable.
  ///
  ///     call  History {"identifier":"org.example.hello"}
  ///     reply {"runs":[{"attempt":1,"durationUSec":5000,"endedUSec":1767225600025000,"exitStatus":0,
  ///             "identifier":"org.example.hello","kind":"processing","outcome":"completed",
  ///             "runId":"d19b746bdcce4b0f8a6c5e3f20918273","startedUSec":1767225600020000,"success":true,
  ///             "uid":1000}]}
  ///     call  History {"limit":1}
  ///     reply {"cursor":"2","runs":[{"identifier":"org.example.feeds.refresh",…}]}
  package enum History: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.History"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The identifier of the task whose runs are listed. Absent: the runs of all tasks.
      package var identifier: String?
      /// The beginning of the identifiers of the runs to list: hexadecimal digits (1 to 32 bytes). Not
      /// together with identifier. Absent: all runs.
      package var runId: String?
      /// The most runs to list (1 to 9223372036854775807). Absent: 50, with more all.
      package var limit: Int?
      /// Whether the runs of all users are listed. Absent: false, the caller's.
      package var allUsers: Bool?
      /// The place where the page begins, from an earlier reply. Absent: the newest run.
      package var cursor: String?
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(
        identifier: String? = nil, runId: String? = nil, limit: Int? = nil, allUsers: Bool? = nil,
        cursor: String? = nil, user: String? = nil
      ) {
        (self.identifier, self.runId, self.limit, self.allUsers) = (identifier, runId, limit, allUsers)
        (self.cursor, self.user) = (cursor, user)
      }

      private static let fields: [StaticString] = [
        "allUsers", "cursor", "identifier", "limit", "runId", "user"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { cursor = try reader.text() }
            case 2: if try !reader.null() { identifier = try reader.text() }
            case 3: if try !reader.null() { limit = Int(try reader.integer()) }
            case 4: if try !reader.null() { runId = try reader.text() }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("allUsers", allUsers)
        writer.member("cursor", cursor)
        writer.member("identifier", identifier)
        writer.member("limit", limit)
        writer.member("runId", runId)
        writer.member("user", user)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let runId: ClosedRange<Int> = 1...32
        package static let limit: ClosedRange<Int> = 1...9223372036854775807
        package static let user: ClosedRange<Int> = 1...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(runId, Bounds.runId, path, "runId")
        try FieldCheck.number(limit, Bounds.limit, path, "limit")
        try FieldCheck.bytes(user, Bounds.user, path, "user")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The runs of the page.
      package var runs: [Wire.Run]
      /// The place where the next page begins. Absent: there are no more runs, or another reply follows.
      package var cursor: String?

      package init(runs: [Wire.Run], cursor: String? = nil) {
        (self.runs, self.cursor) = (runs, cursor)
      }

      private static let fields: [StaticString] = ["cursor", "runs"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runs: [Wire.Run]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { cursor = try reader.text() }
            default: runs = try reader.values()
          }
        }
        self.runs = try reader.required(runs, "runs", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cursor", cursor)
        writer.member("runs", runs)
      }
    }
  }
}
