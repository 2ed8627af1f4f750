import LinuxSystem
import SchedulerAPI
import TestSupport
import Testing

@Suite("What somebody has paused, in the daemon")
struct PauseTests {
  @Test("It does not start, also after the daemon was killed; then it is resumed, and starts")
  func overKill() throws {
    let daemon = try DaemonProcess.calm()
    let paused = try daemon.client().pause(identifiers: "org.example.*")
    #expect(paused.running == 0)
    try daemon.client().submit(.shell("org.example.backup"))
    try daemon.client().submit(.shell("other"))
    #expect(try daemon.waitForEnd(of: "other")?.success == true)
    daemon.killHard()
    try daemon.start()
    try daemon.calmDown()
    #expect(try daemon.client().get("org.example.backup").task.reason?.code == "paused")
    try daemon.client().submit(.shell("another"))
    #expect(try daemon.waitForEnd(of: "another")?.success == true)
    #expect(try daemon.client().runs(identifier: "org.example.backup").isEmpty)
    #expect(try daemon.client().resume(everything: true) == [paused.paused])
    #expect(try daemon.waitForEnd(of: "org.example.backup")?.success == true)
    #expect(daemon.waitForLog("Resumed: org.example.* is started again."))
  }

  @Test("With stop what runs is told to stop, and its record says why; a date ends the pause")
  func stopping() throws {
    let daemon = try DaemonProcess.calm()
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(.shell("org.example.index", Programs.polite(ready, status: 0)))
    _ = try ready.read()
    let paused = try daemon.client().pause(
      untilUSec: SystemClock.wallUSec + 1_000_000, stop: true)
    #expect(paused.running == 1)
    #expect(try daemon.waitForEnd(of: "org.example.index")?.stopReason?.code == "paused")
    try daemon.client().submit(.shell("org.example.next"))
    let run = try #require(try daemon.waitForEnd(of: "org.example.next"))
    #expect(run.startedUSec >= paused.paused.untilUSec ?? .max)
    #expect(try daemon.client().listPauses().isEmpty)
  }
}
