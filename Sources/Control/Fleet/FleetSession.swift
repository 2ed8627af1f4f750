import FleetAPI
import Glibc
import LinuxSystem
import Varlink

/// Calls of one function of the fleet's database over one connection, with hints.
protocol FleetLink: AnyObject {
  /// Calls the function. There is one call at a time.
  func send(_ argument: [UInt8]) throws(Failure)
  /// Returns the next message, or nil when none has come within this time; nil is no limit.
  func receive(within limit: Duration?) throws(Failure) -> SessionFrame?
}

/// `bgtask-fleet follow`, which ends with this process: it has one end of a socket, and sees when the other
/// end is closed.
final class FleetSession: FleetLink {
  private static let mostBytes = 64 << 20

  private let socket: Descriptor
  private let errors: Descriptor
  private let child: pid_t
  private var frames = FrameDecoder(limit: mostBytes)

  init(_ function: String) throws(Failure) {
    do throws(SystemError) {
      var ends: [CInt] = [-1, -1]
      try systemCall("socketpair") {
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
      }
      socket = Descriptor(owning: ends[0])
      let other = Descriptor(owning: ends[1])
      errors = try MemoryFile.make("error")
      child = try FleetDatabaseCall.start(
        ["follow", function], input: other.number, output: other.number, errors: errors.number)
    } catch {
      throw FleetDatabaseCall.cannotRun(error)
    }
  }

  func send(_ argument: [UInt8]) throws(Failure) {
    var rest = (argument + [0])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw end()
      }
    }
  }

  func receive(within limit: Duration?) throws(Failure) -> SessionFrame? {
    let deadline = limit.map { Deadline.after($0) } ?? .never
    while true {
      if let frame = try next() { return frame }
      guard try waits(until: deadline) else { return nil }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket.number, &piece, piece.count, 0)
      if count > 0 { frames.append(Array(piece.prefix(count))) }
      if count == 0 || (count < 0 && errno != EINTR) { throw end() }
    }
  }

  /// Waits until there is something to read. False at the deadline.
  private func waits(until deadline: Deadline) throws(Failure) -> Bool {
    // Nobody reads the lines any more where standard output is a pipe that was closed: POLLERR comes unasked.
    var entries = [
      pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while true {
      let limit = deadline.timeLeft().map { CInt(clamping: Int64($0 / .milliseconds(1))) } ?? -1
      let count = poll(&entries, 2, limit)
      if count < 0, errno != EINTR { throw end() }
      if entries[0].revents != 0 { return true }
      if CInt(entries[1].revents) & POLLERR != 0 {
        // As a line that is written there would end the program.
        raise(SIGPIPE)
        throw Failure(.inputOutput, name: "WriteFailed", message: "standard output cannot be written")
      }
      if deadline.hasPassed { return false }
    }
  }

  private func next() throws(Failure) -> SessionFrame? {
    do throws(FrameError) {
      guard let bytes = try frames.next() else { return nil }
      if let frame = SessionFrame(bytes) { return frame }
    } catch {}
    throw Failure(.software, name: "InvalidReply", message: "bgtask-fleet's message cannot be read")
  }

  /// Returns the failure with which the program has ended.
  private func end() -> Failure {
    do throws(SystemError) {
      let status = try FleetDatabaseCall.exitStatus(of: child)
      let words = String(decoding: try FleetDatabaseCall.contents(of: errors), as: UTF8.self)
      return .fleet(status == 0 ? ExitStatus.software.rawValue : status, words)
    } catch {
      return FleetDatabaseCall.cannotRun(error)
    }
  }
}
