import Dispatch
import SchedulerCore
import SystemConditions
import Testing

@Suite("Thermal zones")
struct ThermalTests {
  private static func zone(_ milliCelsius: Int64?, _ trips: (String, Int64)...) -> ThermalZone {
    ThermalZone(
      milliCelsius: milliCelsius, trips: trips.compactMap { ThermalTrip(kind: $0.0, milliCelsius: $0.1) })
  }

  static let rows: [(String, [ThermalZone], Bool?)] = [
    ("no zones", [], nil),
    ("no temperature", [zone(nil, ("passive", 90_000))], nil),
    ("no trips", [zone(60_000)], nil),
    ("only a fan's trip", [zone(60_000, ("active", 55_000))], nil),
    ("below the trip", [zone(89_999, ("passive", 90_000))], false),
    ("at the trip", [zone(90_000, ("passive", 90_000))], true),
    ("at a hot trip", [zone(95_000, ("hot", 95_000), ("critical", 120_000))], true),
    ("10 degrees below the end", [zone(95_000, ("critical", 105_000))], true),
    ("further below the end", [zone(94_999, ("critical", 105_000))], false),
    ("the lowest trip counts", [zone(80_000, ("critical", 105_000), ("passive", 75_000))], true),
    ("one zone of two", [zone(30_000, ("passive", 90_000)), zone(99_000, ("passive", 90_000))], true),
    (
      "a zone that cannot tell beside one that can",
      [zone(nil, ("passive", 90_000)), zone(30_000, ("hot", 90_000))], false
    ),
    ("an unused trip at 0", [zone(30_000, ("passive", 0))], nil),
    ("an unused trip at absolute zero", [zone(30_000, ("passive", -274_000))], nil),
    ("a trip in a warm room", [zone(30_000, ("passive", 25_000), ("critical", 100_000))], false),
    ("a trip beyond everything", [zone(30_000, ("critical", .max))], nil),
  ]

  @Test("Whether it is too hot for work that can wait", arguments: rows)
  func rule(name: String, zones: [ThermalZone], isHot: Bool?) {
    #expect(ThermalZone.isAnyHot(zones) == isHot, "\(name)")
  }

  private static let laptop: [(String, String)] = [
    ("cooling_device0/type", "Processor"),
    ("thermal_zone0/type", "acpitz"), ("thermal_zone0/temp", "48000"), ("thermal_zone0/mode", "enabled"),
    ("thermal_zone0/trip_point_0_type", "critical"), ("thermal_zone0/trip_point_0_temp", "105000"),
    ("thermal_zone0/trip_point_1_type", "active"), ("thermal_zone0/trip_point_1_temp", "40000"),
    ("thermal_zone0/trip_point_2_type", "passive"), ("thermal_zone0/trip_point_2_temp", "90000"),
    ("thermal_zone1/type", "x86_pkg_temp"), ("thermal_zone1/temp", "52000"),
    ("thermal_zone1/trip_point_0_type", "passive"), ("thermal_zone1/trip_point_0_temp", "0"),
  ]

  @Test("Zones are read at the start, when somebody asks, and when the kernel says that they changed")
  func source() throws {
    let files = try FileTree(Self.laptop)
    let queue = DispatchQueue(label: "test")
    let kernel = try KernelDouble()
    let source = ThermalSource(root: files.path, events: KernelEventMonitor(queue: queue) { kernel.socket })
    let inbox = Inbox()
    try queue.sync { try source.start { inbox.take($0) } }
    #expect(inbox.batches == [[.flag(.thermalPressure, false)]])
    try files.write("thermal_zone0/temp", "90500")
    queue.sync { source.refresh() }
    #expect(inbox.conditions.thermalPressure == true)
    try files.write("thermal_zone0/temp", "70000")
    try kernel.send("thermal")
    #expect(inbox.wait { $0.thermalPressure == false })
    queue.sync {
      source.stop()
      source.refresh()
    }
    #expect(inbox.batches.count == 3)
  }

  @Test(
    "A zone that is switched off, garbage and no zones at all report nothing",
    arguments: [
      [], [("thermal_zone0/", "")],
      laptop.filter { !$0.0.hasPrefix("thermal_zone0") },
      laptop.map { $0.0 == "thermal_zone0/mode" ? ($0.0, "disabled") : $0 },
      laptop.map { $0.0 == "thermal_zone0/temp" ? ($0.0, "hot") : $0 },
      laptop.map { $0.0 == "thermal_zone0/temp" ? ($0.0, "4294967295000") : $0 },
      laptop.map { $0.0 == "thermal_zone0/trip_point_0_type" ? ($0.0, "kritisch") : $0 }
        .filter { $0.0 != "thermal_zone0/trip_point_2_temp" },
    ] as [[(String, String)]])
  func silent(tree: [(String, String)]) throws {
    let files = try FileTree(tree)
    let queue = DispatchQueue(label: "test")
    let kernel = try KernelDouble()
    let events = KernelEventMonitor(queue: queue) { kernel.socket }
    let inbox = Inbox()
    for root in [files.path, "\(files.path)/nowhere"] {
      let source = ThermalSource(root: root, events: events)
      try queue.sync {
        try source.start { inbox.take($0) }
        source.stop()
      }
    }
    #expect(inbox.batches.isEmpty)
  }
}
