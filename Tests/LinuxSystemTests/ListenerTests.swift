import Dispatch
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("Listening on a Unix socket")
struct ListenerTests {
  private let queue = DispatchQueue(label: "test")
  private let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func listen(
    _ path: String, mode: UInt32 = 0o600, directoryMode: UInt32? = nil,
    inbox: Mailbox<ListenerEvent> = Mailbox()
  ) throws(ListenError) -> UnixListener {
    try UnixListener(path: path, mode: mode, directoryMode: directoryMode, queue: queue) { inbox.append($0) }
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  @Test("Whoever connects is announced with their ids, many at once too")
  func accept() throws {
    let inbox = Mailbox<ListenerEvent>()
    let listener = try listen(directory.path + "/s", inbox: inbox)
    let clients = try (0..<200).map { _ in try StreamSocket(connectingTo: directory.path + "/s") }
    for _ in clients {
      guard case .accepted(let socket)? = inbox.next() else {
        Issue.record("nobody was accepted")
        return
      }
      #expect(socket.peer == PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid()))
    }
    #expect(clients.allSatisfy { $0.peer.uid == geteuid() })
    queue.sync { listener.close() }
  }

  @Test("Paused, it lets them wait; resumed, it takes them in")
  func pause() throws {
    let inbox = Mailbox<ListenerEvent>()
    let listener = try listen(directory.path + "/s", inbox: inbox)
    queue.sync { listener.pause() }
    let client = try StreamSocket(connectingTo: directory.path + "/s")
    queue.sync {}
    #expect(inbox.isEmpty)
    queue.sync { listener.resume() }
    #expect(inbox.next() != nil)
    withExtendedLifetime(client) {}
    queue.sync { listener.close() }
  }

  @Test("File and directory get the permissions that were asked for, whatever the umask")
  func modes() async {
    await #expect(processExitsWith: .success) {
      umask(0o077)
      guard let directory = try? TemporaryFolder() else { exit(1) }
      let path = directory.path + "/made/s"
      let queue = DispatchQueue(label: "test")
      guard
        let listener = try? UnixListener(
          path: path, mode: 0o666, directoryMode: 0o755, queue: queue, handler: { _ in })
      else { exit(2) }
      var status = stat()
      precondition(lstat(path, &status) == 0 && status.st_mode & 0o7777 == 0o666)
      precondition(lstat(directory.path + "/made", &status) == 0 && status.st_mode & 0o7777 == 0o755)
      queue.sync { listener.close() }
      precondition(access(path, F_OK) != 0)
    }
  }

  @Test(
    "A directory that is there keeps its permissions, one that is missing is an error unless it may be made")
  func directories() throws {
    chmod(directory.path, 0o711)
    let listener = try listen(directory.path + "/s", directoryMode: 0o700)
    #expect(mode(directory.path) == 0o711)
    #expect(mode(directory.path + "/s") == 0o600)
    queue.sync { listener.close() }
    let missing = directory.path + "/missing/s"
    #expect(throws: ListenError.system(SystemError(call: "bind", subject: missing, code: ENOENT))) {
      try listen(missing)
    }
  }

  @Test("A file that a crash left is replaced; a live socket and a file that is no socket are not")
  func existing() throws {
    let path = directory.path + "/s"
    let first = try listen(path)
    #expect(throws: ListenError.inUse(path: path)) { try listen(path) }
    #expect("\(ListenError.inUse(path: path))" == "another process is listening on \(path)")
    // As a crash leaves it: the socket is closed, its file stays.
    let stale = directory.path + "/stale"
    #expect(rename(path, stale) == 0)
    queue.sync { first.close() }
    #expect(mode(stale) != nil)
    let client: Result<StreamSocket, SystemError> = Result { () throws(SystemError) in
      // Dispatch holds the closed listener's descriptor for a moment.
      while true {
        queue.sync {}
        _ = try StreamSocket(connectingTo: stale)
      }
    }
    #expect(throws: SystemError(call: "connect", subject: stale, code: ECONNREFUSED)) { try client.get() }
    let second = try listen(stale)
    #expect(throws: Never.self) { try StreamSocket(connectingTo: stale) }
    queue.sync { second.close() }

    let file = directory.path + "/file"
    close(open(file, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: ListenError.notASocket(path: file)) { try listen(file) }
    #expect(mode(file) != nil)
  }

  @Test("Closing removes the file that it made, not one that has taken its place")
  func ownFile() throws {
    let path = directory.path + "/s"
    let first = try listen(path)
    #expect(unlink(path) == 0)
    let second = try listen(path)
    queue.sync { first.close() }
    #expect(throws: Never.self) { try StreamSocket(connectingTo: path) }
    queue.sync { second.close() }
    #expect(mode(path) == nil)
  }

  @Test("Paths that unix(7) does not allow are refused with the limit")
  func paths() throws {
    let long = "/tmp/" + String(repeating: "x", count: 103)
    #expect(throws: ListenError.pathTooLong(path: long, limit: 107)) { try listen(long) }
    for path in ["", "/tmp/a\0b"] {
      #expect(throws: ListenError.system(SystemError(call: "bind", subject: path, code: EINVAL))) {
        try listen(path)
      }
    }
  }

  @Test("A socket of the service manager is taken over, and its file stays; anything else is refused")
  func inherited() throws {
    let path = directory.path + "/s"
    let inbox = Mailbox<ListenerEvent>()
    let original = try listen(path)
    // The listener's own descriptor cannot be had, so the file is bound a second time by hand.
    queue.sync { original.close() }
    let socket = SharedDescriptor(owning: Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
    try UnixName.bind(socket.number, path)
    #expect(throws: ListenError.notListening) { try UnixListener(socket, queue: queue) { _ in } }
    #expect(Glibc.listen(socket.number, 5) == 0)
    let listener = try UnixListener(socket, queue: queue) { inbox.append($0) }
    #expect(listener.path == path)
    let client = try StreamSocket(connectingTo: path)
    #expect(inbox.next() != nil)
    withExtendedLifetime(client) {}
    queue.sync { listener.close() }
    #expect(mode(path) != nil)
    let pipe = try OutputPipe()
    #expect(throws: ListenError.notListening) { try UnixListener(pipe.reading, queue: queue) { _ in } }
  }

  @Test("Out of descriptors it says so once and waits, and goes on when told that there are some")
  func exhausted() async {
    await #expect(processExitsWith: .success) {
      guard let directory = try? TemporaryFolder() else { exit(1) }
      let queue = DispatchQueue(label: "test")
      let inbox = Mailbox<ListenerEvent>()
      let listener = try? UnixListener(
        path: directory.path + "/s", mode: 0o600, directoryMode: nil, queue: queue
      ) {
        inbox.append($0)
      }
      let clients = (0..<3).compactMap { _ in try? StreamSocket(connectingTo: directory.path + "/s") }
      guard let listener, clients.count == 3 else { exit(2) }
      // Held, so that no descriptor becomes free later.
      var accepted: [StreamSocket] = []
      for _ in clients {
        guard case .accepted(let socket)? = inbox.next() else { exit(3) }
        accepted.append(socket)
      }
      // The next client gets the last descriptor that there is.
      var limits = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      let last = dup(0)
      close(last)
      limits.rlim_cur = rlim_t(last + 1)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      guard let client = try? StreamSocket(connectingTo: directory.path + "/s") else { exit(4) }
      guard case .exhausted(let error)? = inbox.next(), error.code == EMFILE else { exit(5) }
      for _ in 0..<1000 { queue.sync {} }
      precondition(inbox.isEmpty, "it spins")
      limits.rlim_cur = limits.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
      queue.sync { listener.resume() }
      guard case .accepted? = inbox.next() else { exit(6) }
      withExtendedLifetime((client, accepted)) {}
    }
  }
}
