import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("What a killed daemon leaves for a moment")
struct HalfStartedChildTests {
  @Test("A child that has not become its program yet holds the lock, and the next daemon waits for it")
  func lockOfChild() throws {
    let daemon = try DaemonProcess()
    daemon.killHard()
    // The child has a copy of the daemon's descriptors until exec(3); the file names the daemon, which is
    // gone.
    let path = daemon.folder.path("state/bgtaskd.lock")
    let file = open(path, O_RDWR | O_CLOEXEC)
    #expect(file >= 0)
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    try daemon.launch()
    #expect(OpenFiles.wait(for: path, in: daemon.pid))
    #expect(close(file) == 0)
    #expect(daemon.waitForLog("listens on"), "\(daemon.logText)")
    #expect(try daemon.client().tasks().isEmpty)
  }
}
