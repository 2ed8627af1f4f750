// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Tells a running task that its time is up.
  ///
  /// Errors: InvalidRequest, NoSuchTask (it does not run).
  ///
  ///     call  SimulateExpiration {"identifier":"org.example.index"}
  ///     reply {}
  ///     reply Watch {"event":"expiring","run":{"runId":"92b1c7d0e4f35a687980a1b2c3d4e5f6",
  ///             "stopReason":{"code":"simulated","message":"a person told it to stop",…},…},
  ///             "timeUSec":1767225600000000}
  package enum SimulateExpiration: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SimulateExpiration`
    package static let name = "io.bgtaskd.Scheduler.SimulateExpiration"

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

    /// A message without parameters.
    package typealias Reply = Empty
  }
}
