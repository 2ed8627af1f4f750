import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import SystemConditions
import Testing

@Suite("The power supply source")
struct PowerSupplySourceTests {
  private final class Fixture {
    let queue = DispatchQueue(label: "test")
    let files: FileTree
    let events: KernelDouble
    let monitor: KernelEventMonitor
    let source: PowerSupplySource
    let inbox = Inbox()

    init(_ files: [(String, String)]) throws {
      self.files = try FileTree(files)
      let events = try KernelDouble()
      self.events = events
      monitor = KernelEventMonitor(queue: queue) { events.socket }
      source = PowerSupplySource(root: self.files.path, events: monitor)
    }

    func start() throws { try queue.sync { try source.start { [inbox] in inbox.take($0) } } }
    func stop() { queue.sync { source.stop() } }
    deinit { stop() }
  }

  private static let laptop = [
    ("AC/type", "Mains"), ("AC/online", "1"),
    ("BAT0/type", "Battery"), ("BAT0/status", "Charging"), ("BAT0/capacity", "50"),
  ]

  @Test("The handler hears what is true before start returns")
  func initial() throws {
    let fixture = try Fixture(Self.laptop)
    try fixture.start()
    #expect(
      fixture.inbox.batches == [[.powerSource(.external), .batteryPercent(50), .flag(.charging, true)]])
  }

  @Test("An event of a supply makes it read again, and only what changed is reported")
  func events() throws {
    let fixture = try Fixture(Self.laptop)
    try fixture.start()
    try fixture.files.write("AC/online", "0")
    try fixture.files.write("BAT0/status", "Discharging")
    try fixture.events.send("power_supply")
    #expect(fixture.inbox.wait(batches: 2))
    try fixture.files.write("BAT0/capacity", "49")
    try fixture.events.send("power_supply")
    #expect(fixture.inbox.wait(batches: 3))
    // Nothing changed.
    try fixture.events.send("power_supply")
    try fixture.files.write("AC/online", "1")
    try fixture.events.send("power_supply")
    #expect(fixture.inbox.wait(batches: 4))
    #expect(
      fixture.inbox.batches.dropFirst() == [
        [.powerSource(.battery), .flag(.charging, false)], [.batteryPercent(49)], [.powerSource(.external)],
      ])
  }

  @Test("A battery and an adapter that are plugged in and out are noticed")
  func hotPlug() throws {
    let fixture = try Fixture([])
    try fixture.start()
    #expect(fixture.inbox.conditions.powerSource == .external)
    for (name, text) in [("type", "Battery"), ("status", "Discharging"), ("capacity", "7")] {
      try fixture.files.write("BAT1/\(name)", text)
    }
    try fixture.events.send("power_supply", action: "add")
    #expect(fixture.inbox.wait { $0.powerSource == .battery && $0.batteryPercent == 7 })
    try fixture.files.write("usb/online", "1")
    try fixture.files.write("usb/type", "USB_C")
    try fixture.events.send("power_supply", action: "add")
    #expect(fixture.inbox.wait { $0.powerSource == .external && $0.batteryPercent == 7 })
    try fixture.files.remove("BAT1")
    try fixture.events.send("power_supply", action: "remove")
    #expect(fixture.inbox.wait { $0.powerSource == .external && $0.batteryPercent == nil })
  }

  @Test("What was known becomes unknown when the directory goes")
  func directoryGone() throws {
    let fixture = try Fixture(Self.laptop.map { ("supplies/\($0.0)", $0.1) })
    let source = PowerSupplySource(root: "\(fixture.files.path)/supplies", events: fixture.monitor)
    try fixture.queue.sync { try source.start { [inbox = fixture.inbox] in inbox.take($0) } }
    defer { fixture.queue.sync { source.stop() } }
    try fixture.files.remove("supplies")
    try fixture.events.send("power_supply", action: "remove")
    #expect(fixture.inbox.wait { $0 == Conditions() })
  }

  @Test("Events of other devices and bytes that are no events change nothing")
  func otherEvents() throws {
    let fixture = try Fixture(Self.laptop)
    try fixture.start()
    // A source for another kind of device shows when the events were heard.
    let zone = [
      ("type", "acpitz"), ("temp", "40000"), ("trip_point_0_type", "passive"), ("trip_point_0_temp", "90000"),
    ]
    let zones = try FileTree(zone.map { ("thermal_zone0/\($0.0)", $0.1) })
    let witness = ThermalSource(root: zones.path, events: fixture.monitor)
    let heard = Inbox()
    try fixture.queue.sync { try witness.start { heard.take($0) } }
    defer { fixture.queue.sync { witness.stop() } }
    try fixture.files.write("BAT0/capacity", "40")
    try zones.write("thermal_zone0/temp", "91000")
    try fixture.events.send("net")
    try fixture.events.send(Array("power_supply".utf8))
    try fixture.events.send([0, 0, 0])
    try fixture.events.send([])
    try fixture.events.send(Array(repeating: UInt8(ascii: "@"), count: 20_000))
    try fixture.events.send("thermal")
    #expect(heard.wait { $0.thermalPressure == true })
    #expect(fixture.inbox.batches.count == 1)
    try fixture.events.send("power_supply")
    #expect(fixture.inbox.wait { $0.batteryPercent == 40 })
    #expect(fixture.inbox.batches.count == 2)
  }

  @Test("A datagram longer than any event means that events were lost, and it reads again")
  func overrun() throws {
    let fixture = try Fixture(Self.laptop)
    try fixture.start()
    try fixture.files.write("BAT0/capacity", "40")
    try fixture.events.send(Array(repeating: 1, count: NetlinkSocket.bufferSize + 1))
    #expect(fixture.inbox.wait { $0.batteryPercent == 40 })
  }

  @Test("After stop the handler is not called again")
  func stop() throws {
    let fixture = try Fixture(Self.laptop)
    let other = Inbox()
    try fixture.start()
    // A second source keeps the monitor listening.
    let witness = PowerSupplySource(root: fixture.files.path, events: fixture.monitor)
    try fixture.queue.sync { try witness.start { other.take($0) } }
    fixture.stop()
    try fixture.files.write("BAT0/capacity", "40")
    try fixture.events.send("power_supply")
    #expect(other.wait { $0.batteryPercent == 40 })
    #expect(fixture.inbox.batches.count == 1)
    fixture.queue.sync { witness.stop() }
  }

  @Test("Where events are refused, start says so and reports nothing")
  func refused() throws {
    let files = try FileTree(Self.laptop)
    let queue = DispatchQueue(label: "test")
    let refusal = SystemError(call: "socket", subject: "netlink", code: EAFNOSUPPORT)
    let monitor = KernelEventMonitor(queue: queue) { () throws(SystemError) in throw refusal }
    let source = PowerSupplySource(root: files.path, events: monitor)
    let inbox = Inbox()
    #expect(throws: refusal) { try queue.sync { try source.start { inbox.take($0) } } }
    #expect(inbox.batches.isEmpty)
  }
}
