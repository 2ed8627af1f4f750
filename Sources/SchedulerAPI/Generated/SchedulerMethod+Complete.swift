// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// A run of the caller's user has reached its end. Of a program that the daemon started for a command this
  /// says its success, and its exit is the end.
  ///
  /// Errors: NoSuchRun (it is not known, or has ended already), Unavailable (an application's run is over all
  /// the same).
  ///
  ///     call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
  ///     reply {}
  ///     call  Complete {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f","success":true}
  ///     error NoSuchRun {"runId":"4f1c2d3e5a6b7c8d9e0f1a2b3c4d5e6f"}
  package enum Complete: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.Complete`
    package static let name = "io.bgtaskd.Scheduler.Complete"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// Which run.
      package var runId: String
      /// It did what it was to do; otherwise its task may be tried again (retry).
      package var success: Bool

      /// Creates the structure; optional fields are absent unless they are given.
      package init(runId: String, success: Bool) {
        self.runId = runId
        self.success = success
      }

      private static let fields: [StaticString] = ["runId", "success"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var runId: String?
        var success: Bool?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: runId = try reader.text()
            default: success = try reader.flag()
          }
        }
        guard let runId else {
          throw reader.missing("runId", in: members, expected: "a string")
        }
        guard let success else {
          throw reader.missing("success", in: members, expected: "true or false")
        }
        self.runId = runId
        self.success = success
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("runId")
        writer.text(runId)
        writer.name("success")
        writer.flag(success)
        writer.endObject()
      }
    }

    /// A message without parameters.
    package typealias Reply = Empty
  }
}
