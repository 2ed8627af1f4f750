import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Reloading the configuration on SIGHUP")
struct ReloadTests {
  private static func reload(_ daemon: DaemonProcess, _ text: String) throws {
    _ = try daemon.folder.write("bgtaskd.conf", text)
    daemon.send(signal: SIGHUP)
  }

  /// Two tasks of which one runs and the other has no room.
  private static func crowded(_ daemon: DaemonProcess) throws -> (ready: NamedPipe, gate: NamedPipe) {
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    let script = "echo $BGTASK_IDENTIFIER > \(ready.path); read line < \(gate.path)"
    try daemon.client().submitBatch([.shell("a", script), .shell("b", script)])
    _ = try ready.read()
    return (ready, gate)
  }

  @Test("A good file applies at once: what has room now starts")
  func good() throws {
    let daemon = try DaemonProcess.calm("MaxConcurrentRuns=1\n")
    let (ready, gate) = try Self.crowded(daemon)
    try Self.reload(daemon, DaemonProcess.quick + "[Scheduler]\nMaxConcurrentRuns=2\n")
    _ = try ready.read()
    #expect(daemon.waitForLog("<5>Configuration reloaded."))
    #expect(try daemon.client().status().running == 2)
    for _ in 0..<2 { gate.write() }
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    #expect(try daemon.waitForEnd(of: "b")?.success == true)
  }

  @Test("A file with an error changes nothing, and the log has its name and line")
  func bad() throws {
    let daemon = try DaemonProcess.calm("MaxConcurrentRuns=1\n")
    let (ready, gate) = try Self.crowded(daemon)
    try Self.reload(daemon, "[Scheduler]\nMaxConcurrentRuns=2\n\nRefreshRuntimeSec=a while\n")
    #expect(daemon.waitForLog("<3>The configuration has errors; the rules stay as they were."))
    #expect(daemon.logText.contains("<3>\(daemon.folder.path("bgtaskd.conf")):4: RefreshRuntimeSec="))
    let client = try daemon.client()
    #expect(try client.status().running == 1)
    #expect(try client.tasks().compactMap(\.reason?.code) == ["concurrency"])
    // Simulation is still allowed as well.
    try client.simulateConditions(["idle": "yes"])
    gate.write()
    _ = try ready.read()
    gate.write()
    #expect(try daemon.waitForEnd(of: "b")?.success == true)
  }

  @Test("Drop-ins are read in their order, after the file, also by a reload")
  func dropIns() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("bgtaskd.conf.d/20-more.conf", "[Scheduler]\nMaxPendingPerUser=2\n")
    _ = try folder.write("bgtaskd.conf.d/10-less.conf", "[Scheduler]\nMaxPendingPerUser=1\n")
    _ = try folder.write("bgtaskd.conf.d/30-not.txt", "[Scheduler]\nMaxPendingPerUser=9\n")
    let daemon = try DaemonProcess.calm("MaxPendingPerUser=5\n", folder: folder)
    let client = try daemon.client()
    func limit() throws -> Int? {
      try client.submitBatch((0..<8).map { .later("task-\($0)") }).firstIndex { $0.error != nil }
    }
    #expect(try limit() == 2)
    _ = try folder.write("bgtaskd.conf.d/40-most.conf", "[Scheduler]\nMaxPendingPerUser=3\n")
    try daemon.reload()
    #expect(try limit() == 3)
  }

  @Test("The limits of messages and connections apply without a restart")
  func server() throws {
    let daemon = try DaemonProcess()
    let old = try RawConnection(to: daemon)
    let nested = #"{"method":"io.bgtaskd.Scheduler.Cancel","parameters":{"identifier":[[[[[[[[]]]]]]]]}}"#
    #expect(try old.call(nested)?.string("message")?.contains("expected a string") == true)
    try Self.reload(daemon, DaemonProcess.quick + "[Server]\nNestingMax=8\nConnectionsMaxPerUser=1\n")
    #expect(daemon.waitForLog("Configuration reloaded."))
    #expect(try old.call(nested)?.string("message")?.contains("deeper than 8 levels") == true)
    #expect(
      try RawConnection(to: daemon).receive()?.string("message")?.contains("ConnectionsMaxPerUser=") == true)
  }

  @Test("When simulation is not allowed any more, the real machine counts again")
  func simulation() throws {
    let daemon = try DaemonProcess()
    let client = try daemon.client()
    let real = try client.getConditions().powerSource
    let other = real == .battery ? "external" : "battery"
    #expect(try client.simulateConditions(["powerSource": other]).simulated == ["powerSource"])
    try Self.reload(daemon, "[Conditions]\nAllowSimulation=no\n")
    #expect(daemon.waitForLog("Configuration reloaded."))
    #expect(try client.getConditions().simulated == [])
    #expect(try client.getConditions().powerSource == real)
    #expect(throws: SchedulerInterfaceError.simulationDisabled) {
      try client.simulateConditions(["powerSource": other])
    }
  }
}
