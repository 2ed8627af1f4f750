/// Why the kernel's answer to a request is not known.
package enum NetlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call failed, or the kernel answered with an error number.
  case system(SystemError)
  /// The answer is not netlink.
  case format(NetlinkFormatError)
  /// What was listed changed while it was listed, as often as it was tried.
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
