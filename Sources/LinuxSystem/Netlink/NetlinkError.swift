/// The reason why a netlink request has no usable answer.
package enum NetlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed, or the kernel answered with an error number.
  case system(SystemError)
  /// The answer is malformed netlink.
  case format(NetlinkFormatError)
  /// The list changed during each of the attempts to read it.
  case interrupted(attempts: Int)

  /// The error in one line.
  package var description: String {
    switch self {
    case .system(let error): error.description
    case .format(let error): "netlink answer: \(error)"
    case .interrupted(let attempts):
      "netlink dump: what was listed changed during each of \(attempts) attempts"
    }
  }
}

/// A message that the kernel does not send: a length or a text is out of range.
package struct NetlinkFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, as the kernel's headers name it (`nlmsg_len`).
  package var field: String
  /// The value that was found.
  package var found: Int
  /// The values that are allowed.
  package var allowed: ClosedRange<Int>

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
