// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Ends a pending task; a running one is told to stop (reason cancelled).
  ///
  /// Errors: InvalidRequest, NoSuchTask, PermissionDenied (user), Unavailable (a running task is told to stop
  /// all the same).
  ///
  ///     call  Cancel {"identifier":"org.example.backup"}
  ///     reply {}
  ///     call  Cancel {"identifier":"org.example.backup"}
  ///     error NoSuchTask {"identifier":"org.example.backup"}
  package enum Cancel: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Cancel"
    package typealias Parameters = Get.Parameters

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The file that declares the task. The task comes back when that file changes or the files are
      /// reloaded. Absent: no file declares it.
      package var declaredIn: String?

      package init(declaredIn: String? = nil) {
        self.declaredIn = declaredIn
      }

      private static let fields: [StaticString] = ["declaredIn"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: if try !reader.null() { declaredIn = try reader.text() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("declaredIn", declaredIn)
      }
    }
  }
}
