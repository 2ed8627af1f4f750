import Dispatch
import Glibc
import LinuxSystem

/// The socket of a service manager on which a service says that it is ready (sd_notify(3)). Later messages
/// are read and dropped, or the service would have to wait.
final class ReadyNotification {
  /// The path, which goes into `NOTIFY_SOCKET`.
  let path: String
  private let source: any DispatchSourceRead
  private let isReady = DispatchSemaphore(value: 0)

  /// Binds the socket.
  /// - Throws: ``SystemError`` of socket(2) or bind(2).
  init(path: String) throws(SystemError) {
    self.path = path
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = SharedDescriptor(owning: try systemCall("socket") { Glibc.socket(AF_UNIX, type, 0) })
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    try systemCall("bind", path) {
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket.number, $0, size) }
      }
    }
    source = DispatchSource.makeReadSource(
      fileDescriptor: socket.number, queue: DispatchQueue(label: "io.bgtaskd.bench.ready"))
    source.setEventHandler { [isReady] in
      while case .bytes(let message)? = try? socket.read(atMost: 4096) {
        if message.starts(with: "READY=1".utf8) { isReady.signal() }
      }
    }
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    source.activate()
  }

  deinit { source.cancel() }

  /// Waits for the service to be ready.
  /// - Returns: `false` when the time is over before that.
  func wait(milliseconds: Int) -> Bool {
    isReady.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }
}
