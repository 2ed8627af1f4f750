/// Bytes that are not what the kernel sends: a length or a text that does not fit.
package struct NetlinkFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, as the kernel's headers name it (`nlmsg_len`).
  package var field: String
  /// What stood there.
  package var found: Int
  /// What may stand there.
  package var allowed: ClosedRange<Int>

  /// A field with a value that is not allowed.
  package init(field: String, found: Int, allowed: ClosedRange<Int>) {
    self.field = field
    self.found = found
    self.allowed = allowed
  }

  /// The error in one line (`nlmsg_len is 3, allowed are 16 to 100`).
  package var description: String {
    "\(field) is \(found), allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
  }
}
