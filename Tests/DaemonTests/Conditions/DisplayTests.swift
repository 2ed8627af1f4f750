import Foundation
import LinuxSystem
import SchedulerAPI
import TestSupport
import Testing

@Suite("A user's own daemon, and the display of that user")
struct DisplayTests {
  /// A daemon with a helper beside it for which a pause is over soon.
  private func daemon(_ folder: TemporaryFolder, _ screen: VirtualScreen) throws -> DaemonProcess {
    let program = folder.path("bin/bgtaskd")
    try folder.write(
      "bin/bgtask-idle-x11", "#!/bin/sh\nexec '\(BuiltProduct.url("bgtask-idle-x11").path())' 1000\n",
      executable: true)
    // It finds helpers beside its own file, whatever links lead there.
    try FileManager.default.copyItem(
      atPath: BuiltProduct.url("bgtaskd").resolvingSymlinksInPath().path(), toPath: program)
    return try DaemonProcess(
      folder: folder, program: [program], arguments: ["--user", "--executor=children"],
      environment: [
        "DISPLAY": screen.display, "XDG_RUNTIME_DIR": folder.path,
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("no-bus"))",
      ])
  }

  /// Waits until the daemon believes this of its user's idleness; nil is unknown.
  private func believes(_ daemon: DaemonProcess, _ isIdle: Bool?) throws -> Bool {
    try daemon.wait { client in
      let conditions = try client.getConditions()
      let believed = conditions.unknown?.contains("idle") == true ? nil : conditions.idle
      return believed == isIdle ? true : nil
    } == true
  }

  @Test("Idleness is known from an X server alone, and its helper is no task's: it outlives programs")
  func display() throws {
    let screen = try VirtualScreen()
    let daemon = try daemon(TemporaryFolder(), screen)
    #expect(try believes(daemon, true))
    let shown = try daemon.control("conditions")
    #expect(shown.output.contains(/idle +yes .*idle-monitor/), "\(shown.output)")
    let helpers = ProcessTable.children(of: daemon.pid)
    #expect(helpers.count == 1)
    // What a program leaves behind is ended with it, and that is the only child besides.
    let run = try daemon.control("submit", "-i", "a", "--", "/bin/sh", "-c", "setsid sleep 60 & exit 0")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try daemon.waitForEnd(of: "a") != nil)
    #expect(ProcessTable.children(of: daemon.pid) == helpers)
    screen.end()
    #expect(try believes(daemon, nil))
    #expect(daemon.stop() == 0)
  }

  @Test("A daemon that is killed leaves no helper behind")
  func killed() throws {
    let screen = try VirtualScreen()
    let daemon = try daemon(TemporaryFolder(), screen)
    #expect(try believes(daemon, true))
    let pid = try #require(ProcessTable.children(of: daemon.pid).first)
    let helper = try ProcessHandle(pid: pid)
    daemon.killHard()
    #expect(try helper.waitForEnd())
  }
}
