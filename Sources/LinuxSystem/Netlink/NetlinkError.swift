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
