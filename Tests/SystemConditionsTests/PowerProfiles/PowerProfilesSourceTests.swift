import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Low power mode, as power-profiles-daemon says it")
struct PowerProfilesSourceTests {
  private static let name = "net.hadess.PowerProfiles"
  private static let path = "/net/hadess/PowerProfiles"

  @Test("A power saver's profile is low power mode, another one is not, and without the service nobody knows")
  func life() throws {
    let bench = try SourceBench { bus, _ in PowerProfilesSource(on: bus) }
    try bench.start()
    let service = try bench.mock("power_profiles_daemon", Self.name)
    #expect(bench.sees { $0.lowPowerMode == false })
    try service.set(Self.path, Self.name, "ActiveProfile", ["s", "power-saver"])
    #expect(bench.sees { $0.lowPowerMode == true })
    try service.set(Self.path, Self.name, "ActiveProfile", ["u", "7"])
    #expect(bench.sees { $0.lowPowerMode == nil })
    try service.set(Self.path, Self.name, "ActiveProfile", ["s", "performance"])
    #expect(bench.sees { $0.lowPowerMode == false })
    service.end()
    #expect(bench.sees { $0.lowPowerMode == nil })
  }

  @Test("Performance that is held down for heat is heat; what does not say so leaves it to the thermal zones")
  func degraded() throws {
    let bench = try SourceBench { bus, _ in PowerProfilesSource(on: bus) }
    try bench.start()
    let service = try bench.mock("power_profiles_daemon", Self.name)
    #expect(bench.sees { $0.lowPowerMode == false && $0.thermalPressure == nil })
    let values = [
      (["s", "high-operating-temperature"], true), (["s", "lap-detected"], nil),
      (["s", "high-operating-temperature"], true), (["u", "1"], nil),
      (["s", "high-operating-temperature"], true), (["s", ""], nil),
    ]
    for (value, expected) in values as [([String], Bool?)] {
      try service.set(Self.path, Self.name, "PerformanceDegraded", value)
      #expect(bench.sees { $0.thermalPressure == expected }, "\(value)")
    }
    try service.set(Self.path, Self.name, "PerformanceDegraded", ["s", "high-operating-temperature"])
    #expect(bench.sees { $0.thermalPressure == true })
    service.end()
    #expect(bench.sees { $0.thermalPressure == nil && $0.lowPowerMode == nil })
  }
}
