import ConditionSyntax
import Testing

@testable import SchedulerCore

@Suite("Slices")
struct SliceTests {
  /// What asks for names of its own, and is due at one date.
  private static func alike(_ number: Int) throws -> TaskRequest {
    let parts = (0..<4).map { "(network \"a\(number)-\($0)\" or network \"b\(number)-\($0)\")" }
    return try .command("t\(number)", parts.joined(separator: " and ")) { $0.earliestBegin = .at(100) }
  }

  /// A task that waits for what does not come, until it is dropped.
  private static func dropped(_ identifier: String, at seconds: Double) throws -> TaskRequest {
    try .command(identifier, "vpn") {
      $0.deadline = .at(seconds)
      $0.onDeadline = .drop
    }
  }

  private static func harness(_ count: Int) throws -> CoreHarness {
    var core = CoreHarness(
      configuration: .plain, conditions: [.network(.unmetered), .names(.networkNames, [])])
    for number in 0..<count { core.take(.submit(try alike(number)), at: 0) }
    return core
  }

  @Test("What is due at once is taken in with others in between, and told once each")
  func due() throws {
    let count = 600
    var core = try Self.harness(count)
    var told = 0
    var answers = 0
    var rounds = 0
    var next: Event? = .timer
    while let event = next {
      let before = core.scheduler.counters.tasksVisited
      let directives = core.directives(event, at: 100)
      for case .report(.held) in directives { told += 1 }
      // No event takes in more than a part of them.
      #expect(core.scheduler.counters.tasksVisited - before < count)
      next = directives.contains(.goOn) ? .goOn : nil
      rounds += 1
      let between = core.directives(
        .submit(.command("between\(rounds)") { $0.earliestBegin = .at(999) }), at: 100)
      for case .reply(_, .submitted) in between { answers += 1 }
      for case .report(.held) in between { told += 1 }
    }
    #expect(rounds > 2)
    #expect(answers == rounds)
    #expect(told == count)
  }

  @Test("A user who ends pauses over and over keeps nobody else's tasks from starting")
  func endlessPauses() {
    func call(_ call: Call, _ uid: UInt32) -> Event { .call(call, uid: uid) }
    let all = PauseScope(uid: 1000, identifiers: "t*")
    let other = PauseScope(uid: 1000, identifiers: "none")
    let victims = PauseScope(uid: 1001, identifiers: nil)
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingPerUser = 10_000 })
    core.take(call(.pause(all, until: nil, stops: false), 1000), at: 0)
    for part in 0..<4 {
      core.take(.submitBatch((0..<1000).map { .command("t\(part)-\($0)") }), at: 0)
    }
    core.take(call(.pause(victims, until: nil, stops: false), 1001), at: 1)
    core.take(.submit(.command("v"), uid: 1001), at: 1)
    core.take(.submit(.command("due") { $0.earliestBegin = .at(3) }, uid: 1002), at: 1)
    core.take(call(.pause(other, until: nil, stops: false), 1000), at: 2)
    core.take(call(.resume(other), 1000), at: 2)
    core.take(call(.resume(victims), 1001), at: 2)
    var rounds = 0
    while core.scheduler.runningCount < 2, rounds < 100 {
      core.take(call(.pause(other, until: nil, stops: false), 1000), at: 3)
      core.take(call(.resume(other), 1000), at: 3)
      rounds += 1
    }
    #expect(rounds < 20)
  }

  @Test("A user whose passed deadlines are handled some at a time keeps nobody else's tasks from starting")
  func passedDeadlines() throws {
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingPerUser = 10_000 })
    for part in 0..<2 {
      core.take(
        .submitBatch(
          try (0..<1000).map { try Self.dropped("t\(part)-\($0)", at: 10) }), at: 0)
    }
    for uid: UInt32 in 999...1002 {
      core.take(.submit(.command("ready") { $0.earliestBegin = .at(10) }, uid: uid), at: 0)
    }
    core.take(.timer, at: 10)
    #expect(core.scheduler.tables.indexes.deadlines.behind[1000] != nil)
    while core.directives(.goOn, at: 10).contains(.goOn) {}
    core.take(.submit(.command("now"), uid: 1001), at: 10)
    #expect(Set(core.scheduler.activeRuns.map(\.identifier)) == ["ready", "now"])
    #expect(Set(core.scheduler.activeRuns.map(\.uid)) == [999, 1001, 1002])
    #expect(core.reasons("ready", at: 10).first == "passedDeadlines")
  }

  @Test("An end is stored once, however many tasks come after it, and none of these is stored for it")
  func manyEnds() throws {
    var core = CoreHarness(configuration: .plain, conditions: [.flag(.vpn, false)])
    let first = (0..<32).map { Predecessor("r\($0)", mustSucceed: false) }
    core.take(
      .submitBatch(
        (0..<400).map { number in
          .command("t\(number)") {
            $0.order = TaskOrder(predecessors: first)
            $0.earliestBegin = .at(1000)
          }
        }), at: 0)
    core.take(.submitBatch(try (0..<32).map { try Self.dropped("r\($0)", at: 2) }), at: 0)
    var written: [StoreChange] = []
    var next: Event? = .timer
    while let event = next {
      let decision = core.decision(on: event, at: 3)
      written += decision.changes
      next = decision.directives.contains(.goOn) ? .goOn : nil
    }
    let ends = written.count { if case .putEnd = $0 { true } else { false } }
    let tasks = written.count { if case .putTask = $0 { true } else { false } }
    #expect((ends, tasks) == (32, 0))
    #expect(core.scheduler.tables.tasks.entries.allSatisfy { core.awaited(of: $0).isEmpty })
    // They all go, and the ends with them.
    _ = Self.goOn(&core, after: .call(.cancelAll), at: 3)
    #expect(core.store.ends.isEmpty)
  }

  @Test("Equal leaves are one, whoever asks for them, and what has gone holds nothing")
  func leaves() throws {
    var core = CoreHarness(conditions: [.network(.unmetered), .names(.networkNames, [])])
    for number in 0..<100 {
      core.take(.submit(try .command("t\(number)", "network \"one\" and battery > \(number % 10)")), at: 0)
    }
    #expect(core.scheduler.expressions.leafCount == 11)
    core.take(.call(.cancelAll), at: 1)
    #expect(core.scheduler.expressions.isEmpty && core.scheduler.expressions.leafCount == 0)
    #expect(core.scheduler.tables.indexes.pending.allHeldBytes == 0)
  }

  @Test("What holds for none of the names is looked at for those that come and go alone")
  func names() throws {
    var core = try Self.harness(100)
    core.take(.timer, at: 100)
    let before = core.scheduler.expressions.looks
    core.take(.conditions([.names(.networkNames, ["a7-0"])]), at: 101)
    #expect((1...4).contains(core.scheduler.expressions.looks - before))
  }

  @Test("What runs and loses what it trusts in is stopped in slices, and before what waits is gone through")
  func losses() throws {
    let count = 400
    var core = CoreHarness(
      configuration: .plain.with { $0.maximumConcurrentRuns = count },
      conditions: [.network(.unmetered), .names(.networkNames, ["home"]), .flag(.vpn, false)])
    func text(_ name: String) -> String {
      (["home"] + (0..<24).map { "\(name)-\($0)" }).map { "network \"\($0)\"" }.joined(separator: " or ")
    }
    for number in 0..<count {
      let (runs, waits) = ("r\(number)", "w\(number)")
      core.take(.submit(try .command(waits, "vpn and (\(text(waits)))")), at: 0)
      core.take(.submit(try .command(runs, nil, while: text(runs)) { $0.runtimeLimit = .hours(1) }), at: 0)
    }
    for number in 1...count { core.take(.runStarted(core.run(number)), at: 1) }
    let evaluated = core.scheduler.expressions.evaluations
    var expired = 0
    var rounds = 0
    var next: Event? = .conditions([.names(.networkNames, [])])
    while let event = next, expired < count {
      let before = core.scheduler.expressions.evaluations
      let directives = core.directives(event, at: 2)
      for case .expire in directives { expired += 1 }
      #expect(core.scheduler.expressions.evaluations - before < count)
      next = directives.contains(.goOn) ? .goOn : nil
      rounds += 1
    }
    #expect(expired == count)
    #expect(rounds > 2)
    // Each run's and each waiting task's expression, before and after.
    #expect(core.scheduler.expressions.evaluations - evaluated <= 4 * count)
  }

  @Test("What was so while nobody had looked yet, and is not any more, keeps nothing from starting")
  func passing() throws {
    var core = CoreHarness(
      configuration: .plain.with { $0.maximumConcurrentRuns = 1 }, conditions: [.flag(.vpn, false)],
      sliceSize: 48)
    var requests = [TaskRequest.command("first")]
    requests += try (1...400).map { try .command("t\($0)", "vpn for \($0)s") }
    requests.append(try .command("a", "not vpn"))
    _ = Self.goOn(&core, after: .goOn, at: 0)
    for request in requests { _ = Self.goOn(&core, after: .submit(request), at: 0) }
    core.take(.runStarted(try #require(core.scheduler.activeRuns.first).id), at: 0)
    // The leaves before that of `vpn` alone are looked at first, and it is not reached.
    core.take(.conditions([.flag(.vpn, true)]), at: 2)
    core.take(.submit(try .command("b", "not vpn"), uid: 1001), at: 2)
    core.take(.conditions([.flag(.vpn, false)]), at: 2)
    _ = Self.goOn(&core, after: .goOn, at: 2)
    for _ in 1...2 {
      let run = try #require(core.scheduler.activeRuns.first).id
      _ = Self.goOn(&core, after: .runEnded(run, .status(0)), at: 3)
      if let next = core.scheduler.activeRuns.first { core.take(.runStarted(next.id), at: 3) }
    }
    #expect(core.store.runs.values.map(\.identifier).sorted() == ["a", "b", "first"])
  }

  /// Requests that say much, each something else.
  private static func wordy(_ name: String, _ count: Int) throws -> [TaskRequest] {
    try (0..<count).map { number in
      let parts = (0..<24).map { "network \"\(name)\(number)-\($0)\"" }
      return try .command("\(name)\(number)", parts.joined(separator: " or ")) { $0.earliestBegin = .at(100) }
    }
  }

  /// Goes on until nothing is left, and gives the replies of all that happens.
  private static func goOn(_ core: inout CoreHarness, after event: Event, at seconds: Double) -> [Reply] {
    var replies: [Reply] = []
    var next: Event? = event
    while let event = next {
      let directives = core.directives(event, at: seconds)
      for case .reply(_, let reply) in directives { replies.append(reply) }
      next = directives.contains(.goOn) ? .goOn : nil
    }
    return replies
  }

  private static func counts(_ replies: [Reply]) -> [Int] {
    replies.map { reply in
      guard case .batch(let results) = reply else { return -1 }
      return results.filter { if case .success = $0 { true } else { false } }.count
    }
  }

  @Test("A batch of wordy requests is taken in slices, with others in between, and answered at its end")
  func batch() throws {
    var core = CoreHarness(conditions: [.network(.unmetered), .names(.networkNames, [])])
    let first = core.directives(.submitBatch(try Self.wordy("a", 500)), at: 0)
    #expect(first.contains(.goOn) && core.scheduler.isSubmitting)
    #expect((1..<250).contains(core.scheduler.pendingCount))
    #expect(!first.contains { if case .reply = $0 { true } else { false } })
    // What is short is answered at once, whoever sends it.
    let short = core.directives(.submitBatch(try Self.wordy("b", 2), uid: 2000), at: 0)
    #expect(short.contains { if case .reply(_, .batch) = $0 { true } else { false } })
    #expect(Self.counts(Self.goOn(&core, after: .goOn, at: 0)) == [500])
    #expect(core.scheduler.pendingCount == 502 && !core.scheduler.isSubmitting)
  }

  @Test("A batch of requests with many dates of the calendar each is taken in slices")
  func dates() throws {
    let texts = (0..<16).map { "Mon *-02-29 23:59:\(10 + $0)" }
    let calendar = CalendarSchedule(try texts.map { try CalendarSyntax.parse($0) })
    let requests = (0..<1000).map { number in
      TaskRequest.command("a.\(number)") { $0.calendar = calendar }
    }
    var core = CoreHarness()
    core.take(.submitBatch(requests), at: 0)
    #expect(core.scheduler.isSubmitting && (1..<500).contains(core.scheduler.pendingCount))
    #expect(Self.counts(Self.goOn(&core, after: .goOn, at: 0)) == [1000])
  }

  @Test("Nothing of a batch begins before all of it is there: what comes first may wait for what comes last")
  func session() throws {
    var core = CoreHarness(conditions: [.network(.unmetered), .names(.networkNames, [])])
    let transfer = TaskRequest.command("last") {
      $0.kind = .transfer
      $0.earliestBegin = .at(100)
      $0.transfer = TransferRule(host: "one:443", session: "first")
    }
    let batch = try [.command("first")] + Self.wordy("a", 200) + [transfer]
    core.take(.submitBatch(batch), at: 0)
    #expect(core.scheduler.isSubmitting && core.scheduler.runningCount == 0)
    #expect(Self.counts(Self.goOn(&core, after: .goOn, at: 0)) == [202])
    #expect(core.scheduler.runningCount == 0)
    core.take(.cancel("last"), at: 0)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("Batches take turns, so a shorter one is not behind a longer one")
  func batches() throws {
    var core = CoreHarness(conditions: [.network(.unmetered), .names(.networkNames, [])])
    core.take(.submitBatch(try Self.wordy("a", 500)), at: 0)
    core.take(.submitBatch(try Self.wordy("b", 150), uid: 2000), at: 0)
    #expect(Self.counts(Self.goOn(&core, after: .goOn, at: 0)) == [150, 500])
  }

  @Test("What is left of a batch is refused when the disk takes nothing, and when the daemon ends")
  func refusedBatches() throws {
    var core = CoreHarness(conditions: [.network(.unmetered), .names(.networkNames, [])])
    core.take(.submitBatch(try Self.wordy("a", 500)), at: 0)
    let accepted = core.scheduler.pendingCount
    core.take(.storeFailed(cause: "full"), at: 0)
    #expect(Self.counts(Self.goOn(&core, after: .goOn, at: 0)) == [accepted])
    core.take(.storeRecovered, at: 0)
    for end in [Event.shutdown, .handOver] {
      var ending = core
      ending.take(.submitBatch(try Self.wordy("b", 500)), at: 0)
      let more = ending.scheduler.pendingCount - accepted
      let last = ending.directives(end, at: 0)
      let replies = last.compactMap { if case .reply(_, let reply) = $0 { reply } else { nil } }
      #expect(Self.counts(replies) == [more] && last.contains(.readyToExit))
    }
  }

  @Test("A batch goes on before the start, and also where the daemon ends before it")
  func batchBeforeStart() throws {
    for end in [Event.timer, .shutdown] {
      var core = CoreHarness(isStarted: false)
      let first = core.directives(.submitBatch(try Self.wordy("a", 500)), at: 0)
      core.take(end, at: 0)
      #expect(Self.counts(Self.goOn(&core, after: .goOn, at: 0)) == [500] && first.contains(.goOn))
    }
  }

  @Test("Hundreds of users of whom nothing may start are looked at once, and not again and again")
  func fullUsers() {
    var core = CoreHarness(
      configuration: .plain.with {
        $0.maximumConcurrentRuns = 10_000
        $0.maximumConcurrentRunsPerUser = 1
        $0.maximumExtraRunsPerUser = 0
      })
    for uid in UInt32(1000)..<1200 {
      for name in ["a", "b"] { core.take(.submit(.command(name), uid: uid), at: 0) }
    }
    #expect(core.scheduler.runningCount == 200)
    var rounds = 0
    var next: Event? = .conditions([.flag(.lidClosed, true)])
    while let event = next, rounds < 20 {
      next = core.directives(event, at: 1).contains(.goOn) ? .goOn : nil
      rounds += 1
    }
    #expect(rounds < 20)
  }

  @Test("All is cancelled in slices, nothing of it starts meanwhile, and the answer comes at the end")
  func cancelAll() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("long")), at: 0)
    for number in 0..<800 { core.take(.submit(.command("t\(number)")), at: 0) }
    let directives = core.directives(.call(.cancelAll), at: 1)
    #expect(directives.contains(.goOn))
    #expect(!directives.contains { if case .reply = $0 { true } else { false } })
    // What runs ends, and there is room.
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    #expect(core.scheduler.runningCount == 0)
    #expect(Self.goOn(&core, after: .goOn, at: 3) == [.cancelled(count: 801)])
    #expect(core.scheduler.pendingCount == 0)
  }

  @Test("What comes after a run is told in slices, and a daemon that dies in between goes on with it")
  func followers() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("first")), at: 0)
    for number in 0..<800 {
      core.take(.submit(.command("t\(number)") { $0.order.predecessors = [Predecessor("first")] }), at: 0)
    }
    let directives = core.directives(.runEnded(core.run(1), .status(0)), at: 1)
    #expect(directives.contains(.goOn))
    #expect(core.store.ends.values.map(\.key.identifier) == ["first"])
    var next = core.restarted()
    var event: Event? = .started(sameBoot: true, surviving: [])
    while let now = event { event = next.directives(now, at: 2).contains(.goOn) ? .goOn : nil }
    let waiting = next.scheduler.tables.tasks.entries.filter { $0.place != .running }
    #expect(waiting.count > 700 && waiting.allSatisfy { $0.place != .behindTasks })
  }

  /// A run has ended that 800 tasks come after, and 62 of these know it; of them the first has run.
  private static func amidPass() -> CoreHarness {
    var core = CoreHarness(configuration: .plain.with { $0.maximumConcurrentRuns = 1 })
    core.take(.submit(.command("first")), at: 0)
    for number in 0..<800 {
      core.take(
        .submit(
          .command("t\(number)") {
            $0.order = TaskOrder(predecessors: [Predecessor("first")], repeats: number == 0)
          }), at: 0)
    }
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    return core
  }

  @Test("A daemon that dies in the middle of a pass starts no task a second time for the same end")
  func passOverRestart() throws {
    var core = Self.amidPass()
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["t0"])
    core.take(.runEnded(core.run(2), .status(0)), at: 1)
    #expect(core.isTelling)
    var next = core.restarted()
    next.start(at: 2)
    while next.directives(.goOn, at: 2).contains(.goOn) {}
    #expect(!next.isTelling)
    let waiting = next.scheduler.tables.tasks.entries.filter {
      $0.place != .running && !next.awaited(of: $0).isEmpty
    }
    #expect(waiting.map(\.task.request.identifier) == ["t0"])
  }

  @Test("A task that takes the place of one that a pass has not come to knows the end as well")
  func replacedAmidPass() throws {
    var core = Self.amidPass()
    core.take(.submit(.command("t799") { $0.order = TaskOrder(predecessors: [Predecessor("first")]) }), at: 1)
    while core.directives(.goOn, at: 1).contains(.goOn) {}
    #expect(core.explanation("t799", at: 1)?.reasons.contains { $0.code == .after } == false)
  }

  @Test("Ends that come faster than they are told reach every task, and keep nobody's due task waiting")
  func endlessEnds() throws {
    var core = CoreHarness(
      configuration: .plain.with { $0.maximumPendingPerUser = 10_000 },
      conditions: [.flag(.vpn, false), .powerSource(.battery)])
    core.take(
      .submitBatch(
        (0..<900).map { number in
          .command("t\(number)") {
            $0.order = TaskOrder(predecessors: [Predecessor("often", mustSucceed: false)])
            $0.requirements = .externalPower
          }
        }), at: 0)
    core.take(
      .submit(
        try Self.dropped("often", at: 0.5).with { $0.repeatEvery = .seconds(1) }), at: 0)
    func left() -> Int { core.scheduler.tables.tasks.entries.count { $0.place == .behindTasks } }
    var rounds = 0
    while left() > 0, rounds < 100 {
      rounds += 1
      let now = Double(rounds)
      core.take(.submit(.command("due") { $0.earliestBegin = .at(now + 0.6) }, uid: 1001), at: now)
      core.take(.timer, at: now + 0.6)
      let run = core.scheduler.activeRuns.first { $0.uid == 1001 }
      #expect(run != nil)
      if let run { core.take(.runEnded(run.id, .status(0)), at: now + 0.6) }
      #expect(core.store.ends.count == 1)
    }
    #expect((5..<60).contains(rounds))
  }

  @Test("A user who cancels everything keeps nobody else's due task waiting")
  func dueAmidCancelling() {
    var core = CoreHarness(configuration: .plain.with { $0.maximumPendingPerUser = 10_000 })
    core.take(.submitBatch((0..<1000).map { .command("t\($0)") { $0.earliestBegin = .at(100) } }), at: 0)
    core.take(.submit(.command("due") { $0.earliestBegin = .at(5) }, uid: 1001), at: 0)
    core.take(.call(.cancelAll), at: 5)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["due"])
  }

  @Test("A start that is long is over before anything is started")
  func start() {
    var core = CoreHarness(configuration: .plain)
    for number in 0..<3000 {
      core.take(.submit(.command("t\(number)") { $0.earliestBegin = .at(10) }), at: 0)
    }
    var next = core.restarted()
    var event: Event? = .started(sameBoot: true, surviving: [])
    var slices = 0
    while let now = event {
      let directives = next.directives(now, at: 20)
      slices += 1
      if next.scheduler.startProgress != nil {
        #expect(!directives.contains { if case .launch = $0 { true } else { false } })
      }
      event = directives.contains(.goOn) ? .goOn : nil
    }
    #expect(slices > 2)
    #expect(next.scheduler.startProgress == nil && next.scheduler.runningCount > 0)
  }

  @Test("What its owner had cancelled stays cancelled, whatever it is told before a long start is over")
  func cancelledBeforeStart() {
    var core = CoreHarness(configuration: .plain)
    core.take(.submit(.command("comes back") { $0.repeatEvery = .minutes(1) }), at: 0)
    let run = core.run(1)
    core.take(.call(.cancel(identifier: "comes back")), at: 1)
    for number in 0..<3000 {
      core.take(.submit(.command("t\(number)") { $0.earliestBegin = .at(1000) }), at: 1)
    }
    var next = core.restarted()
    #expect(next.directives(.started(sameBoot: true, surviving: [run]), at: 2).contains(.goOn))
    let everything = PauseScope(uid: 1000, kind: nil, identifiers: nil)
    next.take(.call(.pause(everything, until: nil, stops: true)), at: 2)
    _ = Self.goOn(&next, after: .goOn, at: 2)
    next.take(.runEnded(run, .signal("SIGTERM")), at: 3)
    #expect(next.store.runs[run]?.outcome == .cancelled)
    #expect(next.scheduler.task("comes back", of: 1000) == nil)
  }

  @Test("Who waits for a transfer goes on when a start has ended it, also if the batch after that fails")
  func sessionOfAStart() {
    var core = CoreHarness(conditions: [.network(.none)])
    let transfer = TaskRequest.command("t") {
      $0.kind = .transfer
      $0.requirements = .network
      $0.transfer = TransferRule(host: "one:443", priority: .normal, isDiscretionary: false, session: "s")
    }
    core.take(.declare(.file("t.task", transfer)), at: 0)
    core.take(.submit(.command("s")), at: 0)
    // The least slices: each event takes in one thing.
    var scheduler = Scheduler(
      configuration: .plain, seed: 1, tasks: Array(core.store.tasks.values),
      declarations: Array(core.store.declarations.values), sliceSize: 1)
    func take(_ event: Event) { _ = scheduler.handle(event, at: core.moment(1)) }
    take(.started(sameBoot: true, surviving: [], ended: [:], declared: DeclarationSet([])))
    while scheduler.task("t", of: 1000) != nil {
      scheduler.commit()
      take(.goOn)
    }
    #expect(scheduler.startProgress != nil)
    scheduler.commit()
    take(.goOn)
    scheduler.rollBack()
    for event in [Event.storeFailed(cause: "full"), .storeRecovered] {
      take(event)
      scheduler.commit()
    }
    for _ in 0..<20 { take(.goOn) }
    #expect(scheduler.tables.tasks.entries.map(\.place) == [.running])
  }
}

extension CoreHarness {
  /// Whether tasks are left that are to be told of an end before them.
  fileprivate var isTelling: Bool { scheduler.tables.ends.all.contains { $0.pass != nil } }

  fileprivate func awaited(of entry: TaskEntry) -> [Predecessor] {
    entry.task.awaited(given: scheduler.tables.ends)
  }
}
