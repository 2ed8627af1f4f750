import Glibc
import LinuxSystem
import SchedulerCore

/// Answers whether a connection can be made, by trying each of a host's addresses.
enum PortProbe {
  static func ask(_ host: String, _ port: UInt16) -> CheckFinding {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(host, "\(port)", &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard problem == 0 else {
      // A host without an address, or with none that can be found now (no network), is not reachable.
      return CheckFinding(holds: false, words: String(cString: gai_strerror(problem)))
    }
    var words = "it has no address"
    var next = list
    while let address = next {
      guard let code = connectionError(address.pointee) else {
        return CheckFinding(holds: true, words: "yes")
      }
      words = SystemError(call: "connect", code: code).text
      next = address.pointee.ai_next
    }
    return CheckFinding(holds: false, words: words)
  }

  /// Returns the error when no connection was made, or nil when one was.
  private static func connectionError(_ address: addrinfo) -> CInt? {
    let descriptor = socket(
      address.ai_family, address.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), address.ai_protocol)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // One address that does not answer must leave time for the others.
    var limit = timeval(tv_sec: 3, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      return errno == EINPROGRESS ? ETIMEDOUT : errno
    }
    return nil
  }
}
