import ConditionSyntax
import Testing

@testable import SchedulerCore

@Suite("Conditions that have to be asked")
struct CheckTests {
  private static func request(_ name: String, _ text: String, while whileText: String? = nil) throws
    -> TaskRequest
  {
    var request = TaskRequest.command(name)
    request.wish = ConditionWish(
      when: try ConditionSyntax.parse(text), whileRunning: try whileText.map { try ConditionSyntax.parse($0) }
    )
    return request
  }

  private static func yes(_ core: CoreHarness, _ number: Int) -> Event {
    .checked(core.check(number), CheckFinding(holds: true, words: "yes"))
  }

  private static func no(_ core: CoreHarness, _ number: Int) -> Event {
    .checked(core.check(number), CheckFinding(holds: false, words: "no"))
  }

  @Test("It is asked as its user when it is submitted; the answer lets the task start, or is asked again")
  func asked() throws {
    var core = CoreHarness()
    core.at(
      0, .submit(try Self.request("a", "exists /x")),
      gives: [
        "put 1 a with payload", "report submitted 1 a waiting waits for when",
        "check 1: exists \"/x\" as 1000 in 10s", "reply submitted 1 a waiting",
      ])
    core.at(1, Self.no(core, 1), gives: ["arm point 61s"])
    core.at(61, .timer, gives: ["check 2: exists \"/x\" as 1000 in 10s", "arm never"])
    let lines = core.take(Self.yes(core, 2), at: 62)
    #expect(lines.contains("launch #1 a for 30s and 5s"))
  }

  @Test("It is asked when nothing else is lacking, and not when something else is enough")
  func onlyWhenNeeded() throws {
    var core = CoreHarness(conditions: [.flag(.vpn, false), .flag(.idle, true)])
    core.take(.submit(try Self.request("a", "exists /x and vpn")), at: 0)
    #expect(core.asked.isEmpty)
    #expect(
      core.take(.submit(try Self.request("b", "exists /y or idle")), at: 1).contains(
        "launch #1 b for 30s and 5s"))
    #expect(core.asked.isEmpty)
    core.take(.conditions([.flag(.vpn, true)]), at: 2)
    #expect(core.asked == ["exists \"/x\""])
  }

  @Test("It is not asked while there is no room, nor while a boot settles")
  func behindGates() throws {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("first")), at: 0)
    core.take(.submit(try Self.request("a", "exists /x")), at: 1)
    #expect(core.asked.isEmpty)
    core.take(.runStarted(core.run(1)), at: 2)
    core.take(.runEnded(core.run(1), .status(0)), at: 3)
    #expect(core.asked == ["exists \"/x\""])

    var booted = CoreHarness(configuration: .plain.with { $0.settling = .seconds(5) }, isStarted: false)
    booted.start(at: 0, sameBoot: false)
    booted.take(.submit(try Self.request("a", "exists /x")), at: 1)
    #expect(booted.asked.isEmpty)
    booted.take(.timer, at: 5)
    #expect(booted.asked == ["exists \"/x\""])
  }

  @Test("What could not be asked counts for neither side, and is asked again")
  func unanswered() throws {
    for text in ["exists /x", "not exists /x"] {
      var core = CoreHarness()
      core.take(.submit(try Self.request("a", text)), at: 0)
      core.at(
        1, .checked(core.check(1), CheckFinding(holds: nil, words: "nobody there")),
        gives: ["report held 1 a waits for unknownCondition", "arm point 61s"])
      core.take(.timer, at: 61)
      #expect(core.asked.count == 2)
      #expect(
        core.take(text == "exists /x" ? Self.yes(core, 2) : Self.no(core, 2), at: 62).contains {
          $0.hasPrefix("launch")
        })
    }
  }

  @Test("A daemon that runs programs as one user only cannot ask as another, and says so")
  func otherUsers() throws {
    let rules = SchedulerConfiguration.plain.with { $0.onlyCommandUser = 1000 }
    var core = CoreHarness(configuration: rules)
    let inquiry = Inquiry(try ConditionSyntax.parse("exists /x or not mounted /y"), of: 1001)
    core.at(0, .inquired(ConnectionID(1), inquiry), gives: ["answer 1 does not", "arm point 60s"])
    #expect(core.asked.isEmpty)
    let observed = core.scheduler.answer(to: inquiry, at: core.moment(1)).expression.compactMap(\.observed)
    let words = "could not be checked: this daemon runs as user 1000 and cannot check as user 1001"
    #expect(observed == [words, words])
  }

  @Test("What runs by it is asked about again and again, and stopped when the answer is no")
  func whileRunning() throws {
    var core = CoreHarness()
    var request = try Self.request("a", "vpn", while: "exists /x")
    request.runtimeLimit = .minutes(10)
    request.retry = Retry(backoff: .none)
    core.take(.submit(request), at: 0)
    core.take(Self.yes(core, 1), at: 1)
    core.take(.runStarted(core.run(1)), at: 2)
    core.at(61, .timer, gives: ["check 2: exists \"/x\" as 1000 in 10s", "arm point 602s"])
    core.take(Self.yes(core, 2), at: 62)
    core.take(.timer, at: 122)
    #expect(core.asked.count == 3)
    #expect(core.take(Self.no(core, 3), at: 123).contains("expire #1 when in 5s"))
    core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 124)
    core.at(300, .timer, gives: ["arm never"])
    #expect(core.asked.count == 3)
  }

  @Test("A stopped run is told what it lost, and not what is being asked again")
  func lossNamesWhatIsLost() throws {
    var core = CoreHarness()
    let checks = "exists /x and exists /y and exists /z"
    var request = try Self.request("a", checks, while: checks)
    request.runtimeLimit = .hours(1)
    core.take(.submit(request), at: 0)
    for number in 1...3 { core.take(Self.yes(core, number), at: Double(number)) }
    core.take(.runStarted(core.run(1)), at: 3)
    // All three answers are old, and they are asked one after the other.
    core.take(.timer, at: 64)
    core.take(Self.yes(core, 4), at: 65)
    let asking = core.explanation("a", at: 66)?.expression.filter { $0.depth == 1 }
    #expect(asking?.map(\.state) == [.holds, .unknown, .unknown])
    #expect(asking?.map { $0.observed ?? "" } == ["yes", "is being checked", "is to be checked again"])
    #expect(core.take(Self.no(core, 5), at: 66).contains("expire #1 when in 5s"))
    let lack = core.scheduler.activeRuns.first?.stopReason
    #expect(lack?.message == #"it waits for "exists "/y"""#)
    #expect(lack?.observed == #"exists "/y": no"#)
  }

  @Test("Each user is asked for by one question at a time, and two tasks of theirs share an answer")
  func users() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("a", "exists /x"), uid: 1000), at: 0)
    core.take(.submit(try Self.request("b", "exists /y"), uid: 1000), at: 0)
    core.take(.submit(try Self.request("c", "exists /x and not locked"), uid: 1000), at: 0)
    core.take(.submit(try Self.request("a", "exists /x"), uid: 1001), at: 0)
    #expect(core.asked == ["exists \"/x\"", "exists \"/x\""])
    let lines = core.take(Self.yes(core, 1), at: 1)
    #expect(
      lines.filter { $0.hasPrefix("launch") } == ["launch #1 a for 30s and 5s", "launch #2 c for 30s and 5s"])
    #expect(core.asked == ["exists \"/x\"", "exists \"/x\"", "exists \"/y\""])
    // The other user's answer is not theirs.
    #expect(core.explanation("a", uid: 1001, at: 1)?.expression.first?.observed == "is being checked")
  }

  @Test(
    "Nobody asks for what waits for its group or its host; what waits behind it for the same is asked for",
    arguments: [Lane.group, .host])
  private func otherLanes(_ lane: Lane) throws {
    var core = CoreHarness(configuration: .plain.with { $0.maximumTransfersPerHost = 1 })
    core.take(.submit(try lane.request("runs", "a", nil)), at: 0)
    core.take(.submit(try lane.request("behind", "a", "exists /x")), at: 1)
    #expect(core.asked.isEmpty)
    core.take(.submit(try lane.request("other", "b", "exists /y")), at: 2)
    try #require(core.asked == [#"exists "/y""#])
    core.take(Self.no(core, 1), at: 3)
    core.take(.runEnded(core.run(1), .status(0)), at: 4)
    #expect(core.asked == [#"exists "/y""#, #"exists "/x""#])
  }

  /// A reason for tasks to stand behind one another.
  private enum Lane {
    case group, host

    func request(_ name: String, _ place: String, _ when: String?) throws -> TaskRequest {
      try .command(name, when) {
        switch self {
        case .group: $0.order.group = place
        case .host:
          $0.kind = .transfer
          $0.transfer = TransferRule(host: place, priority: .normal, isDiscretionary: false, session: nil)
        }
      }
    }
  }

  @Test("An answer does not outlive the network that it was got over, nor a sleep")
  func expiry() throws {
    var core = CoreHarness(conditions: [.network(.unmetered)])
    core.take(.submit(try Self.request("a", "reachable a:1")), at: 0)
    core.take(Self.no(core, 1), at: 1)
    core.take(.conditions([.names(.networkNames, ["Home"])]), at: 2)
    #expect(core.asked.count == 2)
    core.take(Self.no(core, 2), at: 3)
    core.take(.resumed, at: 4)
    #expect(core.asked.count == 3)
  }

  @Test("Nobody asks, and nobody is woken, when nobody waits any more")
  func cancelled() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("a", "exists /x")), at: 0)
    core.take(Self.no(core, 1), at: 1)
    core.at(
      2, .cancel("a"), gives: ["delete 1", "report cancelled 1 a", "reply done", "arm never"])
    core.take(.submit(try Self.request("b", "exists /x")), at: 3)
    core.take(.cancel("b"), at: 4)
    // What comes too late is of no use to anybody.
    core.at(5, Self.yes(core, 2), gives: [])
    core.take(.submit(try Self.request("c", "exists /x")), at: 6)
    #expect(core.asked.count == 3)
  }

  @Test("It is explained: not asked yet, being asked, what was found and since when")
  func explained() throws {
    var core = CoreHarness(conditions: [.flag(.vpn, false)])
    core.take(.submit(try Self.request("a", "exists /x and vpn")), at: 0)
    #expect(
      core.explanation("a", at: 0)?.expression.map { $0.observed ?? "" } == [
        "", "is checked when everything else holds", "no",
      ])
    core.take(.conditions([.flag(.vpn, true)]), at: 1)
    #expect(core.explanation("a", at: 1)?.expression.dropFirst().first?.observed == "is being checked")
    core.take(Self.no(core, 1), at: 2)
    let line = core.explanation("a", at: 3)?.expression.dropFirst().first
    #expect(line?.state == .lacks && line?.observed == "no" && line?.since == .at(2))
    #expect(core.reasons("a", at: 3) == ["when"])
  }

  @Test("Time wakes to ask where it lets something start, and not where it has closed the way by then")
  func times() throws {
    // 1,700,000,000 is 22:13:20 UTC.
    var core = CoreHarness()
    core.take(.submit(try Self.request("a", "exists /x and between 23:00 and 24:00")), at: 0)
    #expect(core.asked.isEmpty)
    core.at(2800, .timer, gives: ["check 1: exists \"/x\" as 1000 in 10s", "arm never"])
    core.at(2801, Self.no(core, 1), gives: ["arm point 2861s"])
    core.at(2861, .timer, gives: ["check 2: exists \"/x\" as 1000 in 10s", "arm never"])
    core.at(6390, Self.no(core, 2), gives: ["arm date 89200s"])
    core.at(89_200, .timer, gives: ["check 3: exists \"/x\" as 1000 in 10s", "arm never"])
  }

  @Test("Who waits without a task asks, too; what is given up is not asked")
  func others() throws {
    var core = CoreHarness()
    core.take(
      .inquired(ConnectionID(1), Inquiry(try ConditionSyntax.parse("exists /x"), of: 7)), at: 0)
    #expect(core.asked == ["exists \"/x\""])
    #expect(core.take(Self.yes(core, 1), at: 1).contains("answer 1 holds"))

    var request = try Self.request("a", "exists /y")
    request.wish = ConditionWish(
      when: request.wish.when, relaxations: [Relaxation(after: .seconds(100), without: ["exists"])])
    core.take(.submit(request), at: 2)
    core.take(Self.no(core, 2), at: 3)
    #expect(core.take(.timer, at: 102).contains("launch #1 a for 30s and 5s"))
  }

  @Test("A user's programs have so much room for words; beyond it people read yes or no, others read all")
  func words() throws {
    var core = CoreHarness()
    let long = String(repeating: "x", count: 255)
    func ask(_ number: Int, uid: UInt32) throws -> String? {
      core.take(.submit(try Self.request("t\(number)", "exists /\(number)"), uid: uid), at: 0)
      core.take(.checked(core.check(number), CheckFinding(holds: false, words: long)), at: 0)
      return core.scheduler.explain("t\(number)", of: uid, at: core.moment(0))?.expression.first?.observed
    }
    let room = AnswerWords.share / 255
    for number in 1...room { #expect(try ask(number, uid: 7) == long) }
    #expect(try ask(room + 1, uid: 7) == "no")
    #expect(try ask(room + 2, uid: 8) == long)
    core.take(.call(.cancelAll, uid: 7), at: 0)
    while core.scheduler.tasks(of: 7, prefix: "").count > 0 { core.take(.goOn, at: 0) }
    #expect(try ask(room + 3, uid: 7) == long)
  }

  @Test("A thousand that wait for one answer cost one question, and nothing while it is under way")
  func many() throws {
    var core = CoreHarness()
    let batch = try (0..<1000).map { try Self.request("t\($0)", "exists /x") }
    core.take(.submitBatch(batch), at: 0)
    while core.scheduler.isSubmitting { core.take(.goOn, at: 0) }
    let before = core.scheduler.counters.tasksVisited
    core.take(.conditions([.flag(.locked, true)]), at: 1)
    #expect(core.asked.count == 1 && core.scheduler.counters.tasksVisited - before < 50)
  }
}

extension CoreHarness {
  /// What was asked so far.
  var asked: [String] { notation.checkTexts }
}
