import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Storage")
struct StorageTests {
  private static let mebibyte: UInt64 = 1 << 20
  private static let gibibyte: UInt64 = 1 << 30

  @Test(
    "A disk is low below 5 % and 1 GiB, or below 16 MiB",
    arguments: [
      (100 * gibibyte, 1000 * gibibyte, false), (2 * gibibyte, 1000 * gibibyte, false),
      (gibibyte, 1000 * gibibyte, false), (gibibyte - 1, 1000 * gibibyte, true),
      (gibibyte / 2, 8 * gibibyte, false), (gibibyte / 4, 8 * gibibyte, true),
      (20 * mebibyte, 40 * mebibyte, false), (16 * mebibyte, 40 * mebibyte, false),
      (16 * mebibyte - 1, 16 * mebibyte, true), (0, gibibyte, true), (0, 0, nil), (5, 0, nil),
      (.max, .max, false), (0, .max, true), (gibibyte - 1, .max, true),
    ] as [(UInt64, UInt64, Bool?)])
  func rule(available: UInt64, total: UInt64, isLow: Bool?) {
    #expect(StorageThreshold().isLow(available: available, total: total) == isLow)
  }

  @Test("A disk that fills up is noticed when somebody asks, and so is room that is made")
  func refresh() throws {
    let files = try FileTree()
    // A disk that only this program sees; it is gone with it.
    let script = "mount -t tmpfs -o size=40m tmpfs \(files.path) && echo mounted && read line"
    let holder = try Child(["unshare", "--mount", "sh", "-c", script])
    guard holder.readLine() == "mounted" else {
      leaveOut("no file system can be mounted here")
      return
    }
    let disk = "/proc/\(holder.process)/root\(files.path)"
    let source = StorageSource(path: disk)
    let inbox = Inbox()
    try source.start { inbox.take($0) }
    #expect(inbox.batches == [[.flag(.storageLow, false)]])
    source.refresh()
    #expect(inbox.batches.count == 1)
    try #require(
      try Child.run("dd", "if=/dev/zero", "of=\(disk)/full", "bs=1M", "count=30", "status=none") == 0)
    #expect(inbox.batches.count == 1)
    source.refresh()
    #expect(inbox.conditions.storageLow == true)
    unlink("\(disk)/full")
    source.refresh()
    #expect(inbox.conditions.storageLow == false)
    holder.finish()
    source.refresh()
    #expect(inbox.conditions.storageLow == nil)
    source.stop()
    source.refresh()
    #expect(inbox.batches.count == 4)
  }

  @Test(
    "A directory that is not there is an error that names it, and a file system without a size is unknown")
  func absent() throws {
    let files = try FileTree()
    let path = "\(files.path)/nowhere"
    #expect(throws: SystemError(call: "statvfs", subject: path, code: ENOENT)) {
      try StorageSource(path: path).start { _ in }
    }
    let inbox = Inbox()
    try StorageSource(path: "/proc").start { inbox.take($0) }
    #expect(inbox.batches.isEmpty)
  }
}
