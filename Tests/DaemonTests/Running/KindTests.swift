import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("What the kinds of tasks have of their own")
struct KindTests {
  @Test("Continued work that may not wait is refused when there is no room, and queued when it may")
  func strategies() throws {
    let daemon = try DaemonProcess.calm("MaxConcurrentRuns=1\nMaxExtraRunsPerUser=0\n")
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    let client = try daemon.client()
    try client.submit(.shell("a", "echo a > \(ready.path); read line < \(gate.path)"))
    _ = try ready.read()
    let error = #expect(throws: SchedulerInterfaceError.self) {
      try client.submit(.shell("b", kind: .continued).with { $0.strategy = .fail })
    }
    guard case .immediateRunIneligible("b", let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("as may run at a time"))
    try client.submit(.shell("c", kind: .continued).with { $0.strategy = .queue })
    #expect(try client.get("c").task.reason?.code == "concurrency")
    gate.write()
    #expect(try daemon.waitForEnd(of: "c")?.success == true)
    #expect(try client.runs(identifier: "b").isEmpty)
  }

  @Test("Continued work has to say how far it is")
  func stalling() throws {
    let daemon = try DaemonProcess.calm("ContinuedStallSec=300ms\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("a", Programs.polite(ready, status: 1), kind: .continued))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .expired)
    #expect(run.stopReason?.code == "stalled")
  }

  @Test("Refresh has its own run time, its own room, and can be switched off")
  func refresh() throws {
    let daemon = try DaemonProcess.calm("RefreshRuntimeSec=500ms\nMaxConcurrentRefresh=1\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submit(.shell("a", "echo a > \(ready.path); exec sleep 600", kind: .refresh))
    _ = try ready.read()
    try client.submit(.shell("b", kind: .refresh))
    #expect(try client.explain("b").reasons.map(\.code) == ["kindConcurrency"])
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .expired)
    #expect(run.signal == "SIGTERM")
    #expect(run.stopReason?.code == "runtimeLimit")
    #expect(try daemon.waitForEnd(of: "b")?.success == true)
    _ = try daemon.folder.write(
      "bgtaskd.conf", DaemonProcess.quick + "[Scheduler]\nDisabledKinds=refresh continued\n")
    try daemon.reload()
    for kind in [Wire.Kind.refresh, .continued] {
      let error = #expect(throws: SchedulerInterfaceError.self) { try client.submit(.shell("c", kind: kind)) }
      #expect(String(describing: error).contains("switched off by DisabledKinds="))
    }
    try client.submit(.shell("c"))
    #expect(try daemon.waitForEnd(of: "c")?.success == true)
  }

  @Test("A limit above RuntimeMaxSec= is refused with both")
  func longestLimit() throws {
    let daemon = try DaemonProcess.calm("RuntimeMaxSec=1h\n")
    let error = #expect(throws: SchedulerInterfaceError.self) {
      try daemon.client().submit(.later("a").with { $0.runtimeLimitDurationUSec = 3_600_000_001 })
    }
    guard case .invalidRequest("runtimeLimitDurationUSec", let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("found 3600000001us, allowed is up to 1h"))
    try daemon.client().submit(.later("a").with { $0.runtimeLimitDurationUSec = 3_600_000_000 })
  }

  @Test("What is lost for less than SettlingSec= does not stop a run, but ShouldDefer tells")
  func settling() throws {
    let daemon = try DaemonProcess(configuration: DaemonProcess.quick + "[Conditions]\nSettlingSec=1h\n")
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    let client = try daemon.client()
    let script = "echo $BGTASK_RUN_ID > \(ready.path); read line < \(gate.path)"
    // Continued work, because it does not wait for a machine under pressure, which this one may be.
    try client.submit(.shell("b", script, kind: .continued).with { $0.requiresExternalPower = true })
    let runId = try ready.read()
    #expect(try client.shouldDefer(runId: runId).shouldDefer == false)
    try daemon.setPower("battery")
    #expect(try client.shouldDefer(runId: runId).reason?.code == "externalPower")
    #expect(try client.get("b").task.state == .running)
    try daemon.setPower("external")
    #expect(try client.shouldDefer(runId: runId).shouldDefer == false)
    gate.write()
    #expect(try daemon.waitForEnd(of: "b")?.success == true)
  }

  @Test("No more of the history is kept than HistoryMaxRuns= says")
  func history() throws {
    let daemon = try DaemonProcess.calm("[Store]\nHistoryMaxRuns=3\n")
    let client = try daemon.client()
    for number in 0..<6 {
      try client.submit(.shell("task-\(number)"))
      _ = try #require(try daemon.waitForEnd(of: "task-\(number)"))
    }
    #expect(try client.runs().map(\.identifier) == ["task-5", "task-4", "task-3"])
    #expect(try client.runs(limit: 1).map(\.identifier) == ["task-5"])
    #expect(try client.runs(identifier: "task-4").count == 1)
    #expect(throws: SchedulerInterfaceError.self) { try client.runs(identifier: "not allowed") }
  }
}
