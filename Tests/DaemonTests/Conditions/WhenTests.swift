import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("When, while and relax: expressions in the daemon")
struct WhenTests {
  /// What holds a task back by its expression, and what lets it run.
  private static let cases: [(String, lacking: [String: String], holding: [String: String])] = [
    ("external-power", ["powerSource": "battery"], ["powerSource": "external"]),
    ("battery >= 60", ["batteryPercent": "59"], ["batteryPercent": "60"]),
    ("not-charging", ["charging": "yes"], ["charging": "no"]),
    ("network", ["network": "none"], ["network": "metered"]),
    ("unmetered", ["network": "metered"], ["network": "unmetered"]),
    (#"network "Home""#, ["networkNames": "Cafe"], ["networkNames": "Cafe,Home"]),
    ("vpn", ["vpn": "no"], ["vpn": "yes"]),
    ("idle", ["idle": "no"], ["idle": "yes"]),
    ("locked", ["locked": "no"], ["locked": "yes"]),
    ("lid-closed", ["lidClosed": "no"], ["lidClosed": "yes"]),
    ("no-user logged in", ["users": "alice"], ["users": ""]),
    (#"no-user "alice" logged in"#, ["users": "alice,bob"], ["users": "bob"]),
    ("not low-power", ["lowPowerMode": "yes"], ["lowPowerMode": "no"]),
    ("not hot", ["thermalPressure": "yes"], ["thermalPressure": "no"]),
    ("not cpu-pressure", ["cpuPressure": "yes"], ["cpuPressure": "no"]),
    ("not memory-pressure", ["memoryPressure": "yes"], ["memoryPressure": "no"]),
    ("not io-pressure", ["ioPressure": "yes"], ["ioPressure": "no"]),
    ("not storage-low", ["storageLow": "yes"], ["storageLow": "no"]),
    ("idle for 1ms", ["idle": "no"], ["idle": "yes"]),
  ]

  private let daemon: DaemonProcess
  private let client: SchedulerClient

  init() throws {
    daemon = try .calm()
    client = try daemon.client()
  }

  @Test("Each condition keeps a task from running, and lets it run when it holds")
  func atoms() throws {
    for (number, (when, lacking, holding)) in Self.cases.enumerated() {
      let identifier = "task-\(number)"
      try client.simulateConditions(lacking)
      // Continued work is held back by nothing else.
      let task = try client.submit(
        .shell(identifier, kind: .continued).with { $0.when = when })
      #expect(task.reason?.code == "when", "\(when)")
      let explanation = try client.explain(identifier)
      #expect(explanation.expression?.map(\.text) == [when] && explanation.expression?[0].state == .lacks)
      #expect(explanation.expression?[0].source == "simulation")
      try client.simulateConditions(holding)
      #expect(try daemon.waitForEnd(of: identifier)?.success == true, "\(when)")
    }
  }

  @Test("What time says is the machine's time: every day and every time of day, and none of them")
  func times() throws {
    try client.submit(.shell("always").with { $0.when = "between 00:00 and 24:00 and on mon..sun" })
    #expect(try daemon.waitForEnd(of: "always")?.success == true)
    try client.submit(.shell("never").with { $0.when = "not on mon..sun" })
    #expect(try client.explain("never").reasons.map(\.code) == ["when"])
  }

  @Test("An expression outlives the daemon's death, and is given back as it was written")
  func restart() throws {
    try client.simulateConditions(["vpn": "no"])
    let when = #"vpn  and ( idle or network "Zuhause \"oben\"" )"#
    try client.submit(
      .later("a").with {
        $0.when = when
        $0.while = "not hot"
        $0.relax = "after 1d without vpn"
        $0.unknownConditions = .wait
      })
    daemon.killHard()
    try daemon.start()
    let task = try daemon.client().get("a").task
    #expect(task.request.when == when && task.request.while == "not hot")
    #expect(task.request.relax == "after 1d without vpn" && task.request.unknownConditions == .wait)
    #expect(try daemon.client().explain("a").relaxations?.map(\.without) == [["vpn"]])
  }

  @Test("A wrong expression is refused by its field, with the column")
  func wrong() throws {
    for (field, change): (String, @Sendable (inout Wire.TaskRequest) -> Void) in [
      ("when", { $0.when = "idle and vpm" }), ("while", { $0.while = "idle and vpm" }),
    ] {
      let error = #expect(throws: SchedulerInterfaceError.self) {
        try client.submit(.later("a").with(change))
      }
      guard case .invalidRequest(field, let message)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(message.hasPrefix("column 10: ") && message.hasSuffix("did you mean vpn?"))
    }
  }

  @Test(
    "What nothing on the machine reports is warned of in the answer, in lists, by explain and in the journal")
  func warning() throws {
    try client.simulateConditions(["vpn": "unknown", "locked": "unknown"])
    let answer = try client.submit(
      .later("a").with {
        $0.requiresVPN = true
        $0.when = "vpn and not locked"
      })
    #expect(answer.unobserved == ["vpn", "locked"])
    #expect(try client.tasks(identifierPrefix: "a").map(\.unobserved) == [["vpn", "locked"]])
    #expect(try client.explain("a").unobserved == ["vpn", "locked"])
    #expect(daemon.waitForLog("nothing on this machine reports vpn, locked, which holds nothing back"))
  }
}
