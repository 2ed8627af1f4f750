// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Ends a pause, so that its tasks may start again: that of a call of Pause with the same uid, kind and
  /// identifiers or, with everything, several at once.
  ///
  /// Errors: InvalidRequest, PermissionDenied, Unavailable.
  ///
  ///     call  ListPauses {}
  ///     reply {"pauses":[{"author":1000,"identifiers":"org.example.*",…}]}
  ///     call  Resume {"identifiers":"org.example.*"}
  ///     reply {"resumed":[{"author":1000,"identifiers":"org.example.*",…}]}
  ///     reply Watch {"event":"resumed","timeUSec":1767225600000000}
  ///     call  Resume {"identifiers":"org.example.*"}
  ///     reply {"resumed":[]}
  package enum Resume: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.Resume"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The identifiers of the tasks, as in Pause (1 to 256 bytes).
      package var identifiers: String?
      /// The kind of the tasks, as in Pause.
      package var kind: Wire.Kind?
      /// The uid of the tasks' owner, as in Pause (0 to 4294967295).
      package var uid: UInt32?
      /// Whether the pause is that of all users, as in Pause.
      package var allUsers: Bool?
      /// Whether all pauses of the caller's tasks end and, for privileged callers, those of the tasks of all
      /// users; not together with the other fields. Absent: false.
      package var everything: Bool?

      package init(
        identifiers: String? = nil, kind: Wire.Kind? = nil, uid: UInt32? = nil, allUsers: Bool? = nil,
        everything: Bool? = nil
      ) {
        (self.identifiers, self.kind, self.uid, self.allUsers) = (identifiers, kind, uid, allUsers)
        self.everything = everything
      }

      private static let fields: [StaticString] = ["allUsers", "everything", "identifiers", "kind", "uid"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: if try !reader.null() { allUsers = try reader.flag() }
            case 1: if try !reader.null() { everything = try reader.flag() }
            case 2: if try !reader.null() { identifiers = try reader.text() }
            case 3: if try !reader.null() { kind = try Wire.Kind(from: &reader) }
            default: if try !reader.null() { uid = try reader.uint32() }
          }
        }
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("allUsers", allUsers)
        writer.member("everything", everything)
        writer.member("identifiers", identifiers)
        if let kind { writer.member("kind", kind) }
        writer.member("uid", uid)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let identifiers: ClosedRange<Int> = 1...256
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.bytes(identifiers, Bounds.identifiers, path, "identifiers")
      }
    }

    /// The parameters of the reply.
    package struct Reply: MessageStructure {
      /// The pauses that were ended.
      package var resumed: [Wire.PausedWork]

      package init(resumed: [Wire.PausedWork]) {
        self.resumed = resumed
      }

      private static let fields: [StaticString] = ["resumed"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var resumed: [Wire.PausedWork]?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            default: resumed = try reader.values()
          }
        }
        self.resumed = try reader.required(resumed, "resumed", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("resumed", resumed)
      }
    }
  }
}
