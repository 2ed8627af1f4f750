import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Leases of tasks, by a real daemon")
struct LeaseTests {
  private static func boot(in seconds: Int64) -> Int64 { SystemClock.bootUSec + seconds * 1_000_000 }

  @Test("R96: a run whose lease is over is told to stop, and has lost its lease whatever its program says")
  func running() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    let request = Wire.TaskRequest.shell("a", Programs.polite(ready, status: 0)).with {
      $0.retry = .atOnce()
      $0.repeatDurationUSec = 1_000_000
    }
    let accepted = try client.submit(request.with { $0.trustedUntilUSec = Self.boot(in: 1000) })
    #expect(accepted.trustedForDurationUSec.map { (990_000_000...1_000_000_000).contains($0) } == true)
    let pid = try #require(Int32(try ready.read()))
    try client.renewLease(identifier: "a", trustedUntilUSec: SystemClock.bootUSec + 500_000)
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .leaseLost && run.success == false && run.exitStatus == 0)
    #expect(run.stopReason?.code == "leaseLost")
    #expect(Processes.waitForEnd(pid))
    #expect(try client.tasks().isEmpty)
    #expect(daemon.waitForLog("<4>a: has lost its lease (exit status 0; its lease is over"))
  }

  @Test("R96: a task that waits ends when its lease is over, which watchers are told, and starts its action")
  func waiting() throws {
    let daemon = try DaemonProcess.calm()
    let told = daemon.folder.path("told")
    let watch = try RawConnection.watching(daemon, prefix: "a")
    try daemon.client().submit(
      .later("a").with {
        $0.trustedUntilUSec = SystemClock.bootUSec + 300_000
        $0.onFailure = "/bin/sh -c 'echo $BGTASK_OF $BGTASK_RESULT > \(told)'"
      })
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .leaseLost && run.startedUSec == run.endedUSec)
    #expect(try daemon.waitForEnd(of: "a:failure")?.success == true)
    #expect(try String(contentsOfFile: told, encoding: .utf8) == "a lost its lease\n")
    var events: [String] = []
    while !events.contains("ended"), let event = try? watch.receive()?.string("event") {
      events.append(event)
    }
    #expect(events.contains("ended"))
  }

  @Test("R97, R98: a renewal outlives a daemon that is killed, and so does the lease itself")
  func killed() throws {
    let daemon = try DaemonProcess.calm()
    let until = Self.boot(in: 1000)
    try daemon.client().submit(.later("a").with { $0.trustedUntilUSec = Self.boot(in: 2) })
    try daemon.client().renewLease(identifier: "a", trustedUntilUSec: until)
    daemon.killHard()
    try daemon.start()
    let task = try daemon.client().get("a").task
    #expect(task.request.trustedUntilUSec == until)
    #expect(task.trustedForDurationUSec.map { $0 > 900_000_000 } == true)
    #expect(try daemon.client().explain("a").trustedForDurationUSec.map { $0 > 900_000_000 } == true)
    try daemon.client().renewLease(identifier: "a", trustedUntilUSec: SystemClock.bootUSec + 100_000)
    #expect(try daemon.waitForEnd(of: "a")?.outcome == .leaseLost)
  }

  @Test("R95, R97: what is past, too far away or without a lease is refused, with what to do")
  func refused() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    for until in [0, 1, Self.boot(in: 86_410), .max] {
      #expect(throws: SchedulerInterfaceError.self) {
        try client.submit(.later("a").with { $0.trustedUntilUSec = until })
      }
    }
    #expect(try client.tasks().isEmpty)
    try client.submit(.later("b"))
    do {
      try client.renewLease(identifier: "b", trustedUntilUSec: Self.boot(in: 10))
      Issue.record("a task without a lease was renewed")
    } catch let error as SchedulerInterfaceError {
      guard case .invalidRequest("identifier", let message) = error else { throw error }
      #expect(message.contains("without a lease") && message.contains("submit the task again"))
    }
  }
}
