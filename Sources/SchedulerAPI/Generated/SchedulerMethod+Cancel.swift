// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Ends a pending task; a running one is told to stop (reason cancelled).
  ///
  /// Errors: InvalidRequest, NoSuchTask, Unavailable (a running task is told to stop all the same).
  ///
  ///     call  Cancel {"identifier":"org.example.backup"}
  ///     reply {}
  ///     call  Cancel {"identifier":"org.example.backup"}
  ///     error NoSuchTask {"identifier":"org.example.backup"}
  package enum Cancel: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Cancel`
    package static let name = "io.bgtaskd.Scheduler.Cancel"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The task's identifier.
      package var identifier: String

      /// Creates the structure; optional fields are absent unless they are given.
      package init(identifier: String) {
        self.identifier = identifier
      }

      private static let fields: [StaticString] = ["identifier"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: identifier = try reader.text()
          }
        }
        guard let identifier else { throw reader.missing("identifier", in: members, expected: "a string") }
        self.identifier = identifier
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.endObject()
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The file that declares the task. The task comes back when that file changes or the files are
      /// reloaded. Absent: no file declares it.
      package var declaredIn: String?

      /// Creates the structure; optional fields are absent unless they are given.
      package init(declaredIn: String? = nil) {
        self.declaredIn = declaredIn
      }

      private static let fields: [StaticString] = ["declaredIn"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: if try !reader.null() { declaredIn = try reader.text() }
          }
        }
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("declaredIn", declaredIn)
        writer.endObject()
      }
    }
  }
}
