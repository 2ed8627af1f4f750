import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The machine's shutdown")
struct MachineShutdownTests {
  @Test("Running work is told to stop and recorded before the machine may go; the next boot goes on")
  func nextBoot() throws {
    let bench = try SleepBench()
    let daemon = bench.daemon
    let ready = try NamedPipe(daemon.folder, "ready")
    let pid = try #require(try bench.run("a", ready))
    #expect(bench.leave(.shutdown))
    #expect(Processes.waitForEnd(pid))
    // It waits for its own end, which is the service manager's affair.
    #expect(try daemon.client().get("a").task.reason?.code == "machineShutdown")
    #expect(daemon.stop() == 0)
    bench.logind.say(.shutdown, false)
    try daemon.start()
    #expect(try ready.read() != String(pid))
    let runs = try daemon.client().runs(identifier: "a")
    #expect(runs.map(\.attempt) == [2, 1])
    #expect(runs.last?.outcome == .interrupted)
    #expect(runs.last?.stopReason?.code == "machineShutdown")
  }

  @Test("What was written down is there though the daemon is killed as soon as the machine may go")
  func pulledPlug() throws {
    let bench = try SleepBench()
    let ready = try NamedPipe(bench.daemon.folder, "ready")
    _ = try bench.run("a", ready)
    #expect(bench.leave(.shutdown))
    bench.daemon.killHard()
    bench.logind.say(.shutdown, false)
    try bench.daemon.start()
    _ = try ready.read()
    let runs = try bench.daemon.client().runs(identifier: "a")
    #expect(runs.map(\.stopReason?.code) == [nil, "machineShutdown"])
  }

  @Test("A shutdown that is called off interrupts what was running, and everything goes on")
  func calledOff() throws {
    let bench = try SleepBench()
    let ready = try NamedPipe(bench.daemon.folder, "ready")
    let pid = try bench.run("a", ready)
    #expect(bench.leave(.shutdown))
    bench.logind.say(.shutdown, false)
    #expect(try ready.read() != pid.map(String.init))
    #expect(bench.logind.wait(for: 1, "delay"))
    #expect(bench.daemon.waitForLog("The machine does not shut down after all."))
  }
}
