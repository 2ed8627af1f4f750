import Dispatch
import Glibc
import SchedulerAPI
import Synchronization
import TestSupport
import Varlink

/// The daemon's end of a real socket, with answers that a test writes down. Any number of connections.
final class FakeDaemon: Sendable {
  /// One call that waits for its answer.
  struct Exchange {
    let call: SchedulerCall
    /// Of the connections that there were so far, from 1.
    let connection: Int
    fileprivate let descriptor: CInt

    func reply(_ reply: some MessageValue, continues: Bool = false) {
      send(Message.reply(reply, continues: continues))
    }

    /// Answers the call for a list of tasks.
    func reply(tasks: [Wire.Task], continues: Bool = false) {
      reply(SchedulerMethod.List.Reply(tasks: tasks), continues: continues)
    }

    /// Answers the call for a history.
    func reply(runs: [Wire.Run], continues: Bool = false) {
      reply(SchedulerMethod.History.Reply(runs: runs), continues: continues)
    }

    /// Answers the call for one task.
    func reply(task: Wire.Task, lastRuns: [Wire.Run] = []) {
      reply(SchedulerMethod.Get.Reply(task: task, lastRuns: lastRuns))
    }

    func fail(_ error: some ErrorReply) { send(Message.error(error)) }

    /// Answers that no task of this name is pending or runs.
    func fail(noTask identifier: String) { fail(SchedulerInterfaceError.noSuchTask(identifier: identifier)) }

    /// Closes the connection, for both ends.
    func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    func send(_ message: [UInt8]) { Self.send(message, to: descriptor) }

    fileprivate static func send(_ message: [UInt8], to descriptor: CInt) {
      var rest = message[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }

    /// Blocks until the other end is gone; anything that it says meanwhile is an error of the test.
    func waitForHangUp() {
      var byte: UInt8 = 0
      _ = recv(descriptor, &byte, 1, 0)
    }
  }

  /// What the threads of the connections share. They do not keep the daemon itself alive.
  private final class Log: Sendable {
    let calls = Mutex<[SchedulerCall]>([])
    let connections = Mutex(0)
  }

  let directory: TemporaryFolder
  let path: String
  private let listener: CInt
  private let log = Log()

  /// - Parameter script: Answers a call; runs on a thread of its connection.
  init(_ script: @escaping @Sendable (Exchange) -> Void) throws {
    directory = try TemporaryFolder()
    path = directory.path + "/socket"
    listener = try ScriptedServer.listen(at: path)
    ListeningThread.start(listener) { [log] descriptor in
      let number = log.connections.withLock { count in
        count += 1
        return count
      }
      DispatchQueue(label: "fake daemon's connection").async {
        Self.serve(descriptor, number, log, script)
        close(descriptor)
      }
      return true
    }
  }

  deinit { shutdown(listener, CInt(SHUT_RDWR)) }

  /// What was called so far, in order.
  var calls: [SchedulerCall] { log.calls.withLock { $0 } }

  /// The requests that were submitted so far, in order.
  var submitted: [Wire.TaskRequest] {
    calls.compactMap { if case .submit(let parameters) = $0 { parameters.request } else { nil } }
  }

  private static func serve(
    _ descriptor: CInt, _ number: Int, _ log: Log, _ script: (Exchange) -> Void
  ) {
    let service = Service<SchedulerCall>(
      ServiceInformation(vendor: "test", product: "fake", version: "0", url: "https://example.org"))
    var frames = FrameDecoder()
    var space = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      while let message = try? frames.next() {
        switch service.receive(message) {
        case .answer(let bytes, _): Exchange.send(bytes, to: descriptor)
        case .call(let call, _, _):
          log.calls.withLock { $0.append(call) }
          script(Exchange(call: call, connection: number, descriptor: descriptor))
        }
      }
      let count = recv(descriptor, &space, space.count, 0)
      guard count > 0 else { return }
      frames.append(Array(space[..<count]))
    }
  }
}
