// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension SchedulerMethod {
  /// Lengthens or shortens the lease of a task, waiting or running, that was submitted with trustedUntilUSec.
  /// A lease that is over cannot be renewed. Where a task waits under the identifier while another one runs,
  /// the call is about both, as far as they have a lease.
  ///
  /// Errors: InvalidRequest (the task has no lease, or its lease is over; trustedUntilUSec is past or too far
  /// ahead), NoSuchTask, Unavailable (this could not be stored).
  ///
  ///     call  RenewLease {"identifier":"org.example.index","trustedUntilUSec":1}
  ///     error InvalidRequest {"field":"trustedUntilUSec","message":"…"}
  package enum RenewLease: VarlinkMethod {
    package static let name = "io.bgtaskd.Scheduler.RenewLease"

    /// The parameters of the call.
    package struct Parameters: MessageStructure {
      /// The task's identifier.
      package var identifier: String
      /// The new end of the lease: a reading of CLOCK_BOOTTIME, as in TaskRequest (0 to 9223372036854775807).
      package var trustedUntilUSec: Int64

      package init(identifier: String, trustedUntilUSec: Int64) {
        (self.identifier, self.trustedUntilUSec) = (identifier, trustedUntilUSec)
      }

      private static let fields: [StaticString] = ["identifier", "trustedUntilUSec"]

      package init(from reader: inout JSONReader) throws(InvalidValue) {
        var identifier: String?, trustedUntilUSec: Int64?
        var members = try reader.object()
        while let member = try reader.member(&members, of: Self.fields) {
          switch member {
            case 0: identifier = try reader.text()
            default: trustedUntilUSec = try reader.integer()
          }
        }
        self.identifier = try reader.required(identifier, "identifier", in: members)
        self.trustedUntilUSec = try reader.required(trustedUntilUSec, "trustedUntilUSec", in: members)
      }

      package func writeMembers(to writer: inout JSONWriter) {
        writer.member("identifier", identifier)
        writer.member("trustedUntilUSec", trustedUntilUSec)
      }

      /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
      package enum Bounds {
        package static let trustedUntilUSec: ClosedRange<Int64> = 0...9223372036854775807
      }

      /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
      package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
        try FieldCheck.number(trustedUntilUSec, Bounds.trustedUntilUSec, path, "trustedUntilUSec")
      }
    }
    package typealias Reply = Empty
  }
}
