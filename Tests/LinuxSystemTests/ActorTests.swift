import Dispatch
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite("An actor on the queue takes every handler without a hop")
struct ActorTests {
  /// An echo server with all that calls handlers.
  private actor Server {
    let executor = QueueExecutor(label: "server")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let inbox: Mailbox<String>
    private var listener: UnixListener?
    private var connections: [StreamConnection] = []
    private var timer: WakeUpTimer?
    private var signals: SignalSource?
    private var service: ServiceManager?

    init(inbox: Mailbox<String>) { self.inbox = inbox }

    func start(_ path: String) throws {
      let queue = executor.queue
      listener = try UnixListener(path: path, mode: 0o600, directoryMode: nil, queue: queue) {
        [weak self] event in
        self?.assumeIsolated { $0.take(event) }
      }
      timer = try WakeUpTimer(queue: queue) { [weak self] cause in
        self?.assumeIsolated { $0.take(cause) }
      }
      timer?.arm(wallUSec: 1, monotonicUSec: nil)
      signals = try SignalSource([SIGUSR2], queue: queue) { [weak self] number in
        self?.assumeIsolated { $0.inbox.append("signal \(number)") }
      }
      service = ServiceManager(queue: queue)
      service?.startWatchdog()
    }

    private func take(_ cause: WakeUpCause) {
      // Another test steps the clock.
      if cause == .due { inbox.append("timer \(cause)") }
    }

    private func take(_ event: ListenerEvent) {
      guard case .accepted(let socket) = event else { return }
      let number = connections.count
      connections.append(
        StreamConnection(socket, queue: executor.queue) { [weak self] event in
          self?.assumeIsolated { $0.take(event, from: number) }
        })
    }

    private func take(_ event: StreamEvent, from number: Int) {
      switch event {
      case .bytes(let bytes): connections[number].send(bytes)
      case .ended: connections[number].closeAfterFlushing()
      case .closed: inbox.append("closed")
      case .drained: break
      }
    }

    func stop() {
      listener?.close()
      timer?.close()
      signals?.close()
      checkIsolated()
    }

    private nonisolated func checkIsolated() { executor.checkIsolated() }
  }

  @Test("Listener, connection, timer and signals call an actor's handlers isolated to it")
  func isolated() async throws {
    let directory = try TemporaryFolder()
    let path = directory.path + "/s"
    let inbox = Mailbox<String>()
    let server = Server(inbox: inbox)
    try await server.start(path)
    #expect(inbox.next() == "timer due")
    kill(getpid(), SIGUSR2)
    #expect(inbox.next() == "signal \(SIGUSR2)")
    let answers = Mailbox<StreamEvent>()
    let queue = DispatchQueue(label: "client")
    let client = StreamConnection(try StreamSocket(connectingTo: path), queue: queue) { answers.append($0) }
    queue.sync { client.send(Array("echo".utf8)) }
    #expect(answers.next() == .bytes(Array("echo".utf8)))
    queue.sync { client.close() }
    #expect(inbox.next() == "closed")
    await server.stop()
  }
}
