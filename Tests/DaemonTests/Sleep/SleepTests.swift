import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("The machine's sleep")
struct SleepTests {
  @Test("A run that wants to be told stops, and then the machine may sleep; after that it is tried again")
  func told() throws {
    let bench = try SleepBench()
    let (daemon, logind) = (bench.daemon, bench.logind)
    #expect(logind.locks.map(\.what) == ["sleep:shutdown"])
    #expect(logind.locks.map(\.who) == ["bgtaskd"])
    let ready = try NamedPipe(daemon.folder, "ready")
    let pid = try #require(try bench.run("a", ready) { $0.sleepsThrough = false })
    #expect(bench.leave(.sleep))
    // It had ended, and that was written down, before the machine could go.
    #expect(Processes.waitForEnd(pid))
    let client = try daemon.client()
    let run = try #require(try client.runs(identifier: "a").first)
    #expect(run.outcome == .interrupted)
    #expect(run.exitStatus == 1)
    #expect(run.stopReason?.code == "sleep")
    try client.submit(.shell("b"))
    for identifier in ["a", "b"] {
      #expect(try client.get(identifier).task.reason?.code == "sleep")
      #expect(try client.explain(identifier).reasons.first?.code == "sleep")
    }
    #expect(daemon.logText.contains("The machine goes to sleep in 5s at most; 1 runs are told to stop"))

    logind.say(.sleep, false)
    #expect(try ready.read() != String(pid))
    #expect(try client.get("a").task.attempt == 2)
    #expect(try daemon.waitForEnd(of: "b")?.outcome == .completed)
    #expect(logind.wait(for: 1, "delay"))
  }

  @Test("A command is frozen with the machine: nobody tells it to stop, and it goes on")
  func frozen() throws {
    let bench = try SleepBench()
    let ready = try NamedPipe(bench.daemon.folder, "ready")
    let pid = try #require(try bench.run("a", ready))
    #expect(bench.leave(.sleep))
    bench.logind.say(.sleep, false)
    #expect(bench.logind.wait(for: 1, "delay"))
    let client = try bench.daemon.client()
    #expect(try client.get("a").task.state == .running)
    #expect(kill(pid, SIGTERM) == 0)
    #expect(try bench.daemon.waitForEnd(of: "a")?.stopReason?.code == "exitStatus")
  }

  @Test("A handler is warned, with less than the time that the machine waits")
  func handler() throws {
    let bench = try SleepBench(
      manifests: ["mail": "PermittedIdentifiers=mail.*"], limitUSec: 2_000_000)
    let program = try ConnectedApplication(bench.daemon, ["mail.sync"])
    try program.client.submit(Wire.TaskRequest(identifier: "mail.sync", kind: .refresh))
    let run = try program.launch().runId
    bench.logind.say(.sleep, true)
    let notice = try program.expire()
    #expect(notice.runId == run)
    #expect(notice.reason.code == "sleep")
    #expect(notice.graceDurationUSec == 1_600_000)
    #expect(bench.logind.locks.count == 1)
    try program.complete(run, success: false)
    #expect(bench.logind.wait(for: 0, "delay"))
    bench.logind.say(.sleep, false)
    #expect(try program.launch().runId != run)
  }

  @Test("What does not stop is killed, and the machine need not lose its patience")
  func killed() throws {
    let bench = try SleepBench(limitUSec: 500_000)
    let ready = try NamedPipe(bench.daemon.folder, "ready")
    try bench.daemon.client().submit(
      .shell("a", Programs.deaf(ready)).with { $0.sleepsThrough = false })
    let pids = try ready.read().split(separator: " ").compactMap { Int32($0) }
    #expect(bench.leave(.sleep))
    for pid in pids { #expect(Processes.waitForEnd(pid)) }
    let run = try #require(try bench.daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .interrupted)
    #expect(run.signal == "SIGKILL")
  }

  @Test("A run that asks for it keeps the machine awake, on external power only")
  func prevented() throws {
    let bench = try SleepBench()
    let (daemon, logind) = (bench.daemon, bench.logind)
    let ready = try NamedPipe(daemon.folder, "ready")
    _ = try bench.run("other", ready)
    #expect(logind.grantedLocks == 1)
    try daemon.setPower("battery")
    let pid = try #require(try bench.run("a", ready) { $0.preventsSleep = true })
    #expect(logind.grantedLocks == 1)
    try daemon.setPower("external")
    #expect(logind.wait(for: 1, "block"))
    #expect(logind.locks.last?.what == "sleep")
    // Everybody can read it: it says nothing about whose task it is.
    #expect(logind.locks.last?.why == "A background task asks for it")
    try daemon.setPower("battery")
    #expect(logind.wait(for: 0, "block"))
    try daemon.setPower("external")
    #expect(logind.wait(for: 1, "block"))
    #expect(kill(pid, SIGTERM) == 0)
    #expect(logind.wait(for: 0, "block"))
    #expect(logind.wait(for: 1, "delay"))
  }

  @Test("AllowSleepPrevention=no: the administrator has the last word, and a reload counts at once")
  func administrator() throws {
    let bench = try SleepBench("AllowSleepPrevention=no")
    let (daemon, logind) = (bench.daemon, bench.logind)
    let ready = try NamedPipe(daemon.folder, "ready")
    _ = try bench.run("a", ready) { $0.preventsSleep = true }
    #expect(logind.grantedLocks == 1)
    try daemon.folder.write("bgtaskd.conf", DaemonProcess.quick)
    daemon.send(signal: SIGHUP)
    #expect(logind.wait(for: 1, "block"))
  }

  @Test("bgtaskctl asks for both, and shows it")
  func control() throws {
    let bench = try SleepBench()
    let submitted = try bench.daemon.control(
      "submit", "-i", "a", "--earliest", "+1h", "--prevent-sleep", "--no-sleep-through", "--", "/bin/true")
    #expect(submitted.status == 0, "\(submitted.errors)")
    // The request comes back after a restart as well.
    #expect(bench.daemon.stop() == 0)
    try bench.daemon.start()
    let shown = try bench.daemon.control("show", "a").output
    #expect(shown.contains("Sleep: prevented while it runs on external power, told to stop before"))
    #expect(bench.logind.wait(for: 1, "delay"))
  }

  @Test("A daemon that dies holds nothing up")
  func death() throws {
    let bench = try SleepBench()
    let ready = try NamedPipe(bench.daemon.folder, "ready")
    _ = try bench.run("a", ready) { $0.preventsSleep = true }
    #expect(bench.logind.wait(for: 1, "block"))
    bench.daemon.killHard()
    #expect(bench.logind.wait { $0.isEmpty })
  }

  @Test("Without logind it says so once, and runs everything")
  func withoutLogind() throws {
    let daemon = try DaemonProcess.calm()
    try daemon.client().submit(.shell("a").with { $0.preventsSleep = true })
    #expect(try daemon.waitForEnd(of: "a")?.outcome == .completed)
    let lines = daemon.logText.split(separator: "\n").filter { $0.contains("logind") }
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("<6>bgtaskd is not told when the machine is about to sleep") == true)
  }
}
