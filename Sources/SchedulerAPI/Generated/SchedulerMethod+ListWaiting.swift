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
    /// `io.bgtaskd.Scheduler.ListWaiting`
    package static let name = "io.bgtaskd.Scheduler.ListWaiting"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// Whether the callers of all users are listed. Absent: false, those of the caller's user.
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
      /// The callers that wait.
      package var waiting: [Wire.Waiting]

      /// Creates the structure; optional fields are absent unless they are given.
      package init(waiting: [Wire.Waiting]) {
        self.waiting = waiting
      }

      private static let fields: [StaticString] = ["waiting"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var waiting: [Wire.Waiting]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: waiting = try reader.values()
          }
        }
        guard let waiting else { throw reader.missing("waiting", in: members, expected: "an array") }
        self.waiting = waiting
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("waiting", waiting)
        writer.endObject()
      }
    }
  }
}
