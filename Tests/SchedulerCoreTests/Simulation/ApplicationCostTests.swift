import Testing

@testable import SchedulerCore

@Suite("Cost of applications")
struct ApplicationCostTests {
  static func configuration(applications count: Int) -> SchedulerConfiguration {
    .served.with {
      $0.applications = (0..<count).map { number in
        Application(name: "app\(number)", permittedIdentifiers: [IdentifierPattern("app\(number).*")])
      }
    }
  }

  /// One connection for each application, with ten identifiers each, and all of them in use by somebody.
  static func crowd(applications count: Int) -> CoreHarness.Crowd {
    var crowd = CoreHarness.Crowd(configuration: configuration(applications: count))
    for number in 0..<count {
      let identifiers = (0..<10).map { "app\(number).task\($0)" }
      let connection = ConnectionID(UInt64(number))
      crowd.take(
        .call(
          .register(
            RegistrationRequest(connection: connection, application: "", identifiers: identifiers))))
      crowd.take(.isNow(.active, "app\(number)", on: UInt64(100_000 + number), uid: 1001))
    }
    return crowd
  }

  /// How many times longer the second takes, in time of the processor and at their best: what else the
  /// machine does only adds to it.
  static func ratio(_ few: () -> Void, _ many: () -> Void) -> Double {
    var best = (few: Int64.max, many: Int64.max)
    for _ in 0..<9 {
      best.few = min(best.few, ProcessorTime.spent(few).nanoseconds)
      best.many = min(best.many, ProcessorTime.spent(many).nanoseconds)
    }
    return Double(best.many) / Double(max(best.few, 1))
  }

  /// A walk over all would cost a hundred times as much; caches that are too small for all cost a little.
  static let most = 15.0

  /// Events of the life of one application, which come back to where they began.
  static let life: [Event] = [
    .submit(.handled("app3.task1")), .cancel("app3.task1"), .disconnected(3),
    .register("app3.task1", "app3.task2", on: 3), .isNow(.active, "app3", on: 3),
    .submit(.handled("app3.task2")), .isNow(.background, "app3", on: 3), .disconnected(3),
    .register("app3.task2", on: 3), .cancel("app3.task2"),
  ]

  @Test("With 1,000 connections and 10,000 identifiers an event costs what it costs with ten connections")
  func events() {
    var few = Self.crowd(applications: 10)
    var many = Self.crowd(applications: 1000)
    #expect(many.scheduler.tables.indexes.handlers.count == 10_000)
    let ratio = Self.ratio(
      { for event in Self.life { few.take(event) } }, { for event in Self.life { many.take(event) } })
    #expect(ratio < Self.most)
  }

  @Test("With 10,000 identifiers on one connection another one costs what it costs with ten")
  func identifiers() {
    var (few, many) = (Registered(10), Registered(9900))
    let ratio = Self.ratio({ for _ in 0..<10 { few.addOne() } }, { for _ in 0..<10 { many.addOne() } })
    #expect(ratio < Self.most)
  }

  /// A connection that has registered so many identifiers.
  struct Registered {
    private var crowd = CoreHarness.Crowd(configuration: .served)
    private let name: String
    private var added = 0

    init(_ count: Int) {
      let identifiers = (0..<count).map { "mail.\($0)" }
      let request = RegistrationRequest(
        connection: ConnectionID(1), application: "", identifiers: identifiers)
      crowd.take(.call(.register(request)))
      name = crowd.scheduler.tables.registrations[ConnectionID(1)]?.name ?? ""
    }

    mutating func addOne() {
      added += 1
      crowd.take(.addIdentifiers(["mail.more\(added)"], to: name))
      crowd.take(.submit(.handled("mail.more\(added)")))
      crowd.take(.cancel("mail.more\(added)"))
    }
  }

  @Test("Finding the application of an identifier costs the same among 1,000 manifests as among ten")
  func catalog() {
    func search(_ count: Int) -> () -> Void {
      let catalog = ApplicationCatalog(Self.configuration(applications: count).applications)
      let names = (0..<200).map { "app\($0 % count)" }
      return {
        let found = names.filter { name in
          catalog.application(permitting: name + ".sync.photos")?.name == name
            && catalog.application(named: name)?.name == name && catalog.application(permitting: "a.b") == nil
        }
        #expect(found.count == names.count)
      }
    }
    #expect(Self.ratio(search(10), search(1000)) < Self.most)
  }

  @Test("Tasks that wait for their application are looked at when it comes, and by nothing else")
  func visits() {
    var crowd = CoreHarness.Crowd(
      configuration: .served.with {
        $0.maximumPendingRefreshPerApplication = 1000
        $0.maximumConcurrentRuns = 2000
      })
    crowd.take(.isNow(.active, "mail", on: 1))
    for number in 0..<1000 { crowd.take(.submit(.handled("mail.\(number)"))) }
    #expect(crowd.scheduler.pendingCount == 1000)
    for event in [
      Event.timer, .register("photos.a", on: 2), .disconnected(2), .conditions([.powerSource(.battery)]),
      .isNow(.active, "photos", on: 3),
    ] {
      let before = crowd.scheduler.counters.tasksVisited
      crowd.take(event)
      #expect(crowd.scheduler.counters.tasksVisited == before, "\(event)")
    }
    let before = crowd.scheduler.counters.tasksVisited
    crowd.take(.isNow(.background, "mail", on: 1))
    #expect(crowd.scheduler.runningCount == 1000)
    #expect(crowd.scheduler.counters.tasksVisited - before <= 2000)
  }
}
