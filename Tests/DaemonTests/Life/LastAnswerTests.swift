import Foundation
import SchedulerAPI
import TestSupport
import Testing
import Varlink

@Suite("Answers at the end of the daemon")
struct LastAnswerTests {
  /// The call that submits so many tasks that its answer does not fit into a socket.
  private static let batch = Message.call(
    SchedulerMethod.SubmitBatch.self,
    .init(requests: (0..<1000).map { .later("org.example.with.a.long.name.\($0)") }))

  /// The names of the batch's first task and of its last.
  private static let first = "org.example.with.a.long.name.0"
  private static let last = "org.example.with.a.long.name.999"

  /// Sends ``batch``, and waits until one of its tasks is accepted.
  /// - Returns: The caller's connection, from which nothing is read yet.
  private func sendBatch(to daemon: DaemonProcess, untilAccepted name: String) throws -> RawConnection {
    let watcher = try RawConnection.watching(daemon, prefix: name)
    let caller = try RawConnection(to: daemon)
    try caller.send(Self.batch)
    #expect(try watcher.receive()?.string("event") == "submitted")
    return caller
  }

  /// Tells the daemon to end, and waits until it closes connections. One that waits for nothing is closed at
  /// once.
  private func end(_ daemon: DaemonProcess) throws {
    let idle = try RawConnection.watching(daemon, prefix: "nothing")
    daemon.send(signal: SIGTERM)
    #expect(try idle.receive() == nil)
  }

  /// Returns the number of tasks that an answer to ``batch`` says were accepted.
  private func accepted(_ answer: RawReply?) throws -> Int {
    guard case .array(let results)? = answer?.parameters["results"] else { return 0 }
    #expect(results.count == 1000)
    return results.count { $0["task"] != nil }
  }

  @Test("A batch that is cut short is answered: its caller knows what was accepted")
  func batchUnderWay() throws {
    let daemon = try DaemonProcess()
    let caller = try sendBatch(to: daemon, untilAccepted: Self.first)
    daemon.send(signal: SIGTERM)
    let count = try accepted(try caller.receive())
    #expect(count > 0)
    #expect(try caller.receive() == nil)
    #expect(daemon.waitUntilExit() == 0)
    #expect(!daemon.logText.contains("Dropped"), "\(daemon.logText)")
    try daemon.start()
    #expect(try daemon.client().status().pending == count)
  }

  @Test("An answer that is being read comes whole, also when the daemon is told to end again")
  func slowCaller() throws {
    let daemon = try DaemonProcess()
    let caller = try sendBatch(to: daemon, untilAccepted: Self.last)
    try end(daemon)
    daemon.send(signal: SIGTERM)
    #expect(Processes.waitForTakenSignal(SIGTERM, in: daemon.pid))
    #expect(try accepted(try caller.receive()) == 1000)
    #expect(try caller.receive() == nil)
    #expect(daemon.waitUntilExit() == 0)
    let lines = daemon.logText.split(separator: "\n")
    #expect(lines.count { $0.contains("Ending") } == 1)
    #expect(!lines.contains { $0.contains("Dropped") })
  }

  @Test("A watcher that is behind is told all that happened before the end")
  func slowWatcher() throws {
    let daemon = try DaemonProcess()
    let watcher = try RawConnection.watching(daemon)
    let caller = try RawConnection(to: daemon)
    try caller.send(Self.batch)
    #expect(try accepted(try caller.receive()) == 1000)
    try end(daemon)
    var count = 0
    while let event = try watcher.receive() { count += event.string("event") == "submitted" ? 1 : 0 }
    #expect(count == 1000)
    #expect(daemon.waitUntilExit() == 0)
  }

  @Test("A list that was begun comes to its end")
  func list() throws {
    let daemon = try DaemonProcess()
    let text = String(repeating: "x", count: 700)
    let requests = (0..<1000).map { number in
      Wire.TaskRequest.later("task-\(number)").with { $0.command = Wire.Command(argv: ["/bin/echo", text]) }
    }
    try daemon.client().submitBatch(requests)
    let reader = try RawConnection(to: daemon)
    try reader.send(Message.call(SchedulerMethod.List.self, .init(), more: true))
    var page = try #require(try reader.receive())
    var count = page.count("tasks") ?? 0
    #expect(page.continues)
    try end(daemon)
    while page.continues {
      page = try #require(try reader.receive())
      count += page.count("tasks") ?? 0
    }
    #expect(count == 1000)
    #expect(try reader.receive() == nil)
    #expect(daemon.waitUntilExit() == 0)
  }

  @Test("A reader that takes nothing holds up the end for a short time only")
  func silentReader() throws {
    let daemon = try DaemonProcess()
    let caller = try sendBatch(to: daemon, untilAccepted: Self.last)
    try end(daemon)
    #expect(daemon.waitForLog("Dropped 1 reader: the daemon ends"))
    #expect(daemon.waitUntilExit() == 0)
    #expect(try caller.receive() == nil)
  }
}
