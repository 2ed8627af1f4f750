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
    package static let name = "io.bgtaskd.Scheduler.ListPauses"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Whether the pauses of every user's tasks are listed. Absent: false.
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
      /// The pauses, first those for the tasks of all users.
      package var pauses: [Wire.PausedWork]

      package init(pauses: [Wire.PausedWork]) {
        self.pauses = pauses
      }

      private static let fields: [StaticString] = ["pauses"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var pauses: [Wire.PausedWork]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: pauses = try reader.values()
          }
        }
        self.pauses = try reader.required(pauses, "pauses", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("pauses", pauses)
      }
    }
  }
}
