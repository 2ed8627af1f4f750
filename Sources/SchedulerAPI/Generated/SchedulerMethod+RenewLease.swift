// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Lengthens or shortens the lease of a task, waiting or running, that was submitted with trustedUntilUSec.
  /// A lease that is over cannot be renewed. Where a task waits under the identifier while another one runs,
  /// the call is about both, as far as they have a lease.
  ///
  /// Errors: InvalidRequest (the task has no lease, or its lease is over; trustedUntilUSec is past or too far
  /// ahead), NoSuchTask, PermissionDenied (user), Unavailable (this could not be stored).
  ///
  ///     call  Submit {"request":{"identifier":"org.example.mirror","kind":"processing",
  ///             "earliestBeginUSec":4102444800000000,"trustedUntilUSec":60000000,
  ///             "command":{"argv":["/usr/bin/true"]}}}
  ///     call  RenewLease {"identifier":"org.example.mirror","trustedUntilUSec":90000000}
  ///     reply {}
  ///     call  Cancel {"identifier":"org.example.mirror"}
  ///     reply {}
  ///     call  RenewLease {"identifier":"org.example.mirror","trustedUntilUSec":0}
  ///     error InvalidRequest {"field":"trustedUntilUSec","message":"…"}
  package enum RenewLease: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.RenewLease"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The task's identifier.
      package var identifier: String
      /// The new end of the lease: a reading of CLOCK_BOOTTIME, as in TaskRequest (0 to 9223372036854775807).
      package var trustedUntilUSec: Int64
      /// The user for whom the caller acts, a name or a uid (1 to 255 bytes). Absent: the caller's own.
      package var user: String?

      package init(identifier: String, trustedUntilUSec: Int64, user: String? = nil) {
        (self.identifier, self.trustedUntilUSec, self.user) = (identifier, trustedUntilUSec, user)
      }

      private static let fields: [StaticString] = ["identifier", "trustedUntilUSec", "user"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?, trustedUntilUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: identifier = try reader.text()
            case 1: trustedUntilUSec = try reader.integer()
            default: if try !reader.null() { user = try reader.text() }
          }
        }
        self.identifier = try reader.required(identifier, "identifier", in: members)
        self.trustedUntilUSec = try reader.required(trustedUntilUSec, "trustedUntilUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("identifier", identifier)
        writer.member("trustedUntilUSec", trustedUntilUSec)
        writer.member("user", user)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let trustedUntilUSec: ClosedRange<Int64> = 0...9223372036854775807
        package static let user: ClosedRange<Int> = 1...255
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.number(trustedUntilUSec, Bounds.trustedUntilUSec, path, "trustedUntilUSec")
        try FieldCheck.bytes(user, Bounds.user, path, "user")
      }
    }
    package typealias Reply = Empty
  }
}
