import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("How runs of programs end")
struct ExitTests {
  private let daemon: DaemonProcess
  private let client: SchedulerClient

  init() throws {
    daemon = try .calm()
    client = try daemon.client()
  }

  @Test("Exit status 0 is success, others are not, and nothing is tried again that does not ask for it")
  func statuses() throws {
    for status in [0, 1, 42] {
      try client.submit(.shell("status-\(status)", "exit \(status)"))
      let run = try #require(try daemon.waitForEnd(of: "status-\(status)"))
      #expect(run.outcome == .completed)
      #expect(run.success == (status == 0))
      #expect(run.exitStatus == Int32(status))
      #expect(run.signal == nil)
      #expect(run.stopReason?.code == (status == 0 ? nil : "exitStatus"))
      #expect((run.endedUSec ?? 0) >= run.startedUSec)
    }
    #expect(try client.tasks().isEmpty)
  }

  @Test("Exit status 75 is tried again after a pause, by the default rule without one of its own")
  func temporaryFailure() throws {
    let before = Int64.now
    try client.submit(.shell("a", "exit 75"))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .completed)
    #expect(run.success == false)
    #expect(run.exitStatus == 75)
    let task = try client.get("a").task
    #expect(task.state == .waiting)
    #expect(task.attempt == 2)
    #expect(task.reason?.code == "backoff")
    let explanation = try client.explain("a")
    #expect(!explanation.canProceed)
    #expect(explanation.reasons.map(\.code) == ["backoff"])
    let pause = try #require(explanation.forecastUSec) - before
    #expect((25_000_000...60_000_000).contains(pause))
  }

  @Test("submit --wait ends as the program does")
  func waiting() throws {
    for (script, status) in [("exit 0", 0), ("exit 42", 42)] as [(String, Int32)] {
      let done = try daemon.control("submit", "--wait", "-i", "a", "--", "/bin/sh", "-c", script)
      #expect(done.status == status, "\(script): \(done.output)\(done.errors)")
    }
    let retried = try daemon.control(
      "submit", "-w", "-i", "a", "--retry-initial", "0", "--retry-attempts", "2", "--", "/bin/sh", "-c",
      "exit 75")
    #expect(retried.status == 75 && retried.output.contains("is tried again"), "\(retried.output)")
  }

  @Test("submit --wait ends as its own program does, not as one that was running when it was submitted")
  func waitingBehind() throws {
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    try daemon.client().submit(.shell("a", "echo 1 > \(ready.path); read line < \(gate.path)"))
    #expect(try ready.read() == "1")
    let words = ["--socket", daemon.socket, "submit", "-w", "-i", "a", "--", "/bin/sh", "-c", "exit 7"]
    let waiting = BackgroundProgram { try FinishedProgram.run(BuiltProduct.url("bgtaskctl"), words) }
    #expect(try daemon.wait { try $0.tasks().count == 2 ? true : nil } == true)
    gate.write()
    let end = try waiting.finished()
    #expect(end.status == 7 && !end.output.contains("succeeded"), "\(end.output)\(end.errors)")
  }

  @Test("The second attempt of exit status 75 may succeed")
  func secondAttempt() throws {
    let marker = daemon.folder.path("marker")
    let script = "test -e \(marker) || { touch \(marker); exit 75; }"
    try daemon.client().submit(.shell("a", script).with { $0.retry = .atOnce() })
    let run = try #require(try daemon.waitForEnd(of: "a", attempts: 2))
    #expect(run.attempt == 2)
    #expect(run.success == true)
    let runs = try daemon.client().runs(identifier: "a")
    #expect(runs.map(\.exitStatus) == [0, 75])
    #expect(runs.map(\.attempt) == [2, 1])
    #expect(try daemon.client().tasks().isEmpty)
  }

  @Test("A signal is reported by its name", arguments: ["SEGV", "KILL", "TERM"])
  func signals(name: String) throws {
    try daemon.client().submit(.shell("a", "kill -\(name) $$"))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .interrupted)
    #expect(run.signal == "SIG\(name)")
    #expect(run.exitStatus == nil)
    #expect(run.success == nil)
    #expect(run.stopReason?.code == "signal")
    // Nobody wanted that, so it is tried again (R38).
    #expect(try daemon.client().get("a").task.attempt == 2)
  }

  @Test("A rule of its own bounds the attempts, and giving up is logged")
  func retry() throws {
    try client.submit(.shell("a", "exit 3").with { $0.retry = .atOnce(attempts: 3) })
    let run = try #require(try daemon.waitForEnd(of: "a", attempts: 3))
    #expect(run.attempt == 3)
    #expect(daemon.waitForLog("<4>a: given up after 3 attempts."))
    #expect(try client.runs(identifier: "a").map(\.attempt) == [3, 2, 1])
    #expect(try client.tasks().isEmpty)
    #expect(try client.status().counters["retried"] == 2)
  }

  @Test("A repeating task runs again and again, with its date moved on, until it is cancelled")
  func repeating() throws {
    try client.submit(.shell("a").with { $0.repeatDurationUSec = 1_000_000 })
    let second = try #require(try daemon.waitForEnd(of: "a", attempts: 2))
    let runs = try client.runs(identifier: "a")
    #expect(second.success == true)
    #expect(runs.allSatisfy { $0.attempt == 1 })
    #expect(runs[0].startedUSec - runs[1].startedUSec >= 900_000)
    #expect(try client.get("a").task.request.earliestBeginUSec ?? 0 > second.startedUSec)
    try client.cancel("a")
    #expect(throws: SchedulerInterfaceError.noSuchTask(identifier: "a")) { try client.get("a") }
  }
}
