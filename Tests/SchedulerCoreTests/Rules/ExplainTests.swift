import Testing

@testable import SchedulerCore

@Suite("Explain")
struct ExplainTests {
  @Test("Every veto is listed, each with what is required, what was observed and since when")
  func everyVeto() throws {
    var core = CoreHarness(
      configuration: .plain.with { $0.maximumConcurrentRuns = 1 }, conditions: [.powerSource(.external)])
    core.take(.submit(.continued("busy")), at: 0)
    core.take(
      .submit(
        .processing("a") {
          $0.earliestBegin = .at(7200)
          $0.requirements = [.network, .unmeteredNetwork, .externalPower, .storageNotLow]
        }), at: 0)
    core.take(
      .conditions([
        .powerSource(.battery), .batteryPercent(7), .network(.none), .flag(.idle, false),
        .flag(.lowPowerMode, true),
        .flag(.thermalPressure, true), .flag(.memoryPressure, true), .flag(.cpuPressure, true),
        .flag(.ioPressure, true),
        .flag(.storageLow, true),
      ]), at: 5)
    let explanation = try #require(core.explanation("a", at: 9))
    #expect(!explanation.canProceed)
    #expect(explanation.forecast == .at(7200))
    let lines = explanation.reasons.map {
      "\($0.code): \($0.required ?? "-") / \($0.observed ?? "-") / "
        + "\($0.since.map { "\(($0 - .at(0)).roundedText)" } ?? "-")"
    }
    #expect(
      lines == [
        "earliestBegin: 2023-11-15T00:13:20Z / 2023-11-14T22:13:29Z / 0s", "network: any / none / 5s",
        "unmeteredNetwork: unmetered / none / 5s", "externalPower: external / battery / 5s",
        "idle: idle / in use / 5s",
        "batteryNotLow: more than 20%, or external power / 7%, battery power / 5s",
        "storageNotLow: not low / low / 5s", "lowPowerMode: off / on / 5s", "thermalPressure: off / on / 5s",
        "memoryPressure: off / on / 5s", "cpuPressure: off / on / 5s", "ioPressure: off / on / 5s",
        "concurrency: fewer than 1 / 1 running / -",
      ])
  }

  @Test("Every reason has a message, and the first one is what lists show")
  func messages() {
    var core = CoreHarness(conditions: [.powerSource(.battery), .flag(.lowPowerMode, true)])
    core.take(.submit(.command("a") { $0.requirements = .externalPower }), at: 0)
    let reasons = core.explanation("a", at: 0)?.reasons ?? []
    #expect(reasons.map(\.message) == ["it needs external power", "low power mode is on"])
    #expect(core.scheduler.outlook(of: TaskID(1), at: core.moment(0)) == Outlook(reasons: reasons))
    #expect(core.scheduler.outlook(of: TaskID(2), at: core.moment(0)) == Outlook())
  }

  @Test("Of a run the requirements that must go on holding are listed, and whether they do")
  func requirementsOfRun() throws {
    var core = CoreHarness(
      configuration: SchedulerConfiguration.eager,
      conditions: [.powerSource(.external), .batteryPercent(90), .flag(.lowPowerMode, false)])
    core.take(
      .submit(
        try .command("a", "between 00:00 and 24:00 and network \"home\"") {
          $0.kind = .processing
          $0.requirements = [.externalPower, .vpn]
          $0.requiresIdle = false
        }), at: 0)
    core.take(.runStarted(core.run(1)), at: 0)
    func lines(at seconds: Double) -> [String] {
      (core.explanation("a", at: seconds)?.expression ?? []).map {
        "\($0.text): \($0.state), \($0.observed ?? "-")"
      }
    }
    // The rules ask for a machine that is not hot as well, which nothing here reports.
    let others = ["not low-power: holds, off", "vpn: unknown, unknown", "network \"home\": unknown, unknown"]
    let battery = "battery more than 20%, or external power"
    #expect(
      lines(at: 1) == ["external-power: holds, external", "\(battery): holds, 90%, external power"] + others)
    core.take(.conditions([.powerSource(.battery)]), at: 5)
    #expect(
      lines(at: 6) == ["external-power: settles, battery", "\(battery): holds, 90%, battery power"] + others)
    #expect(core.explanation("a", at: 6)?.expression.first?.since == .at(5))
  }

  @Test("A run has nothing to explain, and a task of somebody else is not there")
  func runs() {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    #expect(core.explanation("a", at: 0) == Explanation(canProceed: true, reasons: [], forecast: nil))
    #expect(core.explanation("a", uid: 1, at: 0) == nil)
  }

  @Test(
    "Explained at a moment that no event has come for yet: dates, settling and deadlines count as they will")
  func betweenEvents() {
    var core = CoreHarness(configuration: SchedulerConfiguration.eager, conditions: [.powerSource(.battery)])
    core.take(
      .submit(
        .command("a") {
          $0.earliestBegin = .at(60)
          $0.requirements = .externalPower
          $0.deadline = .at(90)
          $0.onDeadline = .run
        }), at: 0)
    #expect(core.reasons("a", at: 59) == ["earliestBegin", "externalPower"])
    #expect(core.reasons("a", at: 60) == ["externalPower"])
    #expect(core.reasons("a", at: 90) == [])
    core.take(.conditions([.powerSource(.external)]), at: 70)
    #expect(core.reasons("a", at: 74) == ["externalPower"])
    #expect(core.reasons("a", at: 75) == [])
  }

  @Test(
    "Dates are written as RFC 3339 writes them",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_709_251_199, "2024-02-29T23:59:59Z"),
      (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func dates(seconds: Int64, text: String) {
    #expect(WallTime(uSec: seconds * 1_000_000).utcText == text)
  }

  @Test("Dates and lengths out of all bounds have a text, too")
  func extremes() {
    for bound in [Int64.min, .max] { #expect(WallTime(uSec: bound).utcText.hasSuffix("Z")) }
    #expect(TimeSpan(uSec: .min).roundedText == "0s")
    #expect(TimeSpan(uSec: .max).roundedText == "106751991d 5h")
  }

  @Test(
    "Lengths in reasons are rounded up, from two minutes on in two units",
    arguments: [
      (0, "0s"), (1, "0.1s"), (5_000_000, "5s"), (119_900_000, "119.9s"), (119_900_001, "2min"),
      (120_000_001, "2min 1s"), (2_993_200_000, "49min 54s"), (3_599_000_001, "1h"), (3_600_000_000, "1h"),
      (3_600_000_001, "1h 1min"), (86_399_000_000, "1d"), (86_400_000_001, "1d 1h"), (172_000_000_000, "2d"),
    ] as [(Int64, String)])
  func lengths(uSec: Int64, text: String) {
    #expect(TimeSpan(uSec: uSec).roundedText == text)
  }
}
