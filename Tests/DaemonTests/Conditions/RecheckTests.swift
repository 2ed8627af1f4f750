import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("What the kernel tells nobody of is looked at again")
struct RecheckTests {
  /// So much room is low, and enough for the daemon.
  private static let lowBytes = 12 << 20

  /// A disk for a daemon's state with little room.
  private func lowDisk() throws -> SmallDisk? {
    guard let disk = try SmallDisk(size: "64m") else { return nil }
    try #require(disk.fill(leaving: Self.lowBytes))
    return disk
  }

  private func daemon(_ disk: SmallDisk, _ program: [String] = [], recheck: String) throws -> DaemonProcess {
    try DaemonProcess(
      configuration: DaemonProcess.quick + "[Conditions]\nRecheckSec=\(recheck)\n",
      stateDirectory: disk.path("state"),
      program: program)
  }

  @Test("Work that waits for room on the disk starts when there is room, though nothing else happens")
  func storage() throws {
    guard let disk = try lowDisk() else { return }
    let daemon = try daemon(disk, recheck: "50ms")
    let client = try daemon.client()
    try client.submit(.shell("a", kind: .continued).with { $0.requiresStorageNotLow = true })
    #expect(try client.explain("a").reasons.map(\.code) == ["storageNotLow"])
    #expect(disk.makeRoom())
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
  }

  @Test("While nothing waits for it, no thread of the daemon is scheduled")
  func idle() async throws {
    guard let disk = try lowDisk(), let program = Undisturbed.program else { return }
    let daemon = try daemon(disk, program, recheck: "20ms")
    try daemon.client().submit(.later("a").with { $0.requiresStorageNotLow = true })
    try await MachineClock.alone {
      let before = try await daemon.usageOnceThreadsRest()
      // The silence is what is measured here.
      #expect(await Silence.last(seconds: 3, while: daemon.pid))
      #expect(try ProcessUsage(of: daemon.pid).contextSwitches == before.contextSwitches)
    }
  }
}
