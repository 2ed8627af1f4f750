#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A Unix stream socket whose waits have a time limit. Sending also receives what arrives meanwhile.
final class UnixStream {
  private(set) var descriptor: CInt
  var timeLimit: Duration?
  /// The receive buffer, large enough that a page of tasks comes in a few reads.
  private let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  init(connectingTo path: String, timeLimit: Duration?) throws(ClientError) {
    self.timeLimit = timeLimit
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    descriptor = -1
    guard fits else { throw .pathTooLong(path: path) }
    descriptor = socket(AF_UNIX, streamSocket, 0)
    guard descriptor >= 0 else { throw .connectFailed(path: path, code: errno) }
    try connect(to: address, at: path)
  }

  deinit {
    close()
    space.deallocate()
  }

  func close() {
    guard descriptor >= 0 else { return }
    closeDescriptor(descriptor)
    descriptor = -1
  }

  /// Connects, and makes the socket nonblocking: later waits use poll(2). connect(2) waits only while the
  /// service's queue of new connections is full; `SO_SNDTIMEO` bounds that wait (socket(7)), which poll
  /// cannot do for a Unix socket.
  private func connect(to address: sockaddr_un, at path: String) throws(ClientError) {
    if let timeLimit {
      let (seconds, attoseconds) = timeLimit.components
      var limit = timeval(
        tv_sec: Int(seconds), tv_usec: max(Int(attoseconds / 1_000_000_000_000), seconds == 0 ? 1 : 0))
      setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var code: CInt
    repeat {
      let result = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connectDescriptor(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      code = result == 0 ? 0 : errno
    } while code == EINTR
    switch code {
    case 0: break
    case EAGAIN where timeLimit != nil: throw .timedOut
    default: throw .connectFailed(path: path, code: code)
    }
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
      throw .systemCallFailed(call: "fcntl", code: errno)
    }
  }

  // MARK: Waiting

  /// Returns the deadline of a wait that begins now, in milliseconds of `CLOCK_MONOTONIC`; `nil` is never.
  func deadline() -> Int64? {
    guard let timeLimit else { return nil }
    let (seconds, attoseconds) = timeLimit.components
    // Thousands of years count as no limit: they would overflow below.
    guard seconds < 1 << 40 else { return nil }
    return Self.now() + max(seconds, 0) * 1000 + attoseconds / 1_000_000_000_000_000
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Waits for one of the events and returns the events that occurred.
  private func wait(for events: CInt, until deadline: Int64?) throws(ClientError) -> CInt {
    guard descriptor >= 0 else { throw .closed }
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let left = deadline.map { CInt(clamping: max($0 - Self.now(), 0)) } ?? -1
      switch poll(&entry, 1, left) {
      case 1...: return CInt(entry.revents)
      case 0:
        // The limit may be longer than poll(2) can count.
        if let deadline, deadline > Self.now() { continue }
        close()
        throw .timedOut
      default:
        if errno == EINTR { continue }
        throw broken("poll")
      }
    }
  }

  private func broken(_ call: String) -> ClientError {
    let code = errno
    close()
    return code == EPIPE || code == ECONNRESET ? .closed : .systemCallFailed(call: call, code: code)
  }

  // MARK: Bytes

  /// Sends all bytes. Receives what arrives meanwhile: a service that answers faster than its replies are
  /// read would stop reading.
  func send(_ bytes: [UInt8], take: (UnsafeRawBufferPointer) -> Void) throws(ClientError) {
    let deadline = deadline()
    var sent = 0
    while sent < bytes.count {
      guard descriptor >= 0 else { throw .closed }
      let count = bytes.withUnsafeBytes { all in
        sendBytes(descriptor, all.baseAddress.map { $0 + sent }, all.count - sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        let events = try wait(for: POLLIN | POLLOUT, until: deadline)
        if events & POLLIN != 0 { try receiveNow(take) }
      } else if errno == EPIPE {
        // The service may have sent an error before it closed the connection.
        while descriptor >= 0 { try receive(until: deadline, take: take) }
      } else if errno != EINTR {
        throw broken("send")
      }
    }
  }

  /// Waits for bytes to arrive and takes them.
  func receive(until deadline: Int64?, take: (UnsafeRawBufferPointer) -> Void) throws(ClientError) {
    _ = try wait(for: POLLIN, until: deadline)
    try receiveNow(take)
  }

  private func receiveNow(_ take: (UnsafeRawBufferPointer) -> Void) throws(ClientError) {
    let count = recv(descriptor, space.baseAddress, space.count, 0)
    switch count {
    case 1...: take(UnsafeRawBufferPointer(rebasing: space[..<count]))
    case 0:
      close()
      throw .closed
    default:
      if errno != EAGAIN && errno != EINTR { throw broken("recv") }
    }
  }
}

/// The type of the socket: a stream, closed on exec. Glibc has the bits as an enumeration, musl as numbers.
private var streamSocket: CInt {
  #if canImport(Glibc)
    CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  #else
    SOCK_STREAM | SOCK_CLOEXEC
  #endif
}

// Wrappers of the C library's functions that share their names with methods above.

private func closeDescriptor(_ descriptor: CInt) { _ = close(descriptor) }

private func connectDescriptor(
  _ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> CInt {
  connect(descriptor, address, length)
}

private func sendBytes(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  send(descriptor, bytes, count, CInt(MSG_NOSIGNAL))
}
