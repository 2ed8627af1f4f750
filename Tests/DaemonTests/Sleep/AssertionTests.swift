import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Programs that ask the daemon for time")
struct AssertionTests {
  @Test("The machine waits for a program in the middle of something, and goes when that is done")
  func sleep() throws {
    let bench = try SleepBench()
    let (saving, standing) = (
      try HeldTime(bench.daemon), try HeldTime(bench.daemon, "uploads", limitUSec: nil)
    )
    #expect(saving.first.remainingDurationUSec == 30_000_000 && saving.first.reason == nil)
    #expect(saving.first.isWaitedFor == nil)
    #expect(standing.first.remainingDurationUSec == nil)
    bench.logind.say(.sleep, true)
    for holder in [saving, standing] {
      let told = try holder.told()
      #expect(told.reason?.code == "sleep")
      #expect(told.remainingDurationUSec == 0)
      #expect(told.graceDurationUSec == 4_000_000)
    }
    #expect(throws: SchedulerInterfaceError.self) { try HeldTime(bench.daemon) }
    // Held it is, until the last of them has ended.
    saving.end()
    #expect(try bench.daemon.wait { try $0.listAssertions().map(\.why) == ["uploads"] ? true : nil } == true)
    #expect(bench.logind.locks.map(\.mode) == ["delay"])
    standing.end()
    #expect(bench.logind.wait(for: 0, "delay"))
    bench.logind.say(.sleep, false)
    #expect(bench.logind.wait(for: 1, "delay"))
  }

  @Test("Without a logind the caller hears that nothing waits for it")
  func nobodyWaits() throws {
    let saving = try HeldTime(try DaemonProcess())
    #expect(saving.first.remainingDurationUSec == 30_000_000 && saving.first.isWaitedFor == false)
  }

  @Test("A machine that is out of patience goes; what lasts goes on after it")
  func impatient() throws {
    let bench = try SleepBench(limitUSec: 300_000)
    let saving = try HeldTime(bench.daemon)
    #expect(bench.leave(.sleep))
    #expect(try saving.told().graceDurationUSec == 240_000)
    #expect(try bench.daemon.client().listAssertions().map(\.reason?.code) == ["sleep"])
    let late = try HeldTime(bench.daemon, "uploads", limitUSec: nil)
    #expect(late.first.reason?.code == "sleep")
    bench.logind.say(.sleep, false)
    #expect(bench.logind.wait(for: 1, "delay"))
    for holder in [saving, late] { #expect(try holder.told().reason == nil) }
    #expect(try bench.daemon.client().listAssertions().map(\.reason) == [nil, nil])
  }

  @Test("Before a shutdown it is the same")
  func shutdown() throws {
    let bench = try SleepBench()
    let saving = try HeldTime(bench.daemon)
    bench.logind.say(.shutdown, true)
    #expect(try saving.told().reason?.code == "machineShutdown")
    saving.end()
    #expect(bench.logind.wait(for: 0, "delay"))
  }

  /// A daemon whose application asks for time, and that application's pipe.
  private func onDemand(limitUSec: Int64, _ rules: String) throws -> (DaemonProcess, NamedPipe) {
    let folder = try TemporaryFolder()
    try folder.write("holder.py", try Script.text("holder.py"))
    let pipe = try NamedPipe(folder, "told")
    let identifier = "org.example.holder"
    let words = [
      "/usr/bin/env", "python3", folder.path("holder.py"), folder.path("socket"), identifier,
      String(limitUSec), pipe.path,
    ]
    let daemon = try DaemonProcess.withApplications(
      ["holder": "PermittedIdentifiers=\(identifier)\nExec=\(words.joined(separator: " "))"], rules,
      folder: folder)
    try daemon.client().submit(Wire.TaskRequest(identifier: identifier, kind: .refresh))
    return (daemon, pipe)
  }

  @Test("A program that was started for its task and overstays is killed, and the log says who and why")
  func overstays() throws {
    let (daemon, pipe) = try onDemand(
      limitUSec: 1_000_000, "ExpirationGraceSec=100ms\nApplicationIdleSec=50ms")
    let pid = try #require(Int32(try pipe.read()))
    // It has nothing to do, and is not ended as idle before.
    #expect(try pipe.read() == "runtimeLimit")
    #expect(Processes.waitForEnd(pid))
    #expect(
      daemon.waitForLog(
        "Process \(pid) of user \(geteuid()), which had asked for 1s (saving), has not ended within its "
          + "grace and is killed."))
    #expect(daemon.logText.contains("is told to end within 100ms: its time is up"))
    #expect(try daemon.client().listAssertions().isEmpty)
  }

  @Test("So is a command's, and the record of its run says why")
  func commandOverstays() throws {
    let folder = try TemporaryFolder()
    try folder.write("holder.py", try Script.text("holder.py"))
    let pipe = try NamedPipe(folder, "told")
    let daemon = try DaemonProcess(
      folder: folder,
      configuration: DaemonProcess.quick + "[Scheduler]\nExpirationGraceSec=100ms\n")
    try daemon.client().submit(
      Wire.TaskRequest(
        identifier: "a", kind: .processing,
        command: Wire.Command(
          argv: [
            "/usr/bin/env", "python3", folder.path("holder.py"), folder.path("socket"), "", "1000000",
            pipe.path,
          ])))
    let pid = try #require(Int32(try pipe.read()))
    #expect(try pipe.read() == "runtimeLimit")
    #expect(Processes.waitForEnd(pid))
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .killed && run.signal == "SIGKILL")
    #expect(run.stopReason?.message == "it has overstayed the time that it had asked for (saving)")
    #expect(daemon.waitForLog("has not ended within its grace and is killed."))
  }

  @Test("One that bgtaskd has not started only loses its connection")
  func dropped() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=50ms")
    let saving = try HeldTime(daemon, limitUSec: 1_000_000)
    #expect(try saving.told().reason?.code == "runtimeLimit")
    #expect(saving.dropped())
    #expect(daemon.waitForLog("has not ended within its grace and is not waited for any more."))
  }

  @Test("A user has 64, and sees no other's; nobody's count against another")
  func users() throws {
    if let obstacle = OtherUsers.obstacle { return leaveOut(obstacle) }
    let daemon = try DaemonProcess(
      folder: TemporaryFolder(permissions: 0o711), socketName: "run/socket", arguments: ["--system"])
    let own = try (0..<64).map { try HeldTime(daemon, "number \($0)", limitUSec: 600_000_000) }
    #expect(throws: SchedulerInterfaceError.self) { try HeldTime(daemon) }
    let begin =
      #"{"method":"io.bgtaskd.Scheduler.BeginAssertion","parameters":{"why":"x"},"more":true}"#
    func answer(_ messages: String...) throws -> String {
      try OtherUsers.run("talk.py", as: OtherUsers.alice, [daemon.socket] + messages).output
    }
    #expect(try answer(begin).contains("graceDurationUSec"))
    let list = #"{"method":"io.bgtaskd.Scheduler.ListAssertions"}"#
    #expect(try answer(list).contains(#""assertions":[]"#))
    let all = #"{"method":"io.bgtaskd.Scheduler.ListAssertions","parameters":{"allUsers":true}}"#
    #expect(try answer(all).contains("PermissionDenied"))
    #expect(try daemon.client().listAssertions().map(\.why) == (0..<64).map { "number \($0)" })
    for holder in own { holder.end() }
    #expect(try daemon.wait { try $0.listAssertions().isEmpty ? true : nil } == true)
  }

  @Test("A daemon that dies takes them with it, and who has one hears that")
  func killed() throws {
    let bench = try SleepBench()
    let saving = try HeldTime(bench.daemon)
    bench.daemon.killHard()
    #expect(saving.dropped())
    #expect(bench.logind.wait { $0.isEmpty })
    try bench.daemon.start()
    #expect(try bench.daemon.client().listAssertions().isEmpty)
  }

  @Test("What it asks for has bounds, which errors name")
  func bounds() throws {
    let daemon = try DaemonProcess.calm()
    for (why, limitUSec, field) in [
      ("", 1_000_000, "why"), ("two\nlines", 1_000_000, "why"), ("a", 999_999, "limitDurationUSec"),
      ("a", 600_000_001, "limitDurationUSec"),
    ] as [(String, Int64, String)] {
      let error = #expect(throws: SchedulerInterfaceError.self) {
        try HeldTime(daemon, why, limitUSec: limitUSec)
      }
      guard case .invalidRequest(field, _)? = error else {
        Issue.record("\(why), \(limitUSec): \(String(describing: error))")
        continue
      }
    }
  }
}
