/// The reason why a socket could not be opened for listening.
package enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path has more bytes than unix(7) allows.
  case pathTooLong(path: String, limit: Int)
  /// Another process listens on this path already.
  case inUse(path: String)
  /// The file at the path is no socket, so it is left alone.
  case notASocket(path: String)
  /// The descriptor handed over by the service manager is not a listening Unix stream socket.
  case notListening
  /// A system call failed.
  case system(SystemError)

  /// One line for the journal and for people.
  package var description: String {
    switch self {
    case .pathTooLong(let path, let limit):
      "the socket's path \(path) has \(path.utf8.count) bytes, \(limit) are allowed"
    case .inUse(let path): "another process is listening on \(path)"
    case .notASocket(let path): "\(path) exists and is not a socket; it was left alone"
    case .notListening: "the descriptor is not a listening Unix stream socket"
    case .system(let error): error.description
    }
  }
}
