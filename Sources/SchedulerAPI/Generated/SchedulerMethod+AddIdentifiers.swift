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
    /// `io.bgtaskd.Scheduler.AddIdentifiers`
    package static let name = "io.bgtaskd.Scheduler.AddIdentifiers"

    /// The parameters of the call.
    package struct Parameters: MessageValue {
      /// The name of the registration, from the first reply of Register (up to 255 bytes).
      package var registration: String
      /// The identifiers that the program handles besides (up to 10000 elements), one or more.
      package var identifiers: [String]

      /// Creates the structure; optional fields are absent unless they are given.
      package init(registration: String, identifiers: [String]) {
        (self.registration, self.identifiers) = (registration, identifiers)
      }

      private static let fields: [StaticString] = ["identifiers", "registration"]

      /// Takes the object that is next.
      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var registration: String?, identifiers: [String]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: identifiers = try reader.texts()
            default: registration = try reader.text()
          }
        }
        guard let registration else {
          throw reader.missing("registration", in: members, expected: "a string")
        }
        self.registration = registration
        guard let identifiers else { throw reader.missing("identifiers", in: members, expected: "an array") }
        self.identifiers = identifiers
      }

      /// Writes an object.
      package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifiers", identifiers)
        writer.member("registration", registration)
        writer.endObject()
      }

      /// The bounds of fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        /// The bounds of `registration`.
        package static let registration: ClosedRange<Int> = 0...255
        /// The bounds of `identifiers`.
        package static let identifiers: ClosedRange<Int> = 0...10000
      }

      /// Holds what the fields say against their bounds.
      /// - Parameter path: The prefix of the names in errors; ends in a dot.
      /// - Throws: ``SchedulerInterfaceError/invalidRequest(field:message:)``.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(registration, Bounds.registration, path, "registration")
        try FieldCheck.elements(identifiers, Bounds.identifiers, path, "identifiers")
      }
    }

    /// A message without parameters.
    package typealias Reply = Empty
  }
}
