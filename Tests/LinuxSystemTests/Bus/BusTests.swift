import Dispatch
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("A connection to a bus")
struct BusTests {
  private let bench: BusBench
  private let bus: Bus

  init() throws {
    bench = try BusBench()
    bus = try bench.connect()
  }

  @Test("A call is answered, with what was asked for or with the error's name, text and number")
  func calls() throws {
    let id = try bench.call(bus, BusBench.driver("GetId")) { (reader) throws(BusError) in try reader.string()
    }
    #expect(try #require(id).get().count == 32)
    let error = try bench.call(bus, BusBench.driver("GetNameOwner")) { (writer) throws(BusError) in
      try writer.string("org.example.Nobody")
    } read: { (reader) throws(BusError) in
      try reader.string()
    }
    guard case .failure(let failure)? = error else {
      Issue.record("nobody was found")
      return
    }
    #expect(failure.name == "org.freedesktop.DBus.Error.NameHasNoOwner")
    #expect(failure.code == ENXIO)
    #expect("\(failure)".contains("org.example.Nobody"))
    #expect(bench.onQueue { bus.waitingCalls } == 0)
  }

  @Test("1,000 calls that are sent at once are all answered, in their order")
  func many() throws {
    let inbox = Mailbox<Int>()
    try bench.onQueue {
      for number in 0..<1000 {
        try bus.call(BusBench.driver("GetId")) { answer in if case .success = answer { inbox.append(number) }
        }
      }
    }
    for number in 0..<1000 { #expect(inbox.next() == number) }
  }

  @Test("A call that nobody answers ends when its time is up")
  func timeLimit() throws {
    let bench = try BusBench()
    let deaf = DispatchQueue(label: "deaf")
    let other = try bench.connect(on: deaf)
    let name = Mailbox<String>()
    try deaf.sync {
      _ = try other.match(BusRule(member: "NameAcquired")) { _ in }
      try other.call(BusBench.driver("ListNames")) { answer in
        let names = try? answer.get().read { (reader) throws(BusError) in
          try reader.array(of: "s") { (reader) throws(BusError) in try reader.string() }
        }
        name.append(names?.last { $0.hasPrefix(":") } ?? "")
      }
    }
    let destination = try #require(name.next())
    // The turn that said the name goes on with what else has come, the call below included.
    deaf.sync {}
    deaf.suspend()
    defer { deaf.resume() }
    let bus = try bench.connect()
    let answer = try bench.call(
      bus, BusTarget(destination: destination, path: "/", interface: "org.example.Test", member: "Nothing"),
      limitUSec: 50_000
    ) { (_) throws(BusError) in }
    guard case .failure(let error)? = answer else {
      Issue.record("somebody answered")
      return
    }
    #expect(error.code == ETIMEDOUT)
  }

  @Test("A cancelled call says nothing, and those after it do")
  func cancelling() throws {
    let inbox = Mailbox<String>()
    try bench.onQueue {
      let call = try bus.call(BusBench.driver("GetId")) { _ in inbox.append("cancelled") }
      call.cancel()
      #expect(bus.waitingCalls == 0)
      try bus.call(BusBench.driver("GetId")) { _ in inbox.append("other") }
    }
    #expect(inbox.next() == "other")
    #expect(inbox.isEmpty)
  }

  @Test("A match gets the signals that it is for, until it is cancelled")
  func matches() throws {
    let inbox = Mailbox<String>()
    let emit = { (member: String, path: String) throws in
      try bus.emit(BusTarget(destination: nil, path: path, interface: "org.example.Test", member: member)) {
        (writer) throws(BusError) in try writer.string("argument")
      }
    }
    let match = try bench.onQueue {
      let match = try bus.match(
        BusRule(pathNamespace: "/a", interface: "org.example.Test", member: "Yes", argument: "argument")
      ) { message in
        inbox.append("\(message.path ?? "") \(message.member ?? "") \(message.signature)")
      }
      try emit("Yes", "/a/b")
      try emit("No", "/a/b")
      try emit("Yes", "/b")
      try emit("Yes", "/a")
      return match
    }
    #expect(inbox.next() == "/a/b Yes s")
    #expect(inbox.next() == "/a Yes s")
    let done = Mailbox<Bool>()
    try bench.onQueue {
      match.cancel()
      try emit("Yes", "/a")
      try bus.call(BusBench.driver("GetId")) { _ in done.append(true) }
    }
    #expect(done.next() == true)
    #expect(inbox.isEmpty)
  }

  @Test("A handler may cancel its match, close its connection and let go of both")
  func closingWithin() throws {
    let inbox = Mailbox<String>()
    // Held by the handlers only.
    var bus: Bus? = try bench.connect()
    var match: BusMatch?
    try bench.onQueue {
      match = try bus?.match(BusRule(interface: "org.example.Test")) { _ in
        match?.cancel()
        match = nil
        bus?.close()
        bus = nil
        inbox.append("closed")
      }
      let target = BusTarget(destination: nil, path: "/", interface: "org.example.Test", member: "X")
      try bus?.emit(target)
      try bus?.emit(target)
    }
    #expect(inbox.next() == "closed")
    bench.onQueue {}
    #expect(inbox.isEmpty)
    #expect(bench.lost.isEmpty)
  }

  @Test("When the bus goes away every call ends with an error, then the owner is told, once")
  func losing() throws {
    _ = try bench.call(bus, BusBench.driver("GetId")) { (reader) throws(BusError) in try reader.string() }
    let inbox = Mailbox<Int>()
    // Nothing is processed while the queue is held, so these wait when the bus goes.
    try bench.onQueue {
      bench.daemon.pause()
      for number in 0..<3 {
        try bus.call(BusBench.driver("GetId")) { answer in
          if case .failure(.connection) = answer { inbox.append(number) } else { inbox.append(-1) }
        }
      }
      bench.daemon.end()
      #expect(inbox.isEmpty)
    }
    for number in 0..<3 { #expect(inbox.next() == number) }
    #expect(bench.lost.next() != nil)
    #expect(bench.onQueue { !bus.isOpen && bus.waitingCalls == 0 })
    #expect(throws: BusError.connection(SystemError(call: "bus", code: ENOTCONN))) {
      try bench.onQueue { _ = try bus.call(BusBench.driver("GetId")) { _ in } }
    }
    #expect(bench.lost.isEmpty)
  }

  @Test("A call's time is up when the bus is gone, and its handler calls again: only the connection ends")
  func timeUpWithoutBus() throws {
    _ = try bench.call(bus, BusBench.driver("GetId")) { (reader) throws(BusError) in try reader.string() }
    let answers = Mailbox<Bool>()
    // Nothing is processed while the queue is held: when it is let go the time is up and nobody is there.
    try bench.onQueue {
      bench.daemon.pause()
      try bus.call(BusBench.driver("GetId"), limitUSec: 1) { [weak bus] answer in
        // sd-bus learns by this that the bus is gone, in the middle of what it does.
        _ = try? bus?.call(BusBench.driver("GetId")) { _ in }
        if case .success = answer { answers.append(true) } else { answers.append(false) }
      }
      bench.daemon.end()
    }
    #expect(answers.next() == false)
    #expect(bench.lost.next() != nil)
    #expect(bench.onQueue { !bus.isOpen && bus.waitingCalls == 0 })
  }

  @Test("Nobody listens: an error at once. A place that does not talk D-Bus: the owner is told")
  func notABus() throws {
    let queue = DispatchQueue(label: "none")
    #expect(
      throws: BusError.connection(
        SystemError(call: "connect", subject: "unix:path=/nonexistent/bus", code: ENOENT))
    ) {
      try queue.sync { _ = try Bus(.bus("unix:path=/nonexistent/bus"), queue: queue) { _ in } }
    }
    #expect(throws: BusError.self) {
      try queue.sync { _ = try Bus(.bus("nonsense"), queue: queue) { _ in } }
    }
    let folder = try TemporaryFolder()
    let path = folder.path("s")
    // Used on the server's queue only.
    nonisolated(unsafe) var connections: [StreamConnection] = []
    let server = DispatchQueue(label: "server")
    let listener = try server.sync {
      try UnixListener(path: path, mode: 0o600, directoryMode: nil, queue: server) { event in
        guard case .accepted(let socket) = event else { return }
        let connection = StreamConnection(socket, queue: server) { _ in }
        // sd-bus waits for three lines before it looks at them.
        connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
        connections.append(connection)
      }
    }
    let lost = Mailbox<String>()
    let bus = try queue.sync { try Bus(.bus("unix:path=\(path)"), queue: queue) { lost.append("\($0)") } }
    #expect(lost.next() != nil)
    #expect(queue.sync { !bus.isOpen })
    server.sync {
      listener.close()
      connections = []
    }
  }

  @Test("Connections, calls and matches leave no descriptor behind")
  func leaks() async {
    await #expect(processExitsWith: .success) {
      let bench = try BusBench()
      let round = {
        let bus = try bench.connect()
        let match = try bench.onQueue { try bus.match(BusRule(member: "X")) { _ in } }
        _ = try bench.call(bus, BusBench.driver("GetId")) { (reader) throws(BusError) in try reader.string() }
        bench.onQueue {
          match.cancel()
          bus.close()
        }
      }
      try round()
      func open() -> Int { DirectoryReader.names(in: "/proc/self/fd").count }
      let before = open()
      for _ in 0..<50 { try round() }
      var after = open()
      let deadline = SystemClock.monotonicUSec + 5_000_000
      while after > before, SystemClock.monotonicUSec < deadline { after = open() }
      precondition(after <= before, "\(before) descriptors became \(after)")
    }
  }
}
