import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Telling runs to stop")
struct StoppingTests {
  @Test("At its limit a run gets SIGTERM and the time to save its work")
  func limit() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    let saved = daemon.folder.path("saved")
    let script = Programs.polite(ready, status: 0, saves: "echo done > \(saved)")
    try daemon.client().submit(.shell("a", script).with { $0.runtimeLimitDurationUSec = 1_500_000 })
    _ = try ready.read()
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .expired)
    #expect(run.success == true)
    #expect(run.stopReason?.code == "runtimeLimit")
    #expect(run.stopReason?.required == "at most 1.5 s" || run.stopReason?.required?.contains("1.5") == true)
    #expect((run.endedUSec ?? 0) - run.startedUSec >= 1_500_000)
    #expect(try String(contentsOfFile: saved, encoding: .utf8) == "done\n")
    #expect(daemon.waitForLog("<5>a: told to stop within 5s: its time is up"))
  }

  @Test("After the grace a run is killed with all that it has started")
  func grace() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=100ms\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submit(.shell("a", Programs.deaf(ready)))
    let pids = try ready.read().split(separator: " ").compactMap { Int32($0) }
    try #require(pids.count == 2)
    try client.simulateExpiration("a")
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .killed)
    #expect(run.signal == "SIGKILL")
    #expect(run.stopReason?.code == "simulated")
    for pid in pids { #expect(Processes.waitForEnd(pid)) }
    #expect(daemon.waitForLog("<4>a: did not stop within its grace and is killed."))
  }

  @Test("What a program leaves in the background does not outlive it")
  func background() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("a", "sleep 600 & echo $! > \(ready.path)"))
    let pid = try #require(Int32(try ready.read()))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    #expect(Processes.waitForEnd(pid))
  }

  @Test("A running task that is cancelled is told to stop, and ends as cancelled")
  func cancelling() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submit(
      .shell("a", Programs.polite(ready, status: 1)).with {
        $0.retry = .atOnce()
        $0.repeatDurationUSec = 1_000_000
      })
    let pid = try #require(Int32(try ready.read()))
    try client.cancel("a")
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .cancelled)
    #expect(run.stopReason?.code == "cancelled")
    #expect(Processes.waitForEnd(pid))
    #expect(try client.tasks().isEmpty)
    #expect(throws: SchedulerInterfaceError.noSuchTask(identifier: "a")) { try client.cancel("a") }
  }

  @Test("CancelAll ends what waits and what runs, and says how much that was")
  func cancelAll() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submitBatch([.later("a"), .later("b")])
    try client.submit(.shell("c", Programs.polite(ready, status: 1)))
    _ = try ready.read()
    #expect(try client.cancelAll() == 3)
    #expect(try daemon.waitForEnd(of: "c")?.outcome == .cancelled)
    #expect(try client.tasks().isEmpty)
    #expect(try client.cancelAll() == 0)
  }

  @Test("A run that lost what it needs is told to stop, with that reason")
  func requirementLost() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submit(
      .shell("a", Programs.polite(ready, status: 75)).with {
        $0.requiresExternalPower = true
        $0.retry = .atOnce()
      })
    _ = try ready.read()
    try daemon.setPower("battery")
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .expired)
    #expect(run.stopReason?.code == "externalPower")
    #expect(run.stopReason?.observed == "battery")
    // It is tried again when there is power.
    let waiting = try #require(
      try daemon.wait { client in
        let task = try client.get("a").task
        return task.reason?.code == "externalPower" ? task : nil
      })
    #expect(waiting.attempt == 2)
    try daemon.setPower("external")
    _ = try ready.read()
    #expect(try client.get("a").task.state != .waiting)
  }

  @Test("A run is reported on from outside by its id: progress, deferring, its end")
  func reports() throws {
    let daemon = try DaemonProcess.calm()
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    let client = try daemon.client()
    let script = "echo $BGTASK_RUN_ID > \(ready.path); read line < \(gate.path); exit 1"
    try client.submit(.shell("a", script).with { $0.requiresExternalPower = true })
    let runId = try ready.read()
    #expect(try client.shouldDefer(runId: runId).shouldDefer == false)
    try client.reportProgress(
      runId: runId,
      progress: Wire.Progress(completedUnitCount: 3, totalUnitCount: 7, title: "Copying", subtitle: "a"))
    let task = try client.get("a").task
    #expect(task.progress?.completedUnitCount == 3)
    #expect(task.progress?.title == "Copying")
    #expect(throws: SchedulerInterfaceError.self) {
      try client.reportProgress(
        runId: runId, progress: Wire.Progress(completedUnitCount: -1, totalUnitCount: 0))
    }
    // What it says of its success counts, its exit status does not.
    try client.complete(runId: runId, success: true)
    #expect(try client.get("a").task.state == .running)
    gate.write()
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .completed)
    #expect(run.success == true)
    #expect(run.exitStatus == 1)
    #expect(run.progress?.totalUnitCount == 7)
    for call in [
      { try client.complete(runId: runId, success: true) },
      { _ = try client.shouldDefer(runId: runId) },
    ] {
      #expect(throws: SchedulerInterfaceError.noSuchRun(runId: runId)) { try call() }
    }
  }

  @Test("A run that is asked to stop learns so by ShouldDefer, too")
  func deferring() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=1min\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    let script = "trap '' TERM; echo $BGTASK_RUN_ID > \(ready.path); read line < \(ready.path).more"
    let gate = try NamedPipe(daemon.folder, "ready.more")
    try client.submit(.shell("a", script).with { $0.requiresExternalPower = true })
    let runId = try ready.read()
    try daemon.setPower("battery")
    let answer = try #require(
      try daemon.wait { client in
        let answer = try client.shouldDefer(runId: runId)
        return answer.shouldDefer ? answer : nil
      })
    #expect(answer.reason?.code == "externalPower")
    #expect(try client.get("a").task.state == .expiring)
    gate.write()
    #expect(try daemon.waitForEnd(of: "a")?.outcome == .expired)
  }
}
