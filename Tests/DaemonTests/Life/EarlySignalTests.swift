import Foundation
import LinuxSystem
import SchedulerAPI
import TestSupport
import Testing

@Suite("Signals that come while the daemon starts")
struct EarlySignalTests {
  /// A daemon that waits for the lock of its state until somebody lets it go on, which is before it has
  /// anything that could look after a signal.
  private func starting(_ folder: (DaemonProcess) throws -> Void = { _ in }) throws -> (DaemonProcess, CInt) {
    let daemon = try DaemonProcess()
    try folder(daemon)
    daemon.killHard()
    let path = daemon.folder.path("state/bgtaskd.lock")
    let file = open(path, O_RDWR | O_CLOEXEC)
    try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
    try daemon.launch()
    try #require(OpenFiles.wait(for: path, in: daemon.pid))
    return (daemon, file)
  }

  @Test("SIGHUP does not end it: it reads its files again when it listens")
  func reload() throws {
    let (daemon, lock) = try starting()
    daemon.send(signal: SIGHUP)
    try #require(Processes.waitForTakenSignal(SIGHUP, in: daemon.pid))
    close(lock)
    #expect(daemon.waitForLog("Configuration reloaded."), "\(daemon.logText)")
    #expect(daemon.logText.contains("listens on"))
    #expect(try daemon.client().tasks().isEmpty)
  }

  @Test(
    "SIGTERM and SIGINT end it at once and with success, and what is pending stays",
    arguments: [SIGTERM, SIGINT])
  func end(signal: CInt) throws {
    let (daemon, lock) = try starting { try $0.client().submit(.later("a")) }
    daemon.send(signal: signal)
    #expect(daemon.waitUntilExit() == 0)
    #expect(!daemon.logText.contains("listens on"))
    close(lock)
    try daemon.start()
    #expect(try daemon.client().tasks().map(\.request.identifier) == ["a"])
  }
}
