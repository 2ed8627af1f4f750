import CLinux
package import Dispatch
import Glibc

/// An event that a ``UnixListener`` reports to its owner.
package enum ListenerEvent: Sendable {
  /// A peer connected. Releasing the socket turns the peer away.
  case accepted(StreamSocket)
  /// The process or the machine is out of descriptors or memory (or, never seen, accepting fails in another
  /// way). The listener has paused itself; it tries again after a second, or at once when the owner calls
  /// ``UnixListener/resume()`` because a connection was closed.
  case exhausted(SystemError)
}

/// A listener on a Unix stream socket. Confined to its queue, on which the handler is called.
package final class UnixListener {
  /// The connections accepted in one wake-up, so that a rush does not hold up other work on the queue.
  private static let acceptLimit = 64
  private static let retryUSec: Int64 = 1_000_000
  /// The most connections that wait to be accepted.
  private static let backlog: Int32 = 512

  /// The socket's path; nil for an inherited socket without one.
  package let path: String?

  /// The listening socket; nil once closed.
  private var descriptor: SharedDescriptor?
  private let queue: DispatchQueue
  private let handler: @Sendable (ListenerEvent) -> Void
  private var source: DescriptorSource?
  private var retry: Countdown?
  private var isPaused = false
  private let createdFile: FileIdentity?

  /// Opens a socket at a path. A socket file without a listener is what a crash left, and is replaced. Two
  /// daemons that start at the same moment could take it from each other here; the lock on the store keeps
  /// the second one from getting this far.
  /// - Parameters:
  ///   - path: The socket's path; ``close()`` removes it again.
  ///   - mode: Permissions of the socket file. Connecting needs write permission.
  ///   - directoryMode: When set, the directories of the path that are missing are made with these
  ///     permissions.
  /// - Throws: ``ListenError``.
  package init(
    path: String, mode: UInt32, directoryMode: UInt32?, queue: DispatchQueue,
    handler: @escaping @Sendable (ListenerEvent) -> Void
  ) throws(ListenError) {
    guard path.utf8.count <= UnixAddress.maximumPathLength else {
      throw .pathTooLong(path: path, limit: UnixAddress.maximumPathLength)
    }
    do throws(SystemError) {
      if let directoryMode { try Self.makeDirectory(of: path, mode: directoryMode) }
    } catch {
      throw .system(error)
    }
    let descriptor: SharedDescriptor
    do throws(SystemError) { descriptor = try StreamSocket.make() } catch { throw .system(error) }
    createdFile = try Self.listen(on: descriptor, path: path, mode: mode)
    self.descriptor = descriptor
    self.path = path
    self.queue = queue
    self.handler = handler
    try watch(descriptor)
  }

  /// Takes over a listening socket of the service manager (sd_listen_fds(3)). Its file belongs to the service
  /// manager and stays.
  /// - Throws: ``ListenError``.
  package init(
    _ descriptor: SharedDescriptor, queue: DispatchQueue,
    handler: @escaping @Sendable (ListenerEvent) -> Void
  ) throws(ListenError) {
    guard ServiceManager.isListeningStreamSocket(descriptor) else { throw .notListening }
    do throws(SystemError) { try descriptor.makeNonblocking() } catch { throw .system(error) }
    self.descriptor = descriptor
    self.queue = queue
    self.handler = handler
    path = UnixAddress.path(of: descriptor)
    createdFile = nil
    try watch(descriptor)
  }

  deinit { close() }

  /// Leaves new connections in the backlog.
  package func pause() {
    isPaused = true
    source?.pause()
  }

  /// Accepts again, after ``pause()`` or ``ListenerEvent/exhausted(_:)``. The call costs nothing when nothing
  /// is paused, so it may be made whenever a connection was closed.
  package func resume() {
    retry?.cancel()
    retry = nil
    isPaused = false
    source?.resume()
  }

  /// Stops listening and removes the socket file, if it is still the one that this object made. The handler
  /// is not called again.
  package func close() {
    guard descriptor != nil else { return }
    descriptor = nil
    retry?.cancel()
    source?.cancel()
    source = nil
    guard let path, let createdFile, (try? FileIdentity(path: path)) == createdFile else { return }
    unlink(path)
  }

  private func watch(_ descriptor: SharedDescriptor) throws(ListenError) {
    do throws(SystemError) {
      source = try DescriptorSource(descriptor, for: .reading, queue: queue) { [weak self] in
        self?.acceptSome()
      }
    } catch {
      throw .system(error)
    }
  }

  private func acceptSome() {
    for _ in 0..<Self.acceptLimit {
      guard let descriptor, !isPaused else { return }
      do throws(SystemError) {
        guard let number = try systemCallUnlessBlocked("accept4", path, { clinux_accept(descriptor.number) })
        else { return }
        // A connection whose peer is unknown is not taken.
        guard let socket = try? StreamSocket(SharedDescriptor(owning: number)) else { continue }
        handler(.accepted(socket))
      } catch {
        // The peer has given up meanwhile.
        if error.code == ECONNABORTED { continue }
        // Any other error would come again at once, as long as a connection waits in the backlog.
        pause()
        retry = Countdown(uSec: Self.retryUSec, queue: queue) { [weak self] in self?.resume() }
        return handler(.exhausted(error))
      }
    }
  }

  /// Makes the directory of the path and those above it, unless they are there.
  private static func makeDirectory(of path: String, mode: UInt32) throws(SystemError) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return }
    let directory = String(path[..<slash])
    guard access(directory, F_OK) != 0 else { return }
    try makeDirectory(of: directory, mode: mode)
    do throws(SystemError) {
      try systemCall("mkdir", directory) { mkdir(directory, mode) }
    } catch {
      if error.code == EEXIST { return }
      throw error
    }
    // mkdir lets the umask narrow the mode.
    try systemCall("chmod", directory) { chmod(directory, mode) }
  }

  /// Binds and listens.
  /// - Returns: The socket file that was created.
  private static func listen(
    on descriptor: SharedDescriptor, path: String, mode: UInt32
  ) throws(ListenError) -> FileIdentity {
    // The file that bind makes takes its mode from the socket, so it never exists with a wider one. The umask
    // still narrows it; after bind it is widened to what was asked for.
    do throws(SystemError) {
      try systemCall("fchmod", path) { fchmod(descriptor.number, mode) }
    } catch {
      throw .system(error)
    }
    try bind(descriptor, to: path)
    do throws(SystemError) {
      let file = try FileIdentity(path: path)
      try systemCall("chmod", path) { chmod(path, mode) }
      try systemCall("listen", path) { Glibc.listen(descriptor.number, backlog) }
      try descriptor.makeNonblocking()
      return file
    } catch {
      unlink(path)
      throw .system(error)
    }
  }

  private static func bind(_ descriptor: SharedDescriptor, to path: String) throws(ListenError) {
    do throws(SystemError) {
      let address = try UnixAddress(path: path, call: "bind")
      let bind = { () throws(SystemError) in
        _ = try systemCall("bind", path) { address.withPointer { Glibc.bind(descriptor.number, $0, $1) } }
      }
      do throws(SystemError) { return try bind() } catch { if error.code != EADDRINUSE { throw error } }
      // A connection attempt is also refused by a regular file, which must not be removed.
      guard try FileIdentity(path: path).isSocket else { throw SystemError(call: "bind", code: ENOTSOCK) }
      if try isAnswered(path) { throw SystemError(call: "bind", code: EADDRINUSE) }
      try systemCall("unlink", path) { unlink(path) }
      try bind()
    } catch {
      switch error.code {
      case EADDRINUSE: throw .inUse(path: path)
      case ENOTSOCK: throw .notASocket(path: path)
      default: throw .system(error)
      }
    }
  }

  /// Whether a process listens at the path. A full backlog is an answer too.
  private static func isAnswered(_ path: String) throws(SystemError) -> Bool {
    let address = try UnixAddress(path: path, call: "connect")
    let probe = try StreamSocket.make()
    try probe.makeNonblocking()
    do throws(SystemError) {
      try systemCall("connect", path) { address.withPointer { connect(probe.number, $0, $1) } }
      return true
    } catch {
      switch error.code {
      case EAGAIN: return true
      case ECONNREFUSED: return false
      default: throw error
      }
    }
  }
}
