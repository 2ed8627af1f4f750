/// Bytes that are not what the kernel sends: a length or a text that does not fit.
public struct NetlinkFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, as the kernel's headers name it (`nlmsg_len`).
  public var field: String
  /// What stood there.
  public var found: Int
  /// What may stand there.
  public var allowed: ClosedRange<Int>

  /// A field with a value that is not allowed.
  public init(field: String, found: Int, allowed: ClosedRange<Int>) {
    self.field = field
    self.found = found
    self.allowed = allowed
  }

  /// The error in one line (`nlmsg_len is 3, allowed are 16 to 100`).
  public var description: String {
    "\(field) is \(found), allowed are \(allowed.lowerBound) to \(allowed.upperBound)"
  }
}
