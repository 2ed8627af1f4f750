import BackgroundTasks
import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Varlink

/// Speaks the daemon's protocol on a socket of its own, over as many connections as the client makes: it
/// accepts whatever is asked, remembers it, and delivers what the test says. A test may answer a call in
/// another way, and end and begin again as a daemon that is restarted.
final class ScriptedDaemon: @unchecked Sendable {
  /// What a call gets instead of the usual answer; nil is the usual one, nothing closes the connection.
  typealias Answer = @Sendable (SchedulerCall) -> [UInt8]?

  let path: String
  private let folder: TemporaryFolder
  /// Guards everything below; signalled whenever any of it changes.
  private let condition = NSCondition()
  private var calls: [SchedulerCall] = []
  private var taken = 0
  private var answer: Answer = { _ in nil }
  private var listener: CInt = -1
  private var connections: [CInt] = []
  private var registered: CInt = -1
  private var tasks: [Wire.Task] = []

  private let service = Service<SchedulerCall>(
    ServiceInformation(vendor: "bgtaskd", product: "bgtaskd", version: "0", url: "https://example.org"))

  /// - Parameter isAway: There is nobody at the socket until ``start()``.
  init(isAway: Bool = false) throws {
    folder = try TemporaryFolder()
    path = folder.path("socket")
    if !isAway { try start() }
  }

  deinit { stop() }

  /// A daemon, and a scheduler as a process with this daemon has it.
  static func withScheduler(isAway: Bool = false) throws -> (ScriptedDaemon, BGTaskScheduler) {
    let daemon = try ScriptedDaemon(isAway: isAway)
    return (daemon, BGTaskScheduler(daemon))
  }

  // MARK: Life

  func start() throws {
    let listener = try ScriptedServer.listen(at: path)
    condition.withLock { self.listener = listener }
    ListeningThread.start(listener) { [weak self] descriptor in
      guard let self else { return false }
      condition.withLock { connections.append(descriptor) }
      Thread { [weak self] in Self.serve(descriptor) { self } }.start()
      return true
    }
  }

  /// Dies as a killed daemon does: every connection ends, and nobody listens.
  func stop() {
    condition.withLock {
      if listener >= 0 { shutdown(listener, CInt(SHUT_RDWR)) }
      listener = -1
      unlink(path)
      for descriptor in connections { shutdown(descriptor, CInt(SHUT_RDWR)) }
      connections = []
      registered = -1
    }
  }

  /// Says how calls are answered from now on.
  func answer(_ answer: @escaping Answer) { condition.withLock { self.answer = answer } }

  // MARK: What the client said

  /// Waits for the next call that is one of these, in the order in which they came; nil after thirty seconds.
  func next<Value>(_ pick: (SchedulerCall) -> Value?) -> Value? {
    condition.lock()
    defer { condition.unlock() }
    let limit = Date(timeIntervalSinceNow: 30)
    while true {
      while taken < calls.count {
        taken += 1
        if let value = pick(calls[taken - 1]) { return value }
      }
      guard condition.wait(until: limit) else { return nil }
    }
  }

  /// Every call up to now.
  var allCalls: [SchedulerCall] { condition.withLock { calls } }

  /// Waits until the client has closed every connection; false after thirty seconds.
  func waitUntilAllHungUp() -> Bool {
    condition.withLock {
      let limit = Date(timeIntervalSinceNow: 30)
      while !connections.isEmpty {
        guard condition.wait(until: limit) else { return false }
      }
      return true
    }
  }

  // MARK: What it says

  /// What `List` answers with.
  func list(_ tasks: [Wire.Task]) { condition.withLock { self.tasks = tasks } }

  /// Delivers a run on the latest registration.
  func launch(
    _ identifier: String, run: String, kind: Wire.Kind = .refresh, title: String? = nil,
    subtitle: String? = nil
  ) {
    let request = Wire.TaskRequest(identifier: identifier, kind: kind, title: title, subtitle: subtitle)
    let task = Wire.Task(
      request: request, uid: getuid(), state: .running, submittedUSec: 1, attempt: 1, runId: run)
    deliver(.init(launch: .init(runId: run, task: task, limitUSec: 30_000_000)))
  }

  /// Tells a run that its time is up.
  func expire(_ run: String, reason: Wire.Reason = .init(code: "externalPower", message: "on battery")) {
    deliver(.init(expire: .init(runId: run, reason: reason, graceDurationUSec: 5_000_000)))
  }

  private func deliver(_ reply: SchedulerMethod.Register.Reply) {
    condition.withLock { Self.write(Message.reply(reply, continues: true), to: registered) }
  }

  // MARK: One connection

  private static func serve(_ descriptor: CInt, _ daemon: () -> ScriptedDaemon?) {
    // Forgotten first: once it is closed, its number may be somebody else's.
    defer {
      daemon()?.forget(descriptor)
      close(descriptor)
    }
    var frames = FrameDecoder(limit: 1 << 24)
    var space = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let message = try? frames.next() {
        guard let daemon = daemon(), daemon.take(message, descriptor) else { return }
      }
      let count = recv(descriptor, &space, space.count, 0)
      guard count > 0 else { return }
      frames.append(Array(space[..<count]))
    }
  }

  private func forget(_ descriptor: CInt) {
    condition.withLock {
      connections.removeAll { $0 == descriptor }
      if registered == descriptor { registered = -1 }
      condition.broadcast()
    }
  }

  /// Answers a message; false ends the connection.
  private func take(_ message: [UInt8], _ descriptor: CInt) -> Bool {
    guard case .call(let call, _, _) = service.receive(message) else {
      return false
    }
    let (special, tasks) = condition.withLock { (answer, self.tasks) }
    let reply = special(call) ?? Self.usual(call, tasks)
    // Under the lock, so that a delivery comes after the confirmation.
    condition.withLock {
      calls.append(call)
      Self.write(reply, to: descriptor)
      if case .register = call, !reply.isEmpty { registered = descriptor }
      condition.broadcast()
    }
    return !reply.isEmpty
  }

  private static func usual(_ call: SchedulerCall, _ tasks: [Wire.Task]) -> [UInt8] {
    switch call {
    case .register:
      return Message.reply(
        SchedulerMethod.Register.Reply(registration: "r1", application: "org.example.app"), continues: true)
    case .submit(let parameters):
      let task = Wire.Task(
        request: parameters.request, uid: getuid(), state: .waiting, submittedUSec: 1, attempt: 1)
      return Message.reply(SchedulerMethod.Submit.Reply(task: task))
    case .list:
      let half = tasks.count / 2
      return Message.reply(SchedulerMethod.List.Reply(tasks: Array(tasks[..<half])), continues: true)
        + Message.reply(SchedulerMethod.List.Reply(tasks: Array(tasks[half...])))
    case .shouldDefer:
      return Message.reply(SchedulerMethod.ShouldDefer.Reply(shouldDefer: false))
    case .explain:
      return Message.reply(SchedulerMethod.Explain.Reply(canProceed: true, reasons: []))
    default: return Message.reply(Empty())
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) {
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
  }
}
