// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only) Lists the callers that wait for conditions by WaitFor, in the order in which they connected;
  /// allUsers is for privileged callers.
  ///
  /// Errors: PermissionDenied.
  ///
  ///     call  ListWaiting {}
  ///     reply {"waiting":[]}
  package enum ListWaiting: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.ListWaiting"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// Whether the callers of all users are listed. Absent: false, those of the caller's user.
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
      /// The callers that wait.
      package var waiting: [Wire.Waiting]

      package init(waiting: [Wire.Waiting]) {
        self.waiting = waiting
      }

      private static let fields: [StaticString] = ["waiting"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var waiting: [Wire.Waiting]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: waiting = try reader.values()
          }
        }
        self.waiting = try reader.required(waiting, "waiting", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("waiting", waiting)
      }
    }
  }
}
