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
    /// `io.bgtaskd.Scheduler.CancelAll`
    package static let name = "io.bgtaskd.Scheduler.CancelAll"

    /// A message without parameters.
    package typealias Parameters = Empty

    /// The parameters of the reply.
    package struct Reply: MessageValue {
      /// The number of tasks that there were.
      package var count: Int

      /// Creates the structure; optional fields are absent unless they are given.
      package init(count: Int) {
        self.count = count
      }

      private static let fields: [StaticString] = ["count"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var count: Int?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: count = Int(try reader.integer())
          }
        }
        guard let count else { throw reader.missing("count", in: members) }
        self.count = count
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("count", count)
        writer.endObject()
      }
    }
  }
}
