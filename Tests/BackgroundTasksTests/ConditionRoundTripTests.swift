import BackgroundTasks
import SchedulerAPI
import TestSupport
import Testing

/// Conditions and the built daemon.
struct ConditionRoundTripTests {
  private let daemon: DaemonProcess
  private let scheduler: BGTaskScheduler

  init() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "applications.d/feeds.conf",
      "[Application]\nPermittedIdentifiers=org.example.feeds.*\nExec=/bin/true\n")
    daemon = try DaemonProcess(folder: folder)
    scheduler = BGTaskScheduler(backend: DaemonBackend(path: daemon.socket))
    scheduler.applicationName = "feeds"
  }

  /// A request that waits for tomorrow.
  private func request(_ change: (BGProcessingTaskRequest) -> Void) -> BGProcessingTaskRequest {
    let request = BGProcessingTaskRequest(identifier: "org.example.feeds.a")
    request.earliestBeginDate = Date(timeIntervalSinceNow: 86_400)
    change(request)
    return request
  }

  @Test("What a request asks comes back from the daemon as it was, also from one that was started again")
  func roundTrip() async throws {
    let all = ConditionTests.plain.flatMap { [$0.0, $0.1] } + ConditionTests.others.map(\.0)
    let request = request {
      $0.when = all.dropFirst().reduce(all[0]) { $0 && $1 }
      $0.whileRunning = (.externalPower || .battery(atLeast: 40)) && !(.hot || .lowPower(for: .seconds(5)))
      $0.relaxations = [
        .after(.milliseconds(1500), without: .idle),
        .init(after: .seconds(86_400), without: BGTaskCondition.Name.allCases),
      ]
      $0.unknownConditions = .wait
    }
    try scheduler.submit(request)
    for isAnother in [false, true] {
      if isAnother {
        daemon.stop()
        try daemon.start()
      }
      let pending = await scheduler.pendingTaskRequests()
      let found = try #require(pending.first as? BGProcessingTaskRequest)
      #expect(found.when == request.when && found.whileRunning == request.whileRunning)
      #expect(found.relaxations == request.relaxations && found.unknownConditions == .wait)
    }
    // Another one takes its place, and asks for nothing.
    try scheduler.submit(self.request { $0.unknownConditions = .proceed })
    let pending = await scheduler.pendingTaskRequests()
    let found = try #require(pending.first)
    #expect(found.when == nil && found.whileRunning == nil && found.relaxations == [])
    #expect(found.unknownConditions == .proceed)
  }

  @Test("The daemon says part by part what a request waits for")
  func explaining() async throws {
    try scheduler.submit(
      request {
        $0.when = .battery(atLeast: 60) && !(.hot || .on(.monday, .tuesday))
        $0.relaxations = [.after(.seconds(86_400), without: .battery, .on)]
      })
    try daemon.client().simulateConditions([
      "powerSource": "battery", "batteryPercent": "50", "thermalPressure": "no",
    ])
    let explanation = try await scheduler.explain(identifier: "org.example.feeds.a")
    #expect(
      explanation.parts.map(\.text) == ["all of", "battery >= 60", "all of", "not hot", "not on mon, tue"])
    #expect(explanation.parts.map(\.depth) == [0, 1, 1, 2, 2])
    let battery = explanation.parts.first { $0.text.hasPrefix("battery") }
    #expect(battery?.state == .lacks && battery?.observed == "50%" && battery?.source == "simulation")
    #expect(explanation.parts.first { $0.text == "not hot" }?.state == .holds)
    #expect(explanation.relaxations.map(\.names) == [[.battery, .on]])
  }

  @Test(
    "What is out of range is refused with the column, and what is allowed there",
    arguments: [
      (.battery(atLeast: 101), "column 12: found \"101\", allowed is a percentage, 0 to 100"),
      (.battery(lessThan: -1), "a percentage, 0 to 100"), (.network(""), "a name of 0 bytes"),
      (.network(String(repeating: "x", count: 256)), "a name of 256 bytes"),
      (.noUser(""), "a name of 0 bytes"),
      (.storage(atLeast: -1), "a size such as 10G"), (.storage(atLeastPercent: 101), "a percentage"),
      (.exists("x"), "an absolute path"), (.reachable("-x", port: 1), "HOST:PORT"),
      (.reachable("x", port: 0), "a port from 1 to 65535"), (.check("true"), "a program's absolute path"),
      (.idle(for: .seconds(-5)), "column 10: found \"-5s\", allowed is a length"),
      (.on([] as [BGTaskCondition.Weekday]), "allowed is a day"),
      ((1...64).reduce(.idle) { $0 && .battery(atLeast: $1) }, "too many conditions"),
      ((1...40).reduce(.idle) { $1 % 2 == 0 ? .hot || $0 : .vpn && $0 }, "too deep"),
    ] as [(BGTaskCondition, String)])
  func outOfRange(condition: BGTaskCondition, text: String) {
    for (place, field) in [
      (\BGTaskRequest.when, "when"), (\BGTaskRequest.whileRunning, "while"),
    ] as [(ReferenceWritableKeyPath<BGTaskRequest, BGTaskCondition?>, String)] {
      expectRefusal(request { $0[keyPath: place] = condition }, field, text)
    }
  }

  @Test("A step that comes at once, and one that gives up nothing, are refused")
  func wrongSteps() {
    expectRefusal(
      request { $0.relaxations = [.after(.zero, without: .idle)] }, "relax", "allowed is a length")
    expectRefusal(
      request { $0.relaxations = [.init(after: .seconds(1), without: [])] }, "relax", "allowed is a condition"
    )
    expectRefusal(
      request { $0.relaxations = (1...17).map { .after(.seconds($0), without: .idle) } }, "relax", "up to 16")
  }

  private func expectRefusal(_ request: BGTaskRequest, _ field: String, _ text: String) {
    let error = #expect(throws: BGTaskScheduler.Error.self) { try scheduler.submit(request) }
    #expect(error?.code == .notPermitted)
    #expect(
      error?.localizedDescription.hasPrefix("the request's \(field) cannot be accepted: ") == true,
      "\(String(describing: error))")
    #expect(error?.localizedDescription.contains(text) == true, "\(String(describing: error))")
  }
}
