import SchedulerCore
import SystemConditions
import Testing

@Suite("The rule for power supplies")
struct PowerReadingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var supplies: [PowerSupply]
    var source: PowerSource

    init(_ name: String, _ supplies: [PowerSupply], _ source: PowerSource) {
      testDescription = name
      self.supplies = supplies
      self.source = source
    }
  }

  static func adapter(_ isOnline: Bool?, givesPower: Bool = false) -> PowerSupply {
    var supply = PowerSupply(.adapter)
    supply.isOnline = isOnline
    supply.givesPower = givesPower
    return supply
  }

  static func battery(_ status: BatteryStatus, kind: PowerSupplyKind = .battery) -> PowerSupply {
    var supply = PowerSupply(kind)
    supply.status = status
    return supply
  }

  static var absentBattery: PowerSupply {
    var supply = battery(.discharging)
    supply.isPresent = false
    return supply
  }

  static var mouse: PowerSupply {
    var supply = battery(.discharging)
    supply.isForDevice = true
    supply.capacity = 3
    return supply
  }

  static let rows: [Row] = [
    Row("nothing at all", [], .external),
    Row("adapter in, battery at its charge limit", [adapter(true), battery(.notCharging)], .external),
    Row("adapter in, battery discharges", [adapter(true), battery(.discharging)], .external),
    Row("adapter out, battery discharges", [adapter(false), battery(.discharging)], .battery),
    Row("adapter out, battery charges by another way", [adapter(false), battery(.charging)], .external),
    Row("adapter out, battery rests", [adapter(false), battery(.notCharging)], .external),
    Row("adapter out, battery silent", [adapter(false), battery(.unknown)], .battery),
    Row("adapter unreadable, battery silent", [adapter(nil), battery(.unknown)], .unknown),
    Row(
      "one adapter unreadable, one out, battery silent", [adapter(nil), adapter(false), battery(.unknown)],
      .unknown),
    Row("adapter unreadable, battery discharges", [adapter(nil), battery(.discharging)], .battery),
    Row("no adapter listed, battery charges", [battery(.charging)], .external),
    Row("no adapter listed, battery full", [battery(.full)], .external),
    Row("no adapter listed, battery rests", [battery(.notCharging)], .external),
    Row("no adapter listed, battery discharges", [battery(.discharging)], .battery),
    Row("no adapter listed, battery silent", [battery(.unknown)], .unknown),
    Row(
      "two batteries, one rests while the other discharges", [battery(.notCharging), battery(.discharging)],
      .battery),
    Row(
      "two batteries, one silent, the other charges", [battery(.unknown), battery(.charging)], .external),
    Row(
      "a port that gives power is no adapter", [adapter(true, givesPower: true), battery(.discharging)],
      .battery),
    Row("a port that gives power, no battery", [adapter(true, givesPower: true)], .external),
    Row("ports without anything in them, no battery", [adapter(false), adapter(false)], .external),
    Row("a mouse is not the machine", [mouse], .external),
    Row("a mouse, and a battery that discharges", [mouse, battery(.discharging)], .battery),
    Row("an empty bay", [absentBattery], .external),
    Row("an empty bay beside a battery that charges", [absentBattery, battery(.charging)], .external),
    Row("UPS on its battery", [battery(.discharging, kind: .uninterruptible)], .battery),
    Row(
      "UPS on its battery, adapter behind it",
      [battery(.discharging, kind: .uninterruptible), adapter(true)], .battery),
    Row("UPS charged", [battery(.full, kind: .uninterruptible)], .external),
    Row(
      "UPS charged, laptop unplugged from it",
      [battery(.full, kind: .uninterruptible), battery(.discharging)], .battery),
    Row("a supply without a type", [PowerSupply(.unrecognized)], .unknown),
    Row("a supply without a type beside an adapter", [PowerSupply(.unrecognized), adapter(true)], .external),
  ]

  @Test("Where the power comes from", arguments: rows)
  func source(row: Row) { #expect(PowerReading(row.supplies).source == row.source) }

  @Test(
    "The type of a supply says what it is",
    arguments: [
      ("Mains", nil, PowerSupplyKind.adapter), ("USB", nil, .adapter), ("USB_C", nil, .adapter),
      ("USB_PD", nil, .adapter), ("USB_PD_DRP", nil, .adapter), ("USB_DCP", nil, .adapter),
      ("USB_CDP", nil, .adapter), ("USB_ACA", nil, .adapter), ("BrickID", nil, .adapter),
      ("Wireless", nil, .adapter), ("Battery", nil, .battery), ("UPS", nil, .uninterruptible),
      ("Unknown", nil, .unrecognized), ("Unknown", "SDP [DCP] CDP", .adapter), (nil, nil, .unrecognized),
      ("mains", nil, .unrecognized), ("", nil, .unrecognized),
    ] as [(String?, String?, PowerSupplyKind)])
  func kind(type: String?, usbType: String?, kind: PowerSupplyKind) {
    #expect(PowerSupplyKind(type: type, usbType: usbType) == kind)
  }

  static func battery(capacity: Int64? = nil, energy: (Int64, Int64)? = nil, charge: (Int64, Int64)? = nil)
    -> PowerSupply
  {
    var supply = PowerSupply(.battery)
    supply.capacity = capacity
    supply.energy = energy.flatMap { FillLevel(now: $0.0, full: $0.1) }
    supply.charge = charge.flatMap { FillLevel(now: $0.0, full: $0.1) }
    return supply
  }

  static let levels: [(String, [PowerSupply], Int?)] = [
    ("none", [], nil),
    ("silent", [battery()], nil),
    ("capacity", [battery(capacity: 42, energy: (1, 100))], 42),
    ("a little above 100", [battery(capacity: 104)], 100),
    ("a byte without a value", [battery(capacity: 255)], nil),
    ("a signed byte without a value", [battery(capacity: 127)], nil),
    ("capacity below 0", [battery(capacity: -1)], nil),
    ("capacity far away", [battery(capacity: .max)], nil),
    ("no capacity, but energy", [battery(capacity: -1, energy: (31_999, 50_000))], 63),
    ("no capacity, but charge", [battery(capacity: 255, charge: (1_500_000, 3_000_000))], 50),
    ("energy", [battery(energy: (31_999, 50_000))], 63),
    ("charge", [battery(charge: (1_500_000, 3_000_000))], 50),
    ("a little more energy than fits", [battery(energy: (60, 50))], 100),
    ("a word of energy without a value", [battery(energy: (65_535_000, 50_000_000))], nil),
    ("nothing fits", [battery(energy: (10, 0))], nil),
    ("negative energy", [battery(energy: (-10, 50))], nil),
    ("an energy that cannot be", [battery(energy: (.max, .max))], nil),
    (
      "two by energy", [battery(capacity: 100, energy: (10, 10)), battery(capacity: 10, energy: (9, 90))], 19
    ),
    ("two by charge", [battery(charge: (10, 10)), battery(charge: (0, 30))], 25),
    ("two, one without energy", [battery(capacity: 80, energy: (8, 10)), battery(capacity: 41)], 60),
    ("two, one silent", [battery(capacity: 80), battery()], 80),
    ("two, one without a value", [battery(capacity: 80), battery(capacity: 255)], 80),
    ("two silent", [battery(), battery()], nil),
  ]

  @Test("How full the batteries are", arguments: levels)
  func percent(name: String, supplies: [PowerSupply], percent: Int?) {
    #expect(PowerReading(supplies).batteryPercent == percent, "\(name)")
  }

  @Test("A mouse's battery is not the machine's")
  func devicePercent() {
    #expect(PowerReading([Self.mouse]).batteryPercent == nil)
    #expect(PowerReading([Self.mouse, Self.battery(capacity: 70)]).batteryPercent == 70)
  }

  @Test("A UPS tells how full it is when the machine has no battery of its own")
  func uninterruptiblePercent() {
    var supply = PowerSupply(.uninterruptible)
    supply.capacity = 55
    #expect(PowerReading([supply]).batteryPercent == 55)
    #expect(PowerReading([supply, Self.battery(capacity: 70)]).batteryPercent == 70)
  }

  @Test("Sums of the largest levels that are believed do not overflow")
  func overflow() {
    let largest = Self.battery(energy: (1_000_000_000_000, 1_000_000_000_000))
    #expect(PowerReading(Array(repeating: largest, count: 64)).batteryPercent == 100)
  }
}
