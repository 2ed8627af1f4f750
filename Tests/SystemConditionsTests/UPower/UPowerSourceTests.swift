import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Power, as UPower says it")
struct UPowerSourceTests {
  private static let path = "/org/freedesktop/UPower"
  private static let interface = "org.freedesktop.UPower"
  private static let device = "/org/freedesktop/UPower/devices/DisplayDevice"
  private static let deviceInterface = "org.freedesktop.UPower.Device"

  @Test("What follows from its properties, those of a wrong type and out of range too")
  func reading() {
    func battery(_ percent: Double, type: Int64 = 2, isPresent: Bool = true) -> [String: BusValue] {
      ["IsPresent": .flag(isPresent), "Type": .number(type), "Percentage": .real(percent)]
    }
    let rows: [([String: BusValue], [String: BusValue], PowerSource, Int?)] = [
      (["OnBattery": .flag(true)], battery(41.7), .battery, 41),
      (["OnBattery": .flag(false)], battery(100), .external, 100),
      // A desktop; one with a UPS; one with a mouse, which UPower keeps out of this device.
      (["OnBattery": .flag(false)], battery(0, type: 0, isPresent: false), .external, nil),
      (["OnBattery": .flag(true)], battery(80, type: 3), .battery, 80),
      (["OnBattery": .flag(false)], battery(55, type: 5), .external, nil),
      ([:], [:], .unknown, nil), (["OnBattery": .text("yes")], battery(-1), .unknown, nil),
      (["OnBattery": .number(1)], battery(.nan), .unknown, nil),
      // UPower adds up the energy of several batteries, and worn ones have a little more than they hold.
      ([:], battery(100.4), .unknown, 100), ([:], battery(101), .unknown, 100),
      (["OnBattery": .other], battery(255), .unknown, nil),
      ([:], battery(.infinity), .unknown, nil),
    ]
    for (manager, device, source, percent) in rows {
      let reading = UPowerReading(manager, device)
      #expect(reading.source == source, "\(manager)")
      #expect(reading.batteryPercent == percent, "\(device)")
    }
  }

  @Test("It charges in one state of seven; no battery and no state it could be in leave it unknown")
  func charging() {
    func isCharging(_ state: BusValue?, type: Int64 = 2, isPresent: Bool = true) -> Bool? {
      var device: [String: BusValue] = ["IsPresent": .flag(isPresent), "Type": .number(type)]
      device["State"] = state
      return UPowerReading([:], device).isCharging
    }
    // Pending charge (5) is a charge limit, most often.
    let states: [(Int64, Bool?)] = [
      (0, nil), (1, true), (2, false), (3, false), (4, false), (5, false), (6, false), (7, nil), (-1, nil),
    ]
    for (state, expected) in states { #expect(isCharging(.number(state)) == expected, "\(state)") }
    for value in [nil, .text("charging"), .real(1), .flag(true), .other] as [BusValue?] {
      #expect(isCharging(value) == nil, "\(String(describing: value))")
    }
    #expect(isCharging(.number(1), type: 3) == true)
    // A mouse that is charged, and a bay without a battery.
    #expect(isCharging(.number(1), type: 5) == nil)
    #expect(isCharging(.number(1), isPresent: false) == nil)
  }

  @Test("A battery that is low or worse saves power; what is not low leaves it to those who know profiles")
  func warningLevel() {
    func saves(_ level: BusValue?, type: Int64 = 2, isPresent: Bool = true) -> ConditionValue? {
      var device: [String: BusValue] = ["IsPresent": .flag(isPresent), "Type": .number(type)]
      device["WarningLevel"] = level
      return UPowerReading([:], device).changes.first { $0.field == .lowPowerMode }?.value
    }
    // Unknown, none, a UPS that discharges, low, critical, about to be switched off; then what there is not.
    let levels: [(Int64, Bool?)] = [
      (0, nil), (1, nil), (2, nil), (3, true), (4, true), (5, true), (6, nil), (-1, nil),
    ]
    for (level, expected) in levels { #expect(saves(.number(level)) == .flag(expected), "\(level)") }
    for value in [nil, .text("low"), .real(3), .flag(true), .other] as [BusValue?] {
      #expect(saves(value) == .flag(nil), "\(String(describing: value))")
    }
    #expect(saves(.number(4), type: 3) == .flag(true))
    // A mouse that is nearly empty, and a bay without a battery.
    #expect(saves(.number(4), type: 5) == .flag(nil))
    #expect(saves(.number(4), isPresent: false) == .flag(nil))
  }

  @Test("It comes late, changes, says nonsense, is killed and comes back")
  func life() throws {
    let bench = try SourceBench { bus, _ in UPowerSource(on: bus) }
    try bench.start()
    // It is not there, and who waits for its answer goes on.
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions == Conditions())
    let first = try bench.mock("upower", Self.interface)
    #expect(bench.sees { $0.powerSource == .external })
    try first.set(Self.device, Self.deviceInterface, "Type", ["u", "2"])
    try first.set(Self.device, Self.deviceInterface, "IsPresent", ["b", "true"])
    try first.set(Self.device, Self.deviceInterface, "Percentage", ["d", "17.5"])
    try first.set(Self.path, Self.interface, "OnBattery", ["b", "true"])
    #expect(bench.sees { $0.powerSource == .battery && $0.batteryPercent == 17 })
    try first.set(Self.device, Self.deviceInterface, "State", ["u", "2"])
    #expect(bench.sees { $0.charging == false })
    try first.set(Self.device, Self.deviceInterface, "State", ["u", "1"])
    #expect(bench.sees { $0.charging == true && $0.lowPowerMode == nil })
    try first.set(Self.device, Self.deviceInterface, "WarningLevel", ["u", "3"])
    #expect(bench.sees { $0.lowPowerMode == true })
    try first.set(Self.device, Self.deviceInterface, "WarningLevel", ["u", "1"])
    #expect(bench.sees { $0.lowPowerMode == nil })
    try first.set(Self.path, Self.interface, "OnBattery", ["s", "perhaps"])
    #expect(bench.sees { $0.powerSource == .unknown && $0.batteryPercent == 17 })
    first.end()
    #expect(bench.sees { $0.batteryPercent == nil && $0.charging == nil })
    let second = try bench.mock("upower", Self.interface)
    #expect(bench.sees { $0.powerSource == .external })
    withExtendedLifetime(second) {}
  }

  @Test("Ten thousand changes at once are heard in turns with others, and what was said last is so")
  func flood() throws {
    let bench = try SourceBench { bus, _ in UPowerSource(on: bus) }
    try bench.start()
    let service = try bench.mock("upower", Self.interface)
    #expect(bench.sees { $0.powerSource == .external })
    // The template's own way to say it, ten thousand times.
    let flood = """
      for n in range(10000): self.EmitSignal('org.freedesktop.DBus.Properties', 'PropertiesChanged', \
      'sa{sv}as', ['\(Self.interface)', dbus.Dictionary({'OnBattery': dbus.Boolean(n % 2)}, signature='sv'), \
      dbus.Array([], signature='s')])
      """
    try service.call(
      Self.path, "org.freedesktop.DBus.Mock", "AddMethod",
      ["sssss", "org.example.Test", "Flood", "", "", flood])
    try service.call(Self.path, "org.example.Test", "Flood", [])
    // Others on the queue have their turn meanwhile.
    let asked = ContinuousClock.now
    bench.refresh()
    #expect(ContinuousClock.now - asked < .seconds(5))
    try service.set(Self.device, Self.deviceInterface, "Type", ["u", "2"])
    try service.set(Self.device, Self.deviceInterface, "Percentage", ["d", "42"])
    try service.set(Self.device, Self.deviceInterface, "IsPresent", ["b", "true"])
    #expect(bench.inbox.wait(seconds: 60) { $0.batteryPercent == 42 })
    #expect(bench.inbox.conditions.powerSource == .battery)
    #expect(bench.inbox.batches.count > 10_000)
  }

  @Test("A signal that somebody else sends in its name is not believed")
  func impostor() throws {
    let bench = try SourceBench { bus, _ in UPowerSource(on: bus) }
    try bench.start()
    let service = try bench.mock("upower", Self.interface)
    #expect(bench.sees { $0.powerSource == .external })
    // Another one, which has another name, tells everybody what only UPower knows.
    let other = try bench.mock("power_profiles_daemon", "net.hadess.PowerProfiles")
    try other.call(
      "/net/hadess/PowerProfiles", "org.freedesktop.DBus.Mock", "EmitSignalDetailed",
      [
        "sssava{sv}", "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", "3", "s",
        Self.interface, "a{sv}", "1", "OnBattery", "b", "true", "as", "0", "0",
      ])
    // What comes after it was heard after it.
    try service.set(Self.device, Self.deviceInterface, "Type", ["u", "2"])
    try service.set(Self.device, Self.deviceInterface, "Percentage", ["d", "3"])
    try service.set(Self.device, Self.deviceInterface, "IsPresent", ["b", "true"])
    #expect(bench.sees { $0.batteryPercent == 3 })
    #expect(!bench.inbox.batches.joined().contains(.powerSource(.battery)))
  }
}
