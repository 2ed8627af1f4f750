import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The end of the daemon")
struct ShutdownTests {
  @Test("Running work is told to stop, recorded as interrupted, and tried again at the next start")
  func interrupted() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(
      .shell("a", Programs.polite(ready, status: 1)).with { $0.retry = .atOnce() })
    let pid = try #require(Int32(try ready.read()))
    #expect(daemon.stop() == 0)
    #expect(daemon.logText.contains("<5>Ending; running work is told to stop."))
    #expect(Processes.waitForEnd(pid))
    #expect(!FileManager.default.fileExists(atPath: daemon.socket))
    try daemon.start()
    #expect(try ready.read() != String(pid))
    let client = try daemon.client()
    let runs = try client.runs(identifier: "a")
    #expect(runs.count == 2)
    #expect(runs.last?.outcome == .interrupted)
    #expect(runs.last?.stopReason?.code == "shutdown")
    #expect(runs.last?.exitStatus == 1)
    #expect(runs.first?.attempt == 2)
    #expect(try client.get("a").task.runId == runs.first?.runId)
  }

  @Test("Work that gets done in its grace is done, and is not tried again")
  func succeeded() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(
      .shell("a", Programs.polite(ready, status: 0)).with { $0.retry = .atOnce() })
    _ = try ready.read()
    daemon.send(signal: SIGINT)
    #expect(daemon.waitUntilExit() == 0)
    try daemon.start()
    let runs = try daemon.client().runs(identifier: "a")
    #expect(runs.map(\.outcome) == [.expired])
    #expect(runs.map(\.success) == [true])
    #expect(try daemon.client().tasks().isEmpty)
  }

  @Test("Work that does not stop is killed after ShutdownGraceSec=, with all that it has started")
  func killed() throws {
    let daemon = try DaemonProcess.calm("ShutdownGraceSec=100ms\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("a", Programs.deaf(ready)))
    let pids = try ready.read().split(separator: " ").compactMap { Int32($0) }
    #expect(daemon.stop() == 0)
    for pid in pids { #expect(Processes.waitForEnd(pid)) }
    try daemon.start()
    let runs = try daemon.client().runs(identifier: "a")
    #expect(runs.map(\.outcome) == [.interrupted])
    #expect(runs.map(\.signal) == ["SIGKILL"])
    let task = try daemon.client().get("a").task
    #expect(task.attempt == 2)
    #expect(task.reason?.code == "backoff")
  }

  @Test("While it ends it refuses what is new, and still answers")
  func refusing() throws {
    let daemon = try DaemonProcess.calm("ShutdownGraceSec=1min\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submit(.shell("a", Programs.deaf(ready)))
    let pids = try ready.read().split(separator: " ").compactMap { Int32($0) }
    daemon.send(signal: SIGTERM)
    #expect(daemon.waitForLog("a: told to stop within 1min"))
    let error = #expect(throws: SchedulerInterfaceError.self) { try client.submit(.later("b")) }
    #expect(String(describing: error).contains("shutting down"))
    #expect(try client.get("a").task.state == .expiring)
    // Asked again, it does not hurry and does not start over.
    daemon.send(signal: SIGTERM)
    #expect(try client.tasks().count == 1)
    for pid in pids { kill(pid, SIGKILL) }
    #expect(daemon.waitUntilExit() == 0)
  }

  @Test("It can be ended before it has dealt with what its predecessor left behind")
  func early() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=1min\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("a", Programs.deaf(ready)))
    _ = try ready.read()
    daemon.killHard()
    try daemon.launch()
    // The socket of the dead daemon refuses; when it does not, the new one is there, and waits for what is
    // left. It answers nobody before that.
    _ = try #require(daemon.acceptedAtLast())
    #expect(!daemon.logText.contains("listens on"))
    daemon.send(signal: SIGTERM)
    #expect(Processes.waitForEnd(daemon.pid))
    #expect(daemon.waitUntilExit() == 0)
  }

  @Test("What is left of a dead daemon is ended before its tasks are tried again")
  func leftovers() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=100ms\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("a", Programs.deaf(ready)).with { $0.retry = .atOnce() })
    let pids = try ready.read().split(separator: " ").compactMap { Int32($0) }
    daemon.killHard()
    try daemon.start()
    for pid in pids { #expect(Processes.waitForEnd(pid)) }
    let others = try ready.read().split(separator: " ").compactMap { Int32($0) }
    #expect(Set(pids).isDisjoint(with: others))
    let runs = try daemon.client().runs(identifier: "a")
    #expect(runs.map(\.attempt) == [2, 1])
    #expect(runs.last?.outcome == .interrupted)
    #expect(runs.last?.stopReason?.code == "daemonDied")
  }
}
