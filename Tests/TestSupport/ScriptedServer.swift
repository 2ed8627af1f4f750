import Dispatch
import Glibc
import Varlink

/// A server on a socket of its own that takes one connection and has a closure serve it, for tests of
/// clients.
package final class ScriptedServer: Sendable {
  /// The accepted end of a connection.
  package final class Peer {
    private let descriptor: CInt
    private var frames: FrameDecoder

    init(_ descriptor: CInt, limit: Int) {
      self.descriptor = descriptor
      frames = FrameDecoder(limit: limit)
    }

    /// Returns the next message, without its NUL, or `nil` when the client is gone.
    package func read() -> [UInt8]? {
      var space = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        if let message = try? frames.next() { return message }
        let count = recv(descriptor, &space, space.count, 0)
        guard count > 0 else { return nil }
        frames.append(Array(space[..<count]))
      }
    }

    /// Sends bytes; returns `false` when the client is gone.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }

  /// The path of the socket.
  package let path: String
  private let folder: TemporaryFolder
  private let listener: CInt
  private let ended = DispatchSemaphore(value: 0)

  /// Listens, and runs the script for the first connection, which is closed when the script ends.
  package init(limit: Int = 1 << 24, script: @escaping @Sendable (Peer) -> Void) throws {
    folder = try TemporaryFolder()
    path = folder.path("socket")
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try UnixName.bind(listener, path)
    guard listen(listener, 8) == 0 else { throw ScriptedServerError(call: "listen", code: errno) }
    DispatchQueue(label: "scripted server").async { [listener, ended] in
      let descriptor = accept(listener, nil, nil)
      if descriptor >= 0 {
        script(Peer(descriptor, limit: limit))
        close(descriptor)
      }
      ended.signal()
    }
  }

  /// Waits for the script to end, for ten seconds at most; returns `false` when it did not.
  package func hasEnded() -> Bool {
    defer { ended.signal() }
    return ended.wait(timeout: .now() + .seconds(10)) == .success
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    _ = ended.wait(timeout: .now() + .seconds(10))
    close(listener)
  }
}

/// A system call of a ``ScriptedServer`` that failed.
package struct ScriptedServerError: Error {
  /// The name of the call.
  package let call: String
  /// The call's `errno`.
  package let code: Int32
}
