import CLinux
import Glibc

/// A client that asks the kernel for lists (dumps) over a netlink socket of its own. The kernel makes the
/// answer during the request, so no call waits.
package final class NetlinkRequests {
  private let socket: NetlinkSocket
  private var sequence: UInt32 = 0
  private var buffer = [UInt8](repeating: 0, count: NetlinkSocket.bufferSize)

  /// The attempts at a dump that is interrupted.
  private static let attempts = 5
  /// The time limit for an answer, which should be there already, in milliseconds.
  private static let patience: CInt = 1000

  /// A client over a socket that nothing else uses.
  package init(socket: NetlinkSocket) { self.socket = socket }

  /// Returns the list that a request (`RTM_GETLINK`, `RTM_GETROUTE`) asks for. A list that changed while it
  /// was made is discarded and requested again.
  /// - Parameters:
  ///   - type: The request's type.
  ///   - body: The whole structure that the type wants after the header.
  ///   - initial: The list before the first message.
  ///   - add: Adds a message to the list. An error from it makes the whole dump fail.
  /// - Throws: ``NetlinkError``.
  package func dump<List>(
    _ type: UInt16, body: [UInt8], into initial: List,
    _ add: (inout List, NetlinkMessage) throws(NetlinkFormatError) -> Void
  ) throws(NetlinkError) -> List {
    for _ in 0..<Self.attempts {
      if let list = try dumpOnce(type, body: body, into: initial, add) { return list }
    }
    throw .interrupted(attempts: Self.attempts)
  }

  /// Returns the list; nil when it changed meanwhile. The answer is always read to its end: the kernel would
  /// refuse the next dump on this socket (`EBUSY`) otherwise.
  private func dumpOnce<List>(
    _ type: UInt16, body: [UInt8], into initial: List,
    _ add: (inout List, NetlinkMessage) throws(NetlinkFormatError) -> Void
  ) throws(NetlinkError) -> List? {
    sequence &+= 1
    let request = NetlinkMessage(
      type: type, flags: UInt16(NLM_F_REQUEST | NLM_F_DUMP), sequence: sequence, payload: body[...])
    do throws(SystemError) { try socket.send(request.encoded) } catch { throw .system(error) }
    var list = initial
    var interrupted = false
    var failure: NetlinkFormatError?
    while true {
      guard let datagram = try receive() else {
        interrupted = true
        continue
      }
      let messages: [NetlinkMessage]
      do { messages = try NetlinkMessage.parse(datagram) } catch {
        failure = error
        continue
      }
      for message in messages where message.sequence == sequence {
        interrupted = interrupted || message.flags & UInt16(NLM_F_DUMP_INTR) != 0
        if message.type == UInt16(NLMSG_DONE) || message.type == UInt16(NLMSG_ERROR) {
          if let refusal = Self.refusal(in: message) { throw .system(refusal) }
          if let failure { throw .format(failure) }
          return interrupted ? nil : list
        }
        guard failure == nil else { continue }
        do { try add(&list, message) } catch { failure = error }
      }
    }
  }

  /// Returns the next datagram of the kernel; nil when some were lost.
  private func receive() throws(NetlinkError) -> ArraySlice<UInt8>? {
    do throws(SystemError) {
      while true {
        switch try socket.receive(into: &buffer) {
        case .datagram(let length): return buffer.prefix(length)
        case .overrun: return nil
        case .foreign: continue
        case .nothing: try wait()
        }
      }
    } catch {
      throw .system(error)
    }
  }

  private func wait() throws(SystemError) {
    var watched = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    let ready = try systemCall("poll", "netlink") { poll(&watched, 1, Self.patience) }
    if ready == 0 { throw SystemError(call: "poll", subject: "netlink", code: ETIMEDOUT) }
  }

  /// Returns the error in `NLMSG_ERROR` or `NLMSG_DONE`, which begin with an error number below 0, or 0.
  private static func refusal(in message: NetlinkMessage) -> SystemError? {
    let code = message.payload.native(CInt.self, at: 0) ?? 0
    return code < 0 && code > -4096 ? SystemError(call: "netlink request", code: -code) : nil
  }
}
