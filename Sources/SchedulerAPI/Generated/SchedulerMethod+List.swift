// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only, more) Lists pending and running tasks in the order in which they were accepted; allUsers is
  /// for privileged callers.
  ///
  /// With more there is one reply per page, until all tasks are told. Without more, a call with limit or
  /// cursor gets one page: at most limit tasks, from where the cursor of an earlier reply says. The reply has
  /// a cursor when there are more tasks. A call with none of the three gets all tasks in one reply, or
  /// TooLarge.
  ///
  /// A cursor is the daemon's own text, for the caller who got it, and stays valid whatever happens
  /// meanwhile. A task that is submitted meanwhile comes at the end, also where it replaces a task that was
  /// told; a task that was told does not come again. A task whose request is damaged in the state file comes
  /// with only what the scheduler itself knows, and with the reason damaged.
  ///
  /// Errors: InvalidRequest, PermissionDenied, TooLarge.
  ///
  ///     call  List {"identifierPrefix":"org.example.","limit":1}
  ///     reply {"cursor":"18","tasks":[{"attempt":1,…}]}
  ///     call  List {"identifierPrefix":"org.example.","limit":1,"cursor":"18"}
  ///     reply {"tasks":[{"attempt":1,…}]}
  ///     more  List {}
  ///     reply {"tasks":[{"attempt":1,…},{"attempt":1,…}]}
  package enum List: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.List"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The beginning of the identifiers of the tasks to list. Absent: all tasks.
      package var identifierPrefix: String?
      /// Whether the tasks of all users are listed. Absent: false, the caller's.
      package var allUsers: Bool?
      /// The most tasks to list (1 to 9223372036854775807). Absent: all, in one reply or in pages as said
      /// above.
      package var limit: Int?
      /// The place where the page begins, from an earlier reply. Absent: the first task.
      package var cursor: String?
      /// Whether each task comes with its last run. Absent: false.
      package var lastRuns: Bool?
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(
        identifierPrefix: String? = nil, allUsers: Bool? = nil, limit: Int? = nil, cursor: String? = nil,
        lastRuns: Bool? = nil, user: String? = nil
      ) {
        (self.identifierPrefix, self.allUsers, self.limit) = (identifierPrefix, allUsers, limit)
        (self.cursor, self.lastRuns, self.user) = (cursor, lastRuns, user)
      }

      private static let fields: [StaticString] = [
        "allUsers", "cursor", "identifierPrefix", "lastRuns", "limit", "user"
      ]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { cursor = try reader.text() }
            case 2: if try !reader.null() { identifierPrefix = try reader.text() }
            case 3: if try !reader.null() { lastRuns = try reader.flag() }
            case 4: if try !reader.null() { limit = Int(try reader.integer()) }
            default: if try !reader.null() { user = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("allUsers", allUsers)
        writer.member("cursor", cursor)
        writer.member("identifierPrefix", identifierPrefix)
        writer.member("lastRuns", lastRuns)
        writer.member("limit", limit)
        writer.member("user", user)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let limit: ClosedRange<Int> = 1...9223372036854775807
        package static let user: ClosedRange<Int> = 1...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.number(limit, Bounds.limit, path, "limit")
        try FieldCheck.bytes(user, Bounds.user, path, "user")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The tasks of the page.
      package var tasks: [Wire.Task]
      /// The place where the next page begins. Absent: there are no more tasks, or another reply follows.
      package var cursor: String?

      package init(tasks: [Wire.Task], cursor: String? = nil) {
        (self.tasks, self.cursor) = (tasks, cursor)
      }

      private static let fields: [StaticString] = ["cursor", "tasks"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var tasks: [Wire.Task]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { cursor = try reader.text() }
            default: tasks = try reader.values()
          }
        }
        self.tasks = try reader.required(tasks, "tasks", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cursor", cursor)
        writer.member("tasks", tasks)
      }
    }
  }
}
