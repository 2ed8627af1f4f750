// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// (read-only, more, privileged) Tells the record of conditions, the oldest line first: which conditions
  /// this machine had, and when, as far as the daemon has observed them and RecordMaxAge= and RecordMaxBytes=
  /// keep it. Simulated conditions are not recorded, and names only with RecordNames=. While the daemon
  /// records, the last line says that the machine is on now.
  ///
  /// With more there is one reply per page. Without more there is one page, and its reply has a cursor when
  /// there are more lines.
  ///
  /// Errors: InvalidRequest, PermissionDenied, Unavailable.
  ///
  ///     call  ExportRecord {}
  ///     reply {"changes":[…]}
  package enum ExportRecord: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.ExportRecord"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The place where the page begins, from an earlier reply. Absent: the oldest line.
      package var cursor: String?

      package init(cursor: String? = nil) {
        self.cursor = cursor
      }

      private static let fields: [StaticString] = ["cursor"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: if try !reader.null() { cursor = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("cursor", cursor)
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The lines of the page.
      package var changes: [Wire.RecordedChange]
      /// The place where the next page begins. Absent: there are no more lines, or another reply follows.
      package var cursor: String?

      package init(changes: [Wire.RecordedChange], cursor: String? = nil) {
        (self.changes, self.cursor) = (changes, cursor)
      }

      private static let fields: [StaticString] = ["changes", "cursor"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var changes: [Wire.RecordedChange]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: changes = try reader.values()
            default: if try !reader.null() { cursor = try reader.text() }
          }
        }
        self.changes = try reader.required(changes, "changes", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("changes", changes)
        writer.member("cursor", cursor)
      }
    }
  }
}
