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
  ///             "runId":"d19b746bdcce4b0f8a6c5e3f20918273","startedUSec":1767225600000000,
  ///             "state":"launching","submittedUSec":1767225600000000,"uid":1000}}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/usr/bin/true"]}}}
  ///     reply {"task":{"attempt":1,"reason":{"code":"earliestBegin",…},"request":{…},"state":"waiting",
  ///             "submittedUSec":1767225600000000,"uid":1000}}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"processing","onConflict":"fail",
  ///             "command":{"argv":["/usr/bin/true"]}}}
  ///     error AlreadyPending {"identifier":"org.example.backup"}
  ///     call  Submit {"request":{"identifier":"org.example.backup","kind":"refresh","command":{"argv":[]}}}
  ///     error InvalidRequest {"field":"command.argv","message":"found 0 elements, allowed are 1 to 1024"}
  package enum Submit: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Submit`
    package static let name = "io.bgtaskd.Scheduler.Submit"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The request to submit.
      package var request: Wire.TaskRequest

      /// Creates the structure; optional fields are absent unless they are given.
      package init(request: Wire.TaskRequest) {
        self.request = request
      }

      private static let fields: [StaticString] = ["request"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var request: Wire.TaskRequest?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: request = try Wire.TaskRequest(from: &reader)
          }
        }
        guard let request else { throw reader.missing("request", in: members, expected: "an object") }
        self.request = request
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("request", request)
        writer.endObject()
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The task that was accepted or, with onConflict keep, the task that was there.
      package var task: Wire.Task

      /// Creates the structure; optional fields are absent unless they are given.
      package init(task: Wire.Task) {
        self.task = task
      }

      private static let fields: [StaticString] = ["task"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var task: Wire.Task?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: task = try Wire.Task(from: &reader)
          }
        }
        guard let task else { throw reader.missing("task", in: members, expected: "an object") }
        self.task = task
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("task", task)
        writer.endObject()
      }
    }
  }
}
