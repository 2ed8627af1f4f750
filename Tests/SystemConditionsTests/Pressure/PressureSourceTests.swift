import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("The pressure source")
struct PressureSourceTests {
  private static let quiet: [ConditionChange] = [
    .flag(.cpuPressure, false), .flag(.memoryPressure, false), .flag(.ioPressure, false),
  ]

  private static func watching(
    _ root: String, _ thresholds: PressureThresholds = PressureThresholds(),
    _ body: (Inbox, DispatchQueue) throws -> Void
  ) throws {
    let queue = DispatchQueue(label: "test")
    let source = PressureSource(root: root, thresholds: thresholds, queue: queue)
    let inbox = Inbox()
    try queue.sync { try source.start { inbox.take($0) } }
    defer { queue.sync { source.stop() } }
    try body(inbox, queue)
  }

  private static var sensitive: PressureThresholds {
    var thresholds = PressureThresholds()
    thresholds.cpu = PressureThreshold(stall: .milliseconds(250), window: .milliseconds(500))
    thresholds.hold = .milliseconds(1500)
    return thresholds
  }

  @Test("Pressure begins when the kernel says so, lasts while it says so, and ends some time after")
  func beginsAndEnds() throws {
    guard let group = try PressureGroup() else { return }
    try Self.watching(group.root, Self.sensitive) { inbox, _ in
      #expect(inbox.batches == [Self.quiet])
      try group.press()
      #expect(inbox.wait { $0.cpuPressure == true })
      group.relax()
      #expect(inbox.wait { $0.cpuPressure == false })
      #expect(inbox.conditions.memoryPressure == false)
      #expect(inbox.conditions.ioPressure == false)
    }
  }

  @Test("A trigger whose group is gone makes the field unknown, once, and wakes nobody after")
  func triggerGone() throws {
    guard let group = try PressureGroup() else { return }
    try Self.watching(group.root) { inbox, queue in
      group.remove()
      let isUnknown = inbox.wait { $0.cpuPressure == nil && $0.memoryPressure == nil && $0.ioPressure == nil }
      #expect(isUnknown)
      queue.sync {}
      #expect(inbox.batches.count == 4)
    }
  }

  @Test("The running kernel accepts the default triggers")
  func defaults() throws {
    guard access("/proc/pressure/cpu", W_OK) == 0 else {
      leaveOut("no pressure stall information that this user may watch")
      return
    }
    try Self.watching("/proc/pressure") { inbox, _ in
      #expect(inbox.batches.count == 1)
      #expect(Set(inbox.batches.joined().map(\.field)) == [.cpuPressure, .memoryPressure, .ioPressure])
    }
  }

  @Test("Without privilege a window that the kernel refuses is widened")
  func unprivileged() throws {
    guard access("/proc/pressure/cpu", W_OK) == 0 else {
      leaveOut("no pressure stall information that this user may watch")
      return
    }
    var thresholds = PressureThresholds()
    thresholds.cpu = PressureThreshold(stall: .milliseconds(900), window: .seconds(1))
    try Capabilities.withoutSystemResource {
      let number = open("/proc/pressure/cpu", O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard number >= 0 else {
        leaveOut("this kernel is older than 6.4 and wants privilege")
        return
      }
      let file = Descriptor(owning: number)
      let trigger = thresholds.cpu.trigger
      #expect(write(file.number, trigger, trigger.count) == -1)
      #expect(errno == EINVAL)
      try Self.watching("/proc/pressure", thresholds) { inbox, _ in
        #expect(inbox.conditions.cpuPressure != nil)
      }
    }
  }

  @Test("A kernel without PSI, files that cannot be polled and thresholds that it refuses report nothing")
  func absent() throws {
    let files = try FileTree()
    try Self.watching(files.path) { inbox, _ in #expect(inbox.batches.isEmpty) }
    for name in ["cpu", "memory", "io"] {
      try files.write(name, "some avg10=99.00 avg60=0.00 avg300=0.00 total=0")
    }
    try Self.watching(files.path) { inbox, _ in #expect(inbox.batches.isEmpty) }
    guard let group = try PressureGroup() else { return }
    var thresholds = PressureThresholds()
    thresholds.cpu = PressureThreshold(stall: .seconds(3), window: .seconds(2))
    thresholds.memory = PressureThreshold(stall: .seconds(30), window: .seconds(60))
    thresholds.io = PressureThreshold(stall: .zero, window: .zero)
    try Self.watching(group.root, thresholds) { inbox, _ in
      #expect(inbox.conditions.memoryPressure == nil || inbox.conditions.memoryPressure == false)
      #expect(inbox.conditions.ioPressure == nil)
    }
  }
}
