// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Submits a task. When the reply comes, the task is on disk.
  ///
  /// Errors: InvalidRequest (field says which value), NotPermitted (the identifier is not this user's to use,
  /// or a file declares it), TooManyPendingTaskRequests, AlreadyPending (where onConflict is fail),
  /// ImmediateRunIneligible (where strategy is fail), PermissionDenied (the administrator's rules refuse the
  /// user, or what the request names is for root), Unavailable (also where there is no room: the user's
  /// pending tasks take all the bytes that they may, MaxPendingBytesPerUser=, or the last of the disk is kept
  /// for what has happened, StateReserveBytes=).
  ///
  ///     call  Submit {"request":{"identifier":"org.example.hello","kind":"processing",
  ///             "command":{"argv":["/bin/echo","hello"]}}}
  ///     reply {"task":{"attempt":1,"request":{"command":{"argv":["/bin/echo","hello"]},
  ///             "identifier":"org.example.hello","kind":"processing","requiresIdle":false},
  ///             "runId":"d19b746bdcce4b0f8a6c5e3f20918273","runtimeLimitDurationUSec":600000000,
  ///             "startedUSec":1767225600000000,"state":"launching","submittedUSec":1767225600000000,
  ///             "uid":1000}}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/usr/bin/true"]}}}
  ///     reply {"task":{"attempt":1,"reason":{"code":"earliestBegin",…},"request":{…},
  ///             "runtimeLimitDurationUSec":600000000,"state":"waiting","submittedUSec":1767225600000000,
  ///             "uid":1000}}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
  ///             "command":{"argv":["/usr/bin/true"]}}}
  ///     error AlreadyPending {"identifier":"org.example.backup"}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"refresh","command":{"argv":[]}}}
  ///     error InvalidRequest {"field":"command.argv","message":"found 0 elements, allowed are 1 to 1024"}
  package enum Submit: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Submit"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The request to submit.
      package var request: Wire.TaskRequest
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(request: Wire.TaskRequest, user: String? = nil) {
        (self.request, self.user) = (request, user)
      }

      private static let fields: [StaticString] = ["request", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var request: Wire.TaskRequest?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: request = try Wire.TaskRequest(from: &reader)
            default: if try !reader.null() { user = try reader.text() }
          }
        }
        self.request = try reader.required(request, "request", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("request", request)
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
      /// The task that was accepted or, with onConflict keep, the task that was there.
      package var task: Wire.Task

      package init(task: Wire.Task) {
        self.task = task
      }

      private static let fields: [StaticString] = ["task"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: task = try Wire.Task(from: &reader)
          }
        }
        self.task = try reader.required(task, "task", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("task", task)
      }
    }
  }
}
