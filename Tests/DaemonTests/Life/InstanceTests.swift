import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("Instances of the daemon")
struct InstanceTests {
  @Test("A second daemon on the same state directory is refused with the pid of the first")
  func stateDirectory() throws {
    let daemon = try DaemonProcess()
    let second = try BuiltDaemon.run(
      "--socket", daemon.folder.path("second"), "--state-directory", daemon.folder.path("state"))
    #expect(second.status == 75)
    #expect(second.errors.hasPrefix("<3>"))
    #expect(second.errors.contains("another bgtaskd (pid \(daemon.pid)) uses the state directory"))
    #expect(second.errors.contains(daemon.folder.path("state")))
    #expect(try daemon.client().status().pid == Int(daemon.pid))
    // Neither does a recovery touch what is in use.
    let recovery = try BuiltDaemon.run("--recover", "--state-directory", daemon.folder.path("state"))
    #expect(recovery.status == 75)
  }

  @Test("A second daemon on the same socket is refused, and the first goes on listening")
  func socket() throws {
    let daemon = try DaemonProcess()
    let second = try BuiltDaemon.run(
      "--socket", daemon.socket, "--state-directory", daemon.folder.path("second"))
    #expect(second.status == 75)
    #expect(second.errors.contains("another process is listening on \(daemon.socket)"))
    #expect(try daemon.client().status().pid == Int(daemon.pid))
  }

  @Test("The socket of a daemon that was killed is taken over")
  func deadSocket() throws {
    let daemon = try DaemonProcess()
    daemon.killHard()
    #expect(FileManager.default.fileExists(atPath: daemon.socket))
    try daemon.start()
    #expect(try daemon.client().status().pid == Int(daemon.pid))
  }

  @Test("A file that is no socket is left alone, and a path that is too long is refused")
  func impossibleSockets() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "precious")
    let first = try BuiltDaemon.run("--socket", file, "--state-directory", folder.path("state"))
    #expect(first.status == 71)
    #expect(first.errors.contains("\(file) exists and is not a socket"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    let long = folder.path(String(repeating: "x", count: 120))
    let second = try BuiltDaemon.run("--socket", long, "--state-directory", folder.path("state"))
    #expect(second.status == 71)
    #expect(second.errors.contains("107 are allowed"))
  }

  @Test("Tasks are told the whole path of a socket that was given by a relative one")
  func relativeSocket() throws {
    let folder = try TemporaryFolder()
    let daemon = try DaemonProcess.calm(
      folder: folder,
      program: [
        "/bin/sh", "-c", #"cd \#(folder.path("")) && exec "$0" "$@" --socket socket"#,
        BuiltProduct.url("bgtaskd").path(),
      ])
    try daemon.client().submit(.shell("a", #"test "$BGTASKD_SOCKET" -ef \#(daemon.socket)"#))
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
  }

  @Test("Without options the directories of systemd count, then those of the login session")
  func directories() throws {
    let program = ["/bin/sh", "-c", #"exec "$0""#, BuiltProduct.url("bgtaskd").path()]
    let folder = try TemporaryFolder()
    let service = try DaemonProcess(
      folder: folder, socketName: "bgtaskd.socket", program: program,
      environment: [
        "RUNTIME_DIRECTORY": folder.path(""), "STATE_DIRECTORY": "\(folder.path("state")):/elsewhere",
      ])
    #expect(try service.client().status().pid == Int(service.pid))
    #expect(FileManager.default.fileExists(atPath: folder.path("state/bgtaskd.sqlite")))

    let home = try TemporaryFolder()
    _ = try home.write("config/bgtaskd/bgtaskd.conf", "[Conditions]\nAllowSimulation=yes\n")
    let session = try DaemonProcess(
      folder: home, socketName: "bgtaskd/bgtaskd.socket", program: program,
      environment: [
        "XDG_RUNTIME_DIR": home.path(""), "XDG_STATE_HOME": home.path("state"),
        "XDG_CONFIG_HOME": home.path("config"),
      ])
    #expect(FileManager.default.fileExists(atPath: home.path("state/bgtaskd/bgtaskd.sqlite")))
    #expect(try session.client().simulateConditions(["idle": "no"]).idle == false)
  }
}
