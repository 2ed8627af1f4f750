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
    package static let name = "io.bgtaskd.Scheduler.ListAssertions"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Whether the assertions of all users are listed. Absent: false, the caller's.
      package var allUsers: Bool?

      package init(allUsers: Bool? = nil) {
        self.allUsers = allUsers
      }

      private static let fields: [StaticString] = ["allUsers"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: if try !reader.null() { allUsers = try reader.flag() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("allUsers", allUsers)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The assertions that last.
      package var assertions: [Wire.Assertion]

      package init(assertions: [Wire.Assertion]) {
        self.assertions = assertions
      }

      private static let fields: [StaticString] = ["assertions"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var assertions: [Wire.Assertion]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: assertions = try reader.values()
          }
        }
        self.assertions = try reader.required(assertions, "assertions", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("assertions", assertions)
      }
    }
  }
}
