import Glibc

/// The address of a Unix socket that has a path (unix(7)).
struct UnixAddress {
  /// The longest path in bytes; the structure also holds the NUL after it.
  static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private var address = sockaddr_un()

  /// - Throws: ENAMETOOLONG for a path that does not fit, EINVAL for one that is empty or holds a NUL, as the
  ///   error of `call`.
  init(path: String, call: String) throws(SystemError) {
    let bytes = Array(path.utf8)
    guard bytes.count <= Self.maximumPathLength else {
      throw SystemError(call: call, subject: path, code: ENAMETOOLONG)
    }
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw SystemError(call: call, subject: path, code: EINVAL)
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Returns the path that a socket is bound to; nil when it has none.
  static func path(of socket: SharedDescriptor) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let answer = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try? systemCall("getsockname") { getsockname(socket.number, pointer, &length) }
      }
    }
    guard answer != nil, Int32(address.sun_family) == AF_UNIX else { return nil }
    let bytes = withUnsafeBytes(of: address.sun_path) { $0.prefix { $0 != 0 }.map { $0 } }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Calls `body` with the arguments of bind(2) and connect(2).
  func withPointer<Answer>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Answer) -> Answer {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
