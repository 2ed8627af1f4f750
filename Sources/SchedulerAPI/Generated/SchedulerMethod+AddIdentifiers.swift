// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Adds identifiers to those that the caller's registration handles.
  ///
  /// Errors: InvalidRequest (also for the name of no registration), NotPermitted.
  ///
  ///     call  AddIdentifiers {"registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586",
  ///             "identifiers":["org.example.feeds.cleanup"]}
  ///     reply {}
  ///     call  AddIdentifiers {"registration":"7c3e0d1f5a9b4e628d07f1c2b3a49586",
  ///             "identifiers":["org.example.mail"]}
  ///     error NotPermitted {"identifier":"org.example.mail","message":"…"}
  package enum AddIdentifiers: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.AddIdentifiers"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The name of the registration, from the first reply of Register (up to 255 bytes).
      package var registration: String
      /// The identifiers that the program handles besides (up to 10000 elements), one or more.
      package var identifiers: [String]
      /// The lists that were longer than their bounds.
      private var cut = CutLists()

      package init(registration: String, identifiers: [String]) {
        (self.registration, self.identifiers) = (registration, identifiers)
      }

      private static let fields: [StaticString] = ["identifiers", "registration"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var registration: String?, identifiers: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0:
              identifiers = try reader.texts("identifiers", within: Bounds.identifiers, &cut)
            default: registration = try reader.text()
          }
        }
        self.registration = try reader.required(registration, "registration", in: members)
        self.identifiers = try reader.required(identifiers, "identifiers", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("identifiers", identifiers)
        writer.member("registration", registration)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let registration: ClosedRange<Int> = 0...255
        package static let identifiers: ClosedRange<Int> = 0...10000
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(registration, Bounds.registration, path, "registration")
        try FieldCheck.elements(identifiers, cut, Bounds.identifiers, path, "identifiers")
      }
    }
    package typealias Reply = Empty
  }
}
