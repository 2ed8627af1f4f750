// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Sets how much the application is in use, for as long as the connection lives or until the program says
  /// something else. An application that is active or inactive gets no launch for refresh and processing
  /// tasks meanwhile.
  ///
  /// Errors: InvalidRequest (there is no such manifest).
  ///
  ///     call  SetApplicationState {"application":"feeds","state":"background"}
  ///     reply {}
  package enum SetApplicationState: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.SetApplicationState`
    package static let name = "io.bgtaskd.Scheduler.SetApplicationState"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The name of the application's manifest (up to 255 bytes).
      package var application: String
      /// The use of the application; background before the first call.
      package var state: Wire.ApplicationState

      /// Creates the structure; optional fields are absent unless they are given.
      package init(application: String, state: Wire.ApplicationState) {
        (self.application, self.state) = (application, state)
      }

      private static let fields: [StaticString] = ["application", "state"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var application: String?, state: Wire.ApplicationState?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: application = try reader.text()
            default: state = try Wire.ApplicationState(from: &reader)
          }
        }
        guard let application else { throw reader.missing("application", in: members, expected: "a string") }
        self.application = application
        guard let state else {
          throw reader.missing(
            "state",
            in: members,
            expected: "one of \"active\", \"inactive\", \"background\""
          )
        }
        self.state = state
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("application", application)
        writer.member("state", state)
        writer.endObject()
      }

      /// The bounds of fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        /// The bounds of `application`.
        package static let application: ClosedRange<Int> = 0...255
      }

      /// Holds what the fields say against their bounds.
      /// - Parameter path: The prefix of the names in errors; ends in a dot.
      /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(application, Bounds.application, path, "application")
      }
    }

    /// A message without parameters.
    package typealias Reply = Empty
  }
}
