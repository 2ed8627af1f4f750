// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Submits many tasks at once, in few durable commits. An error in one request is in its result, and does
  /// not keep the others from being accepted. When the reply comes, every accepted task is on disk; without a
  /// reply, any number of them may have been accepted. A long batch is taken in pieces, with turns of other
  /// callers in between; later calls on its connection wait for its reply.
  ///
  /// Errors: InvalidRequest (about the number of requests, or user), PermissionDenied, Unavailable. The
  /// results have the errors of Submit.
  ///
  ///     call  SubmitBatch {"requests":[{"identifier":"org.example.index","kind":"processing",
  ///             "earliestBeginUSec":4102444800000000,"command":{"argv":["/bin/sleep","600"]}},
  ///             {"identifier":"org.example.mail","kind":"refresh"}]}
  ///     reply {"results":[{"task":{…}},{"error":"io.bgtaskd.Scheduler.NotPermitted","message":"…"}]}
  package enum SubmitBatch: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.SubmitBatch"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The requests to submit (up to 1000 elements).
      package var requests: [Wire.TaskRequest]
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?
      /// The lists that were longer than their bounds.
      private var cut = CutLists()

      package init(requests: [Wire.TaskRequest], user: String? = nil) {
        (self.requests, self.user) = (requests, user)
      }

      private static let fields: [StaticString] = ["requests", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var requests: [Wire.TaskRequest]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0:
              requests = try reader.values("requests", within: Bounds.requests, &cut)
            default: if try !reader.null() { user = try reader.text() }
          }
        }
        self.requests = try reader.required(requests, "requests", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("requests", requests)
        writer.member("user", user)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let requests: ClosedRange<Int> = 0...1000
        package static let user: ClosedRange<Int> = 1...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.elements(requests, cut, Bounds.requests, path, "requests")
        try FieldCheck.bytes(user, Bounds.user, path, "user")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The result of each request, in the order of the requests.
      package var results: [Wire.SubmitResult]

      package init(results: [Wire.SubmitResult]) {
        self.results = results
      }

      private static let fields: [StaticString] = ["results"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var results: [Wire.SubmitResult]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: results = try reader.values()
          }
        }
        self.results = try reader.required(results, "results", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("results", results)
      }
    }
  }
}
