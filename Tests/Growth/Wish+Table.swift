import SchedulerCore

extension Wish {
  /// The rows of the table.
  static let all =
    plain + expressions + checks + calendars + orders + relaxations + applications + transfers + deadlines

  /// What the machine has or has not, and what holds work back besides.
  static let plain: [Wish] = [
    Wish(name: "external power", isSimple: true) { try .waiting($0) },
    Wish(name: "external power, a user each", owner: eachTheirOwn) { try .waiting($0) },
    Wish(name: "a date each", ripensAfter: 10_200, isSimple: true) { number in
      try .waiting(number) { $0.earliestBegin = .at(7200 + Double(number) / 40) }
    },
    Wish(name: "paths", owner: { 1000 + UInt32($0 / PathTrigger.limitPerUser) }, ripensAfter: 70) { number in
      try .waiting(number) { $0.pathTrigger = PathTrigger(["/\(number)"]) }
    },
    Wish(name: "a lease each", leaseSeconds: 86_400) { try .waiting($0) },
    Wish(name: "a lease each, lost", mayBeMissed: true, leaseSeconds: 3600) { try .waiting($0) },
    Wish(name: "paused", preparation: [.pause("org.example.t*")]) { try .waiting($0) },
    Wish(name: "retries", exit: { .status($0 == 1 ? 1 : 0) }) { number in
      try .waiting(number) { $0.retry = Retry() }
    },
  ]

  /// What a request says in its own words.
  static let expressions: [Wish] = [
    Wish(name: "an expression each") { try .command(identifier($0), twelveNetworks(of: $0)) },
    Wish(name: "an expression each, a user each", owner: eachTheirOwn) {
      try .command(identifier($0), twelveNetworks(of: $0))
    },
    Wish(name: "one expression for all") { try .command(identifier($0), twelveNetworks(of: 0)) },
    Wish(name: "a hold each", ripensAfter: 3600) {
      try .command(identifier($0), "idle for \(600_000 + $0 * 500)ms")
    },
    Wish(name: "a time window each", ripensAfter: noon) { number in
      try .command(identifier(number), window(of: number)) { $0.runtimeLimit = .hours(24) }
    },
  ]

  /// What has to be asked. Answers count for long, so that an hour is not all questions.
  static let checks: [Wish] = [
    Wish(name: "a check each", configuration: asksSeldom, ripensAfter: 1801) {
      try .command(identifier($0), #"exists "/\#($0)""#)
    },
    Wish(
      name: "a check each, a user each", configuration: asksSeldom, owner: eachTheirOwn, ripensAfter: 1801
    ) { try .command(identifier($0), #"exists "/\#($0)""#) },
    Wish(name: "one check for all", configuration: asksSeldom, ripensAfter: 1801) {
      try .command(identifier($0), #"exists "/""#)
    },
  ]

  static let calendars: [Wish] = [
    Wish(name: "a time of day each") { number in
      try .waiting(number) { $0.calendar = .daily(at: second(of: number)) }
    },
    Wish(name: "a time of day each, in a zone") { number in
      try .waiting(number) { $0.calendar = .daily(at: second(of: number), in: .summery) }
    },
    Wish(name: "one time of day for all") { number in
      try .waiting(number) { $0.calendar = .daily(at: 4 * 3600) }
    },
  ]

  /// What comes after something else, and what does not run beside it.
  static let orders: [Wish] = [
    Wish(name: "a chain") { number in
      try .waiting(number) {
        if number > 0 { $0.order.predecessors = [Predecessor(identifier(number - 1))] }
      }
    },
    Wish(name: "all after one") { number in
      try .waiting(number) { if number > 0 { $0.order.predecessors = [Predecessor(identifier(0))] } }
    },
    Wish(name: "one group") { try .waiting($0) { $0.order.group = "all" } },
    Wish(name: "groups of ten") { number in
      try .waiting(number) { $0.order.group = "group\(number / 10)" }
    },
  ]

  static let relaxations: [Wish] = [
    Wish(name: "a relaxation each", ripensAfter: 3600) {
      try .command(identifier($0), #"network "n\#($0)""#, relax: "after 1h without network")
    }
  ]

  static let applications: [Wish] = [
    Wish(
      name: "one application",
      configuration: { configuration, _ in
        configuration.applications = [.named("example", permitting: "org.example.*")]
      }
    ) { try .waiting($0) { $0.target = .application } },
    Wish(
      name: "an application each",
      configuration: { configuration, count in
        configuration.applications = (0..<count).map { .named("a\($0)", permitting: identifier($0)) }
      }
    ) { try .waiting($0) { $0.target = .application } },
  ]

  static let transfers: [Wish] = [
    Wish(name: "transfers, one host") { number in try .transfer(number, to: "host:443") },
    Wish(name: "transfers, a host each") { number in try .transfer(number, to: "host\(number):443") },
    Wish(name: "transfers, one session") { number in
      number == 0 ? try .waiting(0) : try .transfer(number, to: "host:443", session: identifier(0))
    },
  ]

  static let deadlines: [Wish] = [
    Wish(name: "a deadline, drop", mayBeMissed: true) { try .due($0, .drop) },
    Wish(name: "a deadline, run") { try .due($0, .run) },
    Wish(name: "a deadline, wait") { try .due($0, .wait) },
  ]

  private static let asksSeldom: @Sendable (inout SchedulerConfiguration, Int) -> Void = { configuration, _ in
    configuration.checkInterval = .minutes(30)
  }

  /// A time of day; however many tasks there are, they are spread evenly over it.
  private static func second(of number: Int) -> Int { number * 53_399 % 86_400 }

  /// Networks that nobody else asks for, and a condition that is the same for all.
  private static func twelveNetworks(of number: Int) -> String {
    let pairs = (1...12).map { #"(network "a-\#(number)-\#($0)" or network "b-\#(number)-\#($0)")"# }
    return pairs.joined(separator: " and ") + " or vpn"
  }

  /// From the test's beginning, which is in the evening, to two minutes past noon.
  static let noon = 49_720.0

  /// About that noon, and not in the evening before.
  private static func window(of number: Int) -> String {
    func text(_ minutes: Int) -> String {
      "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
    return "between \(text(30 + number % 690)) and \(text(750 + number % 580))"
  }
}

extension TaskRequest {
  /// A command that waits for external power, unless that is changed.
  fileprivate static func waiting(
    _ number: Int, _ change: (inout TaskRequest) -> Void = { _ in }
  ) throws -> TaskRequest {
    try .command(Wish.identifier(number), nil) {
      $0.requirements = .externalPower
      change(&$0)
    }
  }

  fileprivate static func transfer(
    _ number: Int, to host: String, session: String? = nil
  ) throws -> TaskRequest {
    try .waiting(number) {
      $0.kind = .transfer
      $0.transfer = TransferRule(host: host, session: session)
    }
  }

  /// A task that should begin within half an hour.
  fileprivate static func due(_ number: Int, _ policy: DeadlinePolicy) throws -> TaskRequest {
    try .waiting(number) {
      $0.deadline = .at(1800)
      $0.onDeadline = policy
    }
  }
}

extension CalendarSchedule {
  /// Every day, so many seconds after midnight.
  fileprivate static func daily(at seconds: Int, in zone: CalendarExpression.Zone? = nil) -> CalendarSchedule
  {
    var fields = CalendarExpression.Fields()
    fields.hour = CalendarField(.hour, [.init(start: seconds / 3600 % 24)])
    fields.minute = CalendarField(.minute, [.init(start: seconds / 60 % 60)])
    fields.second = CalendarField(.second, [.init(start: seconds % 60 * CalendarField.Kind.second.unit)])
    return CalendarSchedule([CalendarExpression(fields, zone: zone)])
  }
}

extension CalendarExpression.Zone {
  /// Thirty years of summer time.
  fileprivate static let summery = CalendarExpression.Zone(
    name: "Europe/Berlin",
    rules: ZoneRules(
      firstOffset: 3600,
      transitions: (0..<60).map {
        ZoneRules.Transition(at: .at(Double($0) * 182.5 * 86_400), offset: $0.isMultiple(of: 2) ? 7200 : 3600)
      }))
}

extension Application {
  fileprivate static func named(_ name: String, permitting pattern: String) -> Application {
    Application(name: name, permittedIdentifiers: [IdentifierPattern(pattern)])
  }
}

extension Event {
  /// The user's tasks that are called so do not start until somebody says otherwise.
  static func pause(_ identifiers: String, uid: UInt32 = 1000) -> Event {
    .call(.pause(PauseScope(uid: uid, identifiers: identifiers), until: nil, stops: false), uid: uid)
  }
}
