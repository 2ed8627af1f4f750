/// A reason why a client got no reply.
package enum ClientError: Error, Hashable, Sendable {
  /// The connection to the socket at this path failed; `errno` of socket(2) or connect(2).
  case connectFailed(path: String, code: CInt)
  /// The path does not fit into a socket's address (107 bytes, unix(7)).
  case pathTooLong(path: String)
  /// The other end closed the connection.
  case closed
  /// The time limit passed. The connection cannot be used any more.
  case timedOut
  /// The connection broke: the failed system call and its `errno`.
  case systemCallFailed(call: String, code: CInt)
  /// The other end sent bytes that are no reply to the call.
  case protocolViolation(message: String)
  /// The service answered with an error.
  case reply(VarlinkError)
}
