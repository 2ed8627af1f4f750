import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("Low power mode, as tuned says it")
struct TunedSourceTests {
  private static let name = "com.redhat.tuned"
  private static let path = "/Tuned"
  private static let interface = "com.redhat.tuned.control"

  /// As much of tuned as is asked; `switch_profile` is called with what it says from then on.
  private static let template = """
    import dbus
    BUS_NAME = '\(name)'
    MAIN_OBJ = '\(path)'
    MAIN_IFACE = '\(interface)'
    SYSTEM_BUS = True

    def load(mock, parameters):
        mock.profile = 'balanced'
        mock.AddMethods(MAIN_IFACE, [
            ('active_profile', '', 's', 'ret = self.profile'),
            ('switch_profile', 's', '',
             'self.profile = args[0]; '
             'self.EmitSignal("", "profile_changed", "sbs", [args[0], True, "OK"])'),
            ('fail', '', '',
             'self.EmitSignal("", "profile_changed", "sbs", ["powersave", False, "no such profile"])'),
            ('talk_nonsense', '', '',
             'self.AddMethod("\(interface)", "active_profile", "", "i", "ret = 7"); '
             'self.EmitSignal("", "profile_changed", "sbs", ["powersave", True, "OK"])'),
        ])
    """

  @Test("Which profiles save power")
  func profiles() {
    // What tuned comes with, and lists that it merges.
    let rows: [(String, Bool?)] = [
      ("powersave", true), ("balanced-battery", true), ("laptop-battery-powersave", true),
      ("laptop-ac-powersave", true), ("server-powersave", true), ("desktop-powersave", true),
      ("balanced", false), ("desktop", false), ("throughput-performance", false), ("virtual-guest", false),
      ("cpu-partitioning-powersave", true), ("network-latency", false), ("accelerator-performance", false),
      ("powersave-not", false),
      ("virtual-guest powersave", true), ("balanced  desktop", false), ("", nil), (" ", nil),
    ]
    for (profile, isSaving) in rows { #expect(TunedReading.isSaving(profile) == isSaving, "\(profile)") }
  }

  @Test("It comes late, switches, fails to, talks nonsense, is killed and comes back")
  func life() throws {
    let folder = try TemporaryFolder()
    let template = try folder.write("tuned.py", Self.template)
    let bench = try SourceBench { bus, _ in TunedSource(on: bus) }
    try bench.start()
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions.lowPowerMode == nil)
    let service = try bench.mock(template, Self.name)
    #expect(bench.sees { $0.lowPowerMode == false })
    try service.call(Self.path, Self.interface, "switch_profile", ["s", "server-powersave"])
    #expect(bench.sees { $0.lowPowerMode == true })
    try service.call(Self.path, Self.interface, "switch_profile", ["s", ""])
    #expect(bench.sees { $0.lowPowerMode == nil })
    try service.call(Self.path, Self.interface, "switch_profile", ["s", "balanced"])
    #expect(bench.sees { $0.lowPowerMode == false })
    // It has tried another one, and has stayed with the one that it had.
    try service.call(Self.path, Self.interface, "fail", [])
    try service.call(Self.path, Self.interface, "talk_nonsense", [])
    #expect(bench.sees { $0.lowPowerMode == nil })
    service.end()
    let second = try bench.mock(template, Self.name)
    #expect(bench.sees { $0.lowPowerMode == false })
    withExtendedLifetime(second) {}
    #expect(
      bench.inbox.batches == [nil, false, true, nil, false, nil, false].map { [.flag(.lowPowerMode, $0)] })
  }
}
