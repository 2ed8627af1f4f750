import BackgroundTasks
import BackgroundTasksTesting
import Foundation
import TestSupport
import Testing

@testable import BackgroundApplication

@Suite("What the kernel and bgtaskd say to a program", .serialized)
struct SystemChangesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Memory is short when the service manager's file says so, which was asked as it wants to be")
  func memory() async throws {
    let path = folder.path("pressure")
    #expect(mkfifo(path, 0o600) == 0)
    let pipe = try #require(FileHandle(forUpdatingAtPath: path))
    let system = SystemChanges(environment: ["MEMORY_PRESSURE_WATCH": path])
    var warnings = system.memoryWarnings().makeAsyncIterator()
    for _ in 0..<2 {
      try pipe.write(contentsOf: Data("low".utf8))
      #expect(await warnings.next() == MemoryWarning())
    }
  }

  @Test("Without a service manager's word the kernel is asked, where it measures and lets this program ask")
  func kernel() {
    guard getuid() == 0, FileManager.default.fileExists(atPath: "/proc/pressure/memory") else {
      return leaveOut("warnings of the kernel that memory is short need root here, and CONFIG_PSI")
    }
    #expect(MemoryPressureWatch([:]) {} != nil)
  }

  @Test("What cannot be asked warns nobody", arguments: ["/dev/null", "/nonexistent"])
  func nobody(path: String) {
    #expect(MemoryPressureWatch(["MEMORY_PRESSURE_WATCH": path]) {} == nil)
  }

  @Test("Another zone is told, and other files beside its link are not")
  func zone() async throws {
    let link = folder.path("localtime")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
    let (changes, tell) = AsyncStream<SignificantTimeChange>.makeStream()
    let watch = ClockWatch(folder: folder.path("")) { tell.yield($0) }
    try folder.write("hostname", "other\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("new"), withDestinationPath: "/usr/share/zoneinfo/Asia/Tokyo")
    #expect(rename(folder.path("new"), link) == 0)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next() == .zone)
    withExtendedLifetime(watch) { tell.finish() }
    #expect(await iterator.next() == nil)
  }

  @Test("bgtaskd is told how much the program is in use, and in the background its state is saved")
  func application() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.a"])
    let store = StateStore("count", initially: 0, in: folder.url)
    await simulated.withShared {
      let scheduler = BGTaskScheduler.shared
      await Lifecycle.shared.enter(.active)
      #expect(scheduler.applicationState == .active)
      store.update { $0 = 7 }
      await Lifecycle.shared.enter(.inactive)
      #expect(scheduler.applicationState == .inactive)
      #expect(StateStore("count", initially: 0, in: folder.url).value == 0)
      await Lifecycle.shared.enter(.background)
      #expect(scheduler.applicationState == .background)
      #expect(StateStore("count", initially: 0, in: folder.url).value == 7)
    }
  }

  @Test("Low power is told when bgtaskd says it")
  func power() async throws {
    let simulated = SimulatedScheduler(permitting: ["org.example.a"])
    await simulated.withShared {
      let system = SystemChanges()
      var modes = system.lowPowerModes().makeAsyncIterator()
      simulated.setConditions(atOnce: true) { $0.isLowPowerModeEnabled = true }
      #expect(await modes.next() == true)
      simulated.setConditions(atOnce: true) { $0.isLowPowerModeEnabled = false }
      #expect(await modes.next() == false)
    }
  }
}
