package import Glibc

/// The path of a Unix socket (unix(7)), for sockets that tests make by hand.
package enum UnixName {
  /// Binds the socket to a path.
  /// - Throws: ``RawConnectionError/failed(call:code:)``.
  package static func bind(_ descriptor: CInt, _ path: String) throws {
    guard withAddress(of: path, { Glibc.bind(descriptor, $0, $1) }) == 0 else {
      throw RawConnectionError.failed(call: "bind", code: errno)
    }
  }

  /// Calls `body` with the arguments of bind(2), connect(2) and sendto(2).
  package static func withAddress<Answer>(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Answer
  ) -> Answer {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
