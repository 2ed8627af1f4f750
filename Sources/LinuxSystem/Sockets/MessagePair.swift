import CLinux
import Glibc

/// Two ends of a socket that keeps messages apart: a program sends its results and, optionally, an open
/// descriptor. Its end is a socket, not a pipe's end, so it can tell whether it may send one.
package struct MessagePair: Sendable {
  /// This process's end.
  package let reading: SharedDescriptor
  /// The program's end. This process releases it once the program has it.
  package let writing: SharedDescriptor

  /// Makes a pair; both ends are closed on exec.
  /// - Throws: ``SystemError`` of socketpair(2).
  package init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") { clinux_message_pair(&ends) }
    reading = SharedDescriptor(owning: ends[0])
    writing = SharedDescriptor(owning: ends[1])
  }

  /// Receives one message, without waiting.
  /// - Parameter limit: The most bytes that are taken; the rest of the message is lost.
  /// - Throws: ``SystemError`` of recvmsg(2), also when there is no message.
  package static func receive(
    from end: SharedDescriptor, atMost limit: Int
  ) throws(SystemError) -> (bytes: [UInt8], descriptor: SharedDescriptor?) {
    var bytes = [UInt8](repeating: 0, count: limit)
    var number: CInt = -1
    let count = try systemCall("recvmsg") {
      clinux_receive_descriptor(end.number, &bytes, limit, &number)
    }
    return (Array(bytes.prefix(count)), number < 0 ? nil : SharedDescriptor(owning: number))
  }

  /// Sends one line, as the program at the other end.
  /// - Parameters:
  ///   - descriptor: A descriptor to send with the line.
  ///   - end: The socket; by default standard output, where the program was started with it.
  /// - Returns: False when the end is no socket, so another kind of reader has it.
  /// - Throws: ``SystemError`` of sendmsg(2).
  @discardableResult
  package static func send(
    _ line: String, with descriptor: SharedDescriptor? = nil, to end: CInt = STDOUT_FILENO
  ) throws(SystemError) -> Bool {
    let bytes = Array(line.utf8)
    do throws(SystemError) {
      try systemCall("sendmsg") {
        clinux_send_descriptor(end, bytes, bytes.count, descriptor?.number ?? -1)
      }
      return true
    } catch {
      if error.code == ENOTSOCK { return false }
      throw error
    }
  }
}
