// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Lists the pauses that hold back the caller's tasks; allUsers is for privileged callers.
  ///
  /// Errors: PermissionDenied.
  ///
  ///     call  ListPauses {"allUsers":true}
  ///     reply {"pauses":[]}
  package enum ListPauses: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.ListPauses`
    package static let name = "io.bgtaskd.Scheduler.ListPauses"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// Whether the pauses of every user's tasks are listed. Absent: false.
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
      /// The pauses, first those for the tasks of all users.
      package var pauses: [Wire.PausedWork]

      /// Creates the structure; optional fields are absent unless they are given.
      package init(pauses: [Wire.PausedWork]) {
        self.pauses = pauses
      }

      private static let fields: [StaticString] = ["pauses"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var pauses: [Wire.PausedWork]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: pauses = try reader.values()
          }
        }
        guard let pauses else { throw reader.missing("pauses", in: members, expected: "an array") }
        self.pauses = pauses
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("pauses", pauses)
        writer.endObject()
      }
    }
  }
}
