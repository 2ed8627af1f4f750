// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Lists the assertions that were made by BeginAssertion, in the order in which the callers
  /// connected; allUsers is for privileged callers.
  ///
  /// Errors: PermissionDenied.
  ///
  ///     call  ListAssertions {}
  ///     reply {"assertions":[{"limitDurationUSec":30000000,"why":"saving",…}]}
  package enum ListAssertions: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.ListAssertions`
    package static let name = "io.bgtaskd.Scheduler.ListAssertions"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// Whether the assertions of all users are listed. Absent: false, the caller's.
      package var allUsers: Bool?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(allUsers: Bool? = nil) {
        self.allUsers = allUsers
      }

      private static let fields: [StaticString] = ["allUsers"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: if try !reader.null() { allUsers = try reader.flag() }
          }
        }
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("allUsers", allUsers)
        writer.endObject()
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The assertions that last.
      package var assertions: [Wire.Assertion]

      /// Creates the structure; optional fields are absent unless they are given.
      package init(assertions: [Wire.Assertion]) {
        self.assertions = assertions
      }

      private static let fields: [StaticString] = ["assertions"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var assertions: [Wire.Assertion]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: assertions = try reader.values()
          }
        }
        guard let assertions else { throw reader.missing("assertions", in: members, expected: "an array") }
        self.assertions = assertions
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("assertions", assertions)
        writer.endObject()
      }
    }
  }
}
