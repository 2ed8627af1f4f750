import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("The lid, as UPower and logind say it")
struct LidTests {
  private static let path = "/org/freedesktop/UPower"
  private static let interface = "org.freedesktop.UPower"

  @Test("What follows from the properties, those of a wrong type too")
  func reading() {
    let rows: [([String: BusValue], isDocked: Bool?, Bool?)] = [
      (["LidIsPresent": .flag(true), "LidIsClosed": .flag(true)], nil, true),
      (["LidIsPresent": .flag(true), "LidIsClosed": .flag(true)], false, true),
      (["LidIsPresent": .flag(true), "LidIsClosed": .flag(true)], true, false),
      (["LidIsPresent": .flag(true), "LidIsClosed": .flag(false)], true, false),
      (["LidIsPresent": .flag(false), "LidIsClosed": .flag(true)], nil, false),
      (["LidIsClosed": .flag(true)], nil, nil), ([:], true, nil),
      (["LidIsPresent": .flag(true), "LidIsClosed": .text("yes")], nil, nil),
      (["LidIsPresent": .number(1), "LidIsClosed": .flag(true)], nil, nil),
    ]
    for (properties, isDocked, expected) in rows {
      let change = LidReading(properties).change(isDocked: isDocked)
      #expect(change.field == .lidClosed)
      #expect(change.value == .flag(expected), "\(properties)")
    }
  }

  @Test("It moves; a dock counts when the lid closes and at the next look; services come and go")
  func life() throws {
    let bench = try SourceBench { bus, _ in UPowerSource(on: bus) }
    try bench.start()
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions.lidClosed == nil)
    let upower = try bench.mock("upower", Self.interface)
    let logind = try MockedLogind(on: bench.bus)
    #expect(bench.sees { $0.lidClosed == false })
    try upower.set(Self.path, Self.interface, "LidIsPresent", ["b", "true"])
    try upower.set(Self.path, Self.interface, "LidIsClosed", ["b", "true"])
    #expect(bench.sees { $0.lidClosed == true })
    // A screen is plugged in, of which logind says nothing.
    try logind.dock(true)
    bench.refresh()
    #expect(bench.sees { $0.lidClosed == false })
    try upower.set(Self.path, Self.interface, "LidIsClosed", ["b", "false"])
    try logind.dock(false)
    // It closes again, and logind is asked then.
    try upower.set(Self.path, Self.interface, "LidIsClosed", ["b", "true"])
    #expect(bench.sees { $0.lidClosed == true })
    upower.end()
    #expect(bench.sees { $0.lidClosed == nil })
    let second = try bench.mock("upower", Self.interface)
    #expect(bench.sees { $0.lidClosed == false })
    logind.end()
    try second.set(Self.path, Self.interface, "LidIsPresent", ["b", "true"])
    try second.set(Self.path, Self.interface, "LidIsClosed", ["b", "true"])
    #expect(bench.sees { $0.lidClosed == true })
  }
}
