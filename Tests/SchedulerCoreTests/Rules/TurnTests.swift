import Testing

@testable import SchedulerCore

@Suite("The turn behind other tasks, transfers and changes of paths, from which relaxations count")
struct TurnTests {
  /// A task that needs a network, and after an hour of waiting none.
  private static func request(
    _ name: String = "report", after: [String] = [], repeats: Bool = false,
    _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRequest {
    .command(name) {
      $0.order = TaskOrder(predecessors: after.map { Predecessor($0) }, repeats: repeats)
      $0.wish = relaxed
      $0.requirements = .network
      change(&$0)
    }
  }

  private static let relaxed = ConditionWish(relaxations: [
    Relaxation(after: .hours(1), without: ["network"])
  ])

  private static func core() -> CoreHarness { CoreHarness(conditions: [.network(.none)]) }

  private static func starts(_ lines: [String]) -> Int { lines.count { $0.hasPrefix("launch ") } }

  /// A task of this name is submitted, runs and succeeds at once.
  private static func end(_ name: String, _ core: inout CoreHarness, at seconds: Double) {
    core.take(.submit(.command(name)), at: seconds)
    let run = core.notation.runs.count
    core.take(.runStarted(core.run(run)), at: seconds)
    #expect(starts(core.take(.runEnded(core.run(run), .status(0)), at: seconds)) == 0)
  }

  /// The task is edited as bgtaskctl does it.
  private static func edit(
    _ core: inout CoreHarness, at seconds: Double, _ change: (inout TaskRequest) -> Void
  ) throws {
    let task = try #require(core.scheduler.task("report", of: 1000)).task
    var request = task.request
    request.earliestBegin = task.shownDate ?? task.submitted
    change(&request)
    core.take(.submit(request), at: seconds)
  }

  /// The task starts after an hour from its turn, and an explanation says so.
  private static func expectTurn(
    _ turn: Double, _ core: inout CoreHarness, at seconds: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let step = turn + 3600
    let explained = core.explanation("report", at: seconds)?.relaxations.map(\.from)
    #expect(explained == [.at(step)], sourceLocation: sourceLocation)
    #expect(starts(core.take(.timer, at: step - 1)) == 0, sourceLocation: sourceLocation)
    #expect(starts(core.take(.timer, at: step)) == 1, sourceLocation: sourceLocation)
  }

  // MARK: Behind tasks

  @Test("Relaxations count from the ends before a task, in each round, over restarts and edits")
  func rounds() throws {
    var core = Self.core()
    core.take(.submit(Self.request(after: ["a"], repeats: true)), at: 0)
    for round in [50_000, 100_000, 200_000] as [Double] {
      #expect(core.explanation("report", at: round)?.relaxations.isEmpty == true)
      Self.end("a", &core, at: round)
      core = core.restarted()
      core.start(at: round + 1000, with: [.network(.none)])
      try Self.edit(&core, at: round + 2000) { $0.tolerance = .seconds(Int64(round) / 1000) }
      Self.expectTurn(round, &core, at: round + 2000)
      let run = core.notation.runs.count
      // An end during the run is the next round's turn, which comes behind the run.
      if round == 100_000 { Self.end("a", &core, at: round + 3700) }
      core.take(.runEnded(core.run(run), .status(0)), at: round + 3800)
      guard round == 100_000 else { continue }
      Self.expectTurn(round + 3800, &core, at: round + 3900)
      core.take(.runEnded(core.run(core.notation.runs.count), .status(0)), at: round + 8000)
    }
  }

  /// The task in its turn since 10,000.
  private static func inTurn(_ change: (inout TaskRequest) -> Void = { _ in }) -> CoreHarness {
    var core = Self.core()
    core.take(.submit(request(after: ["a"], change)), at: 0)
    end("a", &core, at: 10_000)
    return core
  }

  @Test("An edit to other predecessors waits for these")
  func otherPredecessors() throws {
    var core = Self.inTurn()
    try Self.edit(&core, at: 10_200) { $0.order.predecessors.append(Predecessor("b")) }
    #expect(core.explanation("report", at: 10_200)?.relaxations.isEmpty == true)
    #expect(Self.starts(core.take(.timer, at: 20_000)) == 0)
    Self.end("b", &core, at: 20_000)
    Self.expectTurn(20_000, &core, at: 20_000)
  }

  @Test("An edit that takes the predecessors away before the turn begins the wait anew")
  func freed() throws {
    var core = Self.inTurn()
    try Self.edit(&core, at: 10_200) { $0.order.predecessors = [Predecessor("b")] }
    try Self.edit(&core, at: 20_000) { $0.order.predecessors = [] }
    Self.expectTurn(20_000, &core, at: 20_000)
  }

  @Test("Relaxations that an edit adds count from the edit")
  func relaxedLater() throws {
    var core = Self.inTurn { $0.wish = ConditionWish() }
    try Self.edit(&core, at: 10_100) { $0.wish = Self.relaxed }
    Self.expectTurn(10_100, &core, at: 10_100)
  }

  @Test("An end before the date, or during a pause, is the turn all the same")
  func notYetDue() {
    for isPaused in [false, true] {
      var core = Self.core()
      let scope = PauseScope(uid: 1000, identifiers: "report")
      core.take(.submit(Self.request(after: ["a"]) { if !isPaused { $0.earliestBegin = .at(1000) } }), at: 0)
      if isPaused { core.take(.call(.pause(scope, until: nil, stops: false), uid: 1000), at: 1) }
      Self.end("a", &core, at: 500)
      core.take(.timer, at: 1000)
      core.take(.call(.resume(scope), uid: 1000), at: 2000)
      Self.expectTurn(isPaused ? 500 : 1000, &core, at: 2000)
    }
  }

  @Test("A session's task has its turn behind the last transfer, in whatever place it is then")
  func session() {
    let scope = PauseScope(uid: 1000, identifiers: "report")
    for (after, isPaused) in [([], false), ([], true), (["a"], true)] {
      var core = Self.core()
      core.take(.submit(Self.request(after: after)), at: 0)
      if isPaused { core.take(.call(.pause(scope, until: nil, stops: false), uid: 1000), at: 1) }
      let transfer = TaskRequest.command("transfer") {
        ($0.kind, $0.earliestBegin) = (.transfer, .at(100_000))
        $0.transfer = TransferRule(host: "one:443", session: "report")
      }
      core.take(.submit(transfer), at: 2)
      if !after.isEmpty { Self.end("a", &core, at: 100) }
      #expect(isPaused || core.explanation("report", at: 5000)?.relaxations.isEmpty == true)
      core.take(.cancel("transfer"), at: 5000)
      core = core.restarted()
      core.start(at: 5001, with: [.network(.none)])
      core.take(.call(.resume(scope), uid: 1000), at: 5002)
      Self.expectTurn(5000, &core, at: 5002)
    }
  }

  @Test("A store of before knows no turn: it counts from the start, or from the end of a full disk")
  func upgraded() {
    for isDiskFull in [false, true] {
      var core = Self.core()
      core.take(.submit(Self.request(after: ["a"])), at: 0)
      Self.end("a", &core, at: 10)
      var store = core.store
      for var task in store.tasks.values {
        task.turnCame = nil
        store.apply(.putTask(task, payload: nil))
      }
      core = CoreHarness(holding: store, isStarted: false)
      if isDiskFull { core.take(.storeFailed(cause: "full"), at: 99) }
      core.start(at: 100, with: [.network(.none)])
      core.take(.storeRecovered, at: 500)
      Self.expectTurn(isDiskFull ? 500 : 100, &core, at: 500)
    }
  }

  // MARK: Behind paths

  private static let trigger = PathTrigger(["/a"], quiet: .seconds(5), atLatest: .minutes(1))

  @Test("Behind a change of paths they count from the change; from the next one when that was undone")
  func paths() {
    for isUndone in [false, true] {
      var core = Self.core()
      let untouched = PathFinding.seen(PathStamp(digest: 1, newest: .at(-100)))
      core.take(.submit(Self.request { $0.pathTrigger = Self.trigger }), at: 0)
      core.take(.pathsLooked(core.look(1), untouched), at: 1)
      core.take(.pathsTouched(core.look(1)), at: 90_000)
      core.take(.timer, at: 90_005)
      let changed = PathFinding.seen(PathStamp(digest: 2, newest: .at(90_000)))
      #expect(Self.starts(core.take(.pathsLooked(core.look(2), changed), at: 90_005)) == 0)
      core = core.restarted()
      // The looks are counted anew.
      core.start(at: 91_000, with: [.network(.none)])
      core.take(.pathsLooked(core.look(1), isUndone ? untouched : changed), at: 91_000)
      guard isUndone else {
        Self.expectTurn(90_005, &core, at: 91_000)
        continue
      }
      #expect(core.explanation("report", at: 91_000)?.relaxations.isEmpty == true)
      core.take(.pathsTouched(core.look(1)), at: 95_000)
      core.take(.timer, at: 95_005)
      core.take(.pathsLooked(core.look(2), .seen(PathStamp(digest: 3, newest: .at(95_000)))), at: 95_005)
      Self.expectTurn(95_005, &core, at: 95_005)
    }
  }

  // MARK: Runs

  /// The beginnings of a run.
  private enum Beginning: CaseIterable { case asAsked, relaxed, byHand }

  @Test("What a run had given up when it began, or whatever a person started it without, never stops it")
  func survivingRuns() {
    for beginning in Beginning.allCases {
      var core = Self.core()
      if beginning == .asAsked { core.take(.conditions([.network(.unmetered)]), at: 0) }
      core.take(.submit(Self.request { ($0.sleepsThrough, $0.runtimeLimit) = (false, .hours(10)) }), at: 0)
      switch beginning {
      case .asAsked: break
      case .relaxed: #expect(Self.starts(core.take(.timer, at: 3600)) == 1)
      case .byHand: core.take(.call(.simulateLaunch(identifier: "report"), uid: 1000), at: 1)
      }
      core.take(.runStarted(core.run(1)), at: 3601)
      core = core.restarted()
      let given = core.start(at: 3700, with: [.network(.none)], surviving: [core.run(1)])
      let later = core.take(.timer, at: 3800)
      let isStopped = (given + later).contains { $0.hasPrefix("expire #1") }
      #expect(isStopped == (beginning == .asAsked), "\(beginning)")
    }
  }
}
