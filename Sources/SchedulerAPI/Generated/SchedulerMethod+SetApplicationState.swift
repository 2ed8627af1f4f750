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
    package static let name = "io.bgtaskd.Scheduler.SetApplicationState"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The name of the application's manifest (up to 255 bytes).
      package var application: String
      /// The use of the application; background before the first call.
      package var state: Wire.ApplicationState

      package init(application: String, state: Wire.ApplicationState) {
        (self.application, self.state) = (application, state)
      }

      private static let fields: [StaticString] = ["application", "state"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var application: String?, state: Wire.ApplicationState?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: application = try reader.text()
            default: state = try Wire.ApplicationState(from: &reader)
          }
        }
        self.application = try reader.required(application, "application", in: members)
        self.state = try reader.required(state, "state", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("application", application)
        writer.member("state", state)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let application: ClosedRange<Int> = 0...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(application, Bounds.application, path, "application")
      }
    }
    package typealias Reply = Empty
  }
}
