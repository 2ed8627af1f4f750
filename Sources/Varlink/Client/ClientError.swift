/// Why a client got no reply.
package enum ClientError: Error, Hashable, Sendable {
  /// There is nobody to talk to at this path; `errno` of socket(2) or connect(2).
  case connectFailed(path: String, code: CInt)
  /// The path does not fit into a socket's address (107 bytes, unix(7)).
  case pathTooLong(path: String)
  /// The other end closed the connection.
  case closed
  /// The time limit was over first. The connection cannot be used any more.
  case timedOut
  /// The connection broke; the system call and its `errno`.
  case systemCallFailed(call: String, code: CInt)
  /// The other end sent something that is no reply to the call.
  case protocolViolation(message: String)
  /// The service answered with an error.
  case reply(VarlinkError)
}
