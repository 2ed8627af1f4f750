// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Ends all of the caller's tasks, as Cancel does.
  ///
  /// Errors: Unavailable (running tasks are told to stop all the same).
  ///
  ///     call  CancelAll {}
  ///     reply {"count":1}
  package enum CancelAll: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.CancelAll"
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The number of tasks that there were.
      package var count: Int

      package init(count: Int) {
        self.count = count
      }

      private static let fields: [StaticString] = ["count"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var count: Int?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: count = Int(try reader.integer())
          }
        }
        self.count = try reader.required(count, "count", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("count", count)
      }
    }
  }
}
