import BackgroundTasks
import ConditionSyntax
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

struct ConditionTests {
  typealias Condition = BGTaskCondition

  /// Every condition that is said by its name alone, and the same for a while.
  static let plain: [(Condition, Condition, String)] = [
    (.externalPower, .externalPower(for: .seconds(90)), "external-power"),
    (.notCharging, .notCharging(for: .seconds(90)), "not-charging"),
    (.network, .network(for: .seconds(90)), "network"),
    (.unmetered, .unmetered(for: .seconds(90)), "unmetered"),
    (.vpn, .vpn(for: .seconds(90)), "vpn"), (.idle, .idle(for: .seconds(90)), "idle"),
    (.locked, .locked(for: .seconds(90)), "locked"),
    (.lidClosed, .lidClosed(for: .seconds(90)), "lid-closed"),
    (.lowPower, .lowPower(for: .seconds(90)), "low-power"), (.hot, .hot(for: .seconds(90)), "hot"),
    (.cpuPressure, .cpuPressure(for: .seconds(90)), "cpu-pressure"),
    (.memoryPressure, .memoryPressure(for: .seconds(90)), "memory-pressure"),
    (.ioPressure, .ioPressure(for: .seconds(90)), "io-pressure"),
    (.storageLow, .storageLow(for: .seconds(90)), "storage-low"),
    (.noUser, .noUser(for: .seconds(90)), "no-user logged in"),
  ]

  /// The others.
  static let others: [(Condition, String)] = [
    (.battery(atLeast: 60), "battery >= 60"), (.battery(moreThan: 0), "battery > 0"),
    (.battery(atMost: 100, for: .seconds(3600)), "battery <= 100 for 1h"),
    (.battery(lessThan: 5), "battery < 5"),
    (.battery(atLeast: 1, for: .seconds(1)), "battery >= 1 for 1s"),
    (.network("Home"), #"network "Home""#), (.network(#"a"b\c"#), #"network "a\"b\\c""#),
    (.network("Zuhause (oben)", for: .seconds(60)), #"network "Zuhause (oben)" for 1min"#),
    (.bluetooth("Car"), #"bluetooth "Car""#),
    (.bluetooth("Car", for: .seconds(60)), #"bluetooth "Car" for 1min"#),
    (.noUser("alice"), #"no-user "alice" logged in"#),
    (.noUser("alice", for: .seconds(60)), #"no-user "alice" logged in for 1min"#),
    (.storage(atLeast: 10 << 30), "storage >= 10G"),
    (.storage(atLeast: 1, at: "/srv"), #"storage "/srv" >= 1"#),
    (.storage(atLeastPercent: 20), "storage >= 20%"), (.mounted("/mnt"), #"mounted "/mnt""#),
    (.exists("/media/a b"), #"exists "/media/a b""#),
    (.reachable("nas.local", port: 445), #"reachable "nas.local:445""#),
    (.reachable("fe80::1", port: 22), #"reachable "[fe80::1]:22""#),
    (.load(lessThan: 0.5), "load < 0.5 per core"), (.check("/bin/true"), #"check "/bin/true""#),
    (.between("22:00", "06:00"), "between 22:00 and 06:00"),
    (.between("6:05", "24:00"), "between 06:05 and 24:00"),
    (.on(.monday), "on mon"), (.on(.sunday, .friday, .monday), "on mon, fri, sun"),
    (.on(.monday ... .friday), "on mon..fri"), (.on([.saturday, .sunday]), "on sat, sun"),
    (.on(Condition.Weekday.allCases), "on mon..sun"),
  ]

  @Test("Every condition of the language can be said, and prints as the language has it")
  func everyCondition() throws {
    var names: Set<String> = []
    let all = Self.plain.flatMap { [($0.0, $0.2), ($0.1, "\($0.2) for 90s")] } + Self.others
    for (condition, text) in all {
      #expect(condition.description == text)
      #expect(try ConditionSyntax.parse(text).text == text)
      #expect(try Condition(parsing: text) == condition)
      names.insert(text.split(separator: " ").first.map(String.init) ?? "")
    }
    #expect(names == Set(ConditionSyntax.names))
    #expect(Set(Condition.Name.allCases.map(\.rawValue)) == Set(ConditionSyntax.names))
  }

  @Test(
    "not binds most firmly, or least; parentheses stand only where they are needed",
    arguments: [
      (.idle && .vpn || .hot, "idle and vpn or hot"), (.idle && (.vpn || .hot), "idle and (vpn or hot)"),
      (.idle || .vpn && .hot, "idle or vpn and hot"), ((.idle || .vpn) && .hot, "(idle or vpn) and hot"),
      (.idle && (.vpn && .hot), "idle and vpn and hot"), ((.idle || .vpn) || .hot, "idle or vpn or hot"),
      (!.idle && .vpn, "not idle and vpn"), (!(.idle && .vpn), "not (idle and vpn)"),
      (!(.idle || .vpn), "not (idle or vpn)"), (!(!.idle), "idle"),
      (!(!(.idle || .vpn)) || .hot, "idle or vpn or hot"),
      (!.idle(for: .seconds(60)), "not idle for 1min"),
    ] as [(BGTaskCondition, String)])
  func precedence(condition: Condition, text: String) throws {
    #expect(condition.description == text)
    #expect(try Condition(parsing: text) == condition)
  }

  @Test("Whatever is put together reads back as the same")
  func anything() throws {
    var generator = SplitMix64(seed: 11)
    let leaves = Self.plain.flatMap { [$0.0, $0.1] } + Self.others.map(\.0)
    for _ in 0..<500 {
      let condition = Self.random(&generator, leaves, depth: 4)
      #expect(Condition(condition.description) == condition, "\(condition)")
      #expect(try ConditionSyntax.parse(condition.description).text == condition.description)
    }
  }

  private static func random(_ generator: inout SplitMix64, _ leaves: [Condition], depth: Int) -> Condition {
    let leaf = leaves[Int.random(in: leaves.indices, using: &generator)]
    guard depth > 0 else { return leaf }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      return random(&generator, leaves, depth: depth - 1) && random(&generator, leaves, depth: depth - 1)
    case 1:
      return random(&generator, leaves, depth: depth - 1) || random(&generator, leaves, depth: depth - 1)
    case 2: return !random(&generator, leaves, depth: depth - 1)
    default: return leaf
    }
  }

  @Test(
    "A span is rounded up to microseconds, and is at most 100 years; none is the condition alone",
    arguments: [
      (Duration.zero, "idle"), (.nanoseconds(1), "idle for 1us"), (.nanoseconds(1001), "idle for 2us"),
      (.milliseconds(1500), "idle for 1500ms"), (.seconds(5400), "idle for 90min"),
      (.seconds(86_400), "idle for 1d"), (.seconds(Int64.max), "idle for 36600d"),
      (.seconds(-5), "idle for -5s"),
    ])
  func spans(span: Duration, text: String) { #expect(Condition.idle(for: span).description == text) }

  @Test("Times of day are read and made of numbers; what is none is nil")
  func timesOfDay() throws {
    typealias Time = Condition.TimeOfDay
    for (text, hour, minute) in [("0:00", 0, 0), ("06:05", 6, 5), ("23:59", 23, 59), ("24:00", 24, 0)] {
      let time = try #require(Time(hour: hour, minute: minute))
      #expect(Time(String(text)) == time && time.hour == hour && time.minute == minute)
      #expect(Time(time.description) == time)
    }
    #expect(Time(hour: 6) == "06:00" && "06:00" < ("22:00" as Time))
    for text in ["", "6", "24:01", "25:00", "06:60", "6:5", "+6:00", "06:00:00", "six"] {
      #expect(Time(String(text)) == nil, "\(text)")
    }
    for (hour, minute) in [(-1, 0), (24, 1), (0, 60), (0, -1), (.max, 0)] {
      #expect(Time(hour: hour, minute: minute) == nil)
    }
  }

  @Test("A time of day in the source that is none is a programming error")
  func literal() async {
    await #expect(processExitsWith: .failure) { _ = BGTaskCondition.TimeOfDay(stringLiteral: "25:00") }
  }

  @Test("A text that is no expression says where, what was found, and what is allowed")
  func wrongText() {
    let error = #expect(throws: Condition.SyntaxError.self) {
      try Condition(parsing: "external-power and unmeterd")
    }
    #expect(error?.column == 20)
    #expect(error?.message.hasSuffix("did you mean unmetered?") == true)
    #expect(error?.localizedDescription == error?.description)
    #expect(error?.description.hasPrefix("column 20: found \"unmeterd\"") == true)
    #expect(Condition("unmeterd") == nil)
  }

  @Test("What a request asks goes to the daemon as texts, and so does what its copy asks")
  func sent() throws {
    let (daemon, scheduler) = try ScriptedDaemon.withScheduler()
    let request = BGProcessingTaskRequest(identifier: "org.example.a")
    request.when = .network("Home") && .idle(for: .seconds(600))
    request.whileRunning = !.hot
    request.relaxations = [
      .after(.seconds(86_400), without: .idle),
      .init(after: .seconds(7 * 86_400), without: [.network, .noUser]),
    ]
    request.unknownConditions = .wait
    let expected = Wire.TaskRequest(
      identifier: "org.example.a", kind: .processing, when: #"network "Home" and idle for 10min"#,
      while: "not hot", relax: "after 1d without idle; after 7d without network, no-user",
      unknownConditions: .wait)
    let copy = try #require(request.copy() as? BGProcessingTaskRequest)
    for request in [request, copy] {
      try scheduler.submit(request)
      #expect(daemon.next(\.submission) == expected)
    }
    #expect(
      request.relaxations.map(\.description) == [
        "after 1d without idle", "after 7d without network, no-user",
      ])
  }
}
