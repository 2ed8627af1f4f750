import Testing

@testable import SchedulerCore

@Suite("Judgement: a patient task starts when its window has lasted")
struct JudgementTests {
  private static func work(
    _ identifier: String = "a", _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRequest {
    .processing(identifier) {
      $0.requirements = .externalPower
      $0.expectedDuration = .minutes(10)
      $0.runtimeLimit = .hours(1)
      change(&$0)
    }
  }

  /// A machine on battery, whose task waits for power.
  private static func waiting(
    _ configuration: SchedulerConfiguration = .patient, _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> CoreHarness {
    var core = CoreHarness(configuration: configuration, conditions: [.powerSource(.battery)])
    core.take(.submit(work("a", change)), at: 0)
    return core
  }

  @Test("Before the first window has ended it waits for two minutes, and no wake-up comes before")
  func untaught() {
    var core = Self.waiting()
    core.at(
      10, .plugged,
      gives: ["report conditions", "report held 1 a waits for youngWindow", "arm point 130s"])
    #expect(core.scheduler.task("a", of: 1000)?.state == .waiting)
    #expect(core.reasons("a", at: 129) == ["youngWindow"])
    #expect(core.take(.timer, at: 130).contains { $0.hasPrefix("launch") })
  }

  @Test("The reason says how long the window has lasted, the chances, and when the task starts")
  func explained() throws {
    var core = Self.waiting()
    core.take(.plugged, at: 10)
    let explanation = try #require(core.explanation("a", at: 80))
    let reason = try #require(explanation.reasons.first)
    #expect(
      reason.message == """
        what it needs has held for 70s, and it starts at 2min: of windows like this 65 % last the 10min more \
        that it needs; chance of another within a day: 49 %
        """)
    #expect(reason.required == "2min" && reason.observed == "70s" && reason.since == .at(10))
    #expect(explanation.forecast == .at(130) && !explanation.canProceed)
  }

  @Test(
    "Of work that goes on where it left off the reason says that a short window is enough",
    arguments: [true, false])
  func explainedOfResuming(isAsked: Bool) throws {
    var core = Self.waiting {
      $0.repeatEvery = isAsked ? nil : .hours(1)
      $0.canResume = isAsked ? true : nil
    }
    if !isAsked {
      core.take(.plugged, at: 10)
      core.take(.timer, at: 130)
      core.take(.runStarted(core.run(1)), at: 130)
      core.take(.call(.checkpoint(core.run(1))), at: 140)
      core.take(.runEnded(core.run(1), .status(0)), at: 150)
      core.take(.unplugged, at: 200)
      core.take(.timer, at: 3600)
    }
    core.take(.plugged, at: 4000)
    let reason = try #require(core.explanation("a", at: 4010)?.reasons.first)
    #expect(reason.message.contains("and it starts at 20s: of windows like this "))
    #expect(
      reason.message.contains(
        " last 60s more, which is enough for work that goes on where it left off; chance of another "))
  }

  @Test("With a date by which it is late the reason names that date")
  func explainedWithDate() throws {
    var core = Self.waiting { $0.deadline = .at(20_000) }
    core.take(.plugged, at: 10)
    let reason = try #require(core.explanation("a", at: 80)?.reasons.first)
    #expect(reason.message.contains("; chance of another before \(WallTime.at(20_000).utcText): "))
  }

  @Test("A run that stood still when the daemon died goes on, although nothing is frozen by the new rules")
  func frozenByOtherRules() {
    var core = Self.waiting(.patient.with { $0.lapse = .seconds(30) })
    core.take(.plugged, at: 10)
    core.take(.timer, at: 130)
    core.take(.runStarted(core.run(1)), at: 130)
    #expect(core.take(.unplugged, at: 140).contains("freeze #1"))
    var next = core.restarted(.patient)
    let lines = next.start(
      at: 150, with: [.powerSource(.battery)], surviving: [core.run(1)])
    #expect(lines.contains("thaw #1"))
  }

  @Test("A window that ends is forgotten: the next one has to last again")
  func lost() {
    var core = Self.waiting()
    core.take(.plugged, at: 10)
    core.at(
      60, .unplugged,
      gives: [
        "report conditions unmet externalPower", "report held 1 a waits for externalPower", "arm never",
      ])
    let taken = core.take(.plugged, at: 1000)
    #expect(!taken.contains { $0.hasPrefix("launch") })
    #expect(core.reasons("a", at: 1060) == ["youngWindow"])
  }

  @Test("Conditions that the daemon finds at its start count as having held since the machine was booted")
  func found() {
    var core = CoreHarness(configuration: .patient, conditions: [.powerSource(.external)])
    #expect(core.take(.submit(Self.work()), at: 0).contains { $0.hasPrefix("launch") })
  }

  @Test("A condition that no source reports has no windows")
  func unknown() {
    var core = CoreHarness(configuration: .patient)
    #expect(core.take(.submit(Self.work()), at: 0).contains { $0.hasPrefix("launch") })
  }

  @Test(
    "Work of a minute, and work that goes on where it left off, waits for 20 s",
    arguments: [TimeSpan.seconds(60), .seconds(1)])
  func short(_ length: TimeSpan) {
    var core = Self.waiting { $0.expectedDuration = length }
    #expect(core.take(.plugged, at: 10).contains("arm point 30s"))
    var resuming = Self.waiting {
      $0.expectedDuration = .hours(5)
      $0.canResume = true
    }
    #expect(resuming.take(.plugged, at: 10).contains("arm point 30s"))
  }

  @Test("A run that says that it saves its work makes its next ones start sooner, also after a restart")
  func checkpoint() {
    for saves in [true, false] {
      var core = Self.waiting { $0.repeatEvery = .hours(1) }
      core.take(.plugged, at: 10)
      core.take(.timer, at: 130)
      core.take(.runStarted(core.run(1)), at: 130)
      if saves {
        core.at(
          140, .call(.checkpoint(core.run(1))), gives: ["put 1 a in #1", "reply done"])
        core.at(141, .call(.checkpoint(core.run(1))), gives: ["reply done"])
        core.at(142, .call(.checkpoint(core.run(1)), uid: 1001), gives: ["reply noSuchRun #1"])
        core.take(.unplugged, at: 200)
        core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 201)
      } else {
        core.take(.unplugged, at: 200)
        core.take(.runEnded(core.run(1), .status(75)), at: 201)
      }
      var next = core.restarted()
      next.start(at: 210, with: [.powerSource(.battery)])
      #expect(next.take(.plugged, at: 300).contains("arm point 320s"))
    }
  }

  @Test("Each work has its own hold: a short one does not wait behind a long one")
  func apart() {
    var core = Self.waiting()
    core.take(.submit(Self.work("b") { $0.expectedDuration = .seconds(50) }), at: 1)
    core.take(.plugged, at: 10)
    #expect(core.take(.timer, at: 30).contains { $0.hasPrefix("launch") && $0.contains(" b") })
    #expect(core.take(.timer, at: 130).contains { $0.hasPrefix("launch") && $0.contains(" a") })
  }

  @Test("It waits for no window when there is just the time for its work")
  func deadline() {
    var core = Self.waiting { $0.deadline = .at(700) }
    #expect(core.take(.plugged, at: 10).contains("arm date 100s point 130s"))
    #expect(core.take(.timer, at: 100).contains { $0.hasPrefix("launch") })
    var late = Self.waiting { $0.deadline = .at(500) }
    #expect(late.take(.plugged, at: 10).contains { $0.hasPrefix("launch") })
  }

  @Test(
    "The promised start is the one that comes, also where less time before its date makes it less patient",
    arguments: [700, 1500, 4000, 8000, 20_000, 40_000, 70_000] as [Double])
  func promise(deadline: Double) throws {
    // Short windows have ended, so that the hold is long and depends on the time left.
    var core = Self.waiting { $0.deadline = .at(200_000 + deadline) }
    for window in 1...40 {
      core.take(.plugged, at: Double(window) * 4000)
      core.take(.unplugged, at: Double(window) * 4000 + 100)
    }
    core.take(.plugged, at: 200_000)
    let promised = try #require(core.explanation("a", at: 200_000)?.forecast)
    for _ in 0..<20 {
      let armed = try #require(core.scheduler.volatile.armed)
      let points = [
        armed.wall.map { $0 - .at(0) }, armed.monotonic.map { $0 - .at(0) },
      ]
      let next = try #require(points.compactMap(\.self).min()).inSeconds
      guard core.take(.timer, at: next).contains(where: { $0.hasPrefix("launch") }) else { continue }
      #expect(promised == .at(next))
      return
    }
    Issue.record("it does not start")
  }

  @Test("A task that had no success for too long waits for no window any more")
  func overdue() {
    var core = Self.waiting { $0.overdueAfter = .seconds(1000) }
    core.take(.timer, at: 1000)
    #expect(core.take(.plugged, at: 1010).contains { $0.hasPrefix("launch") })
  }

  @Test(
    "What was learned of work is kept for the next task of its identifier, also when none is left for a while"
  )
  func learnedForTheNext() throws {
    for ending in ["success", "cancelled", "dropped"] {
      var core = Self.waiting { $0.repeatEvery = .hours(1) }
      core.take(.plugged, at: 10)
      core.take(.timer, at: 130)
      core.take(.runStarted(core.run(1)), at: 130)
      core.take(.call(.checkpoint(core.run(1))), at: 135)
      core.take(.runEnded(core.run(1), .status(0)), at: 140)
      switch ending {
      case "success":
        core.take(.submit(Self.work()), at: 150)
        core.take(.runStarted(core.run(2)), at: 151)
        core.take(.runEnded(core.run(2), .status(0)), at: 160)
      case "cancelled": core.take(.call(.cancelAll), at: 150)
      default:
        core.take(
          .submit(
            Self.work {
              $0.earliestBegin = .at(170)
              $0.deadline = .at(200)
              $0.onDeadline = .drop
            }), at: 150)
        core.take(.unplugged, at: 160)
        core.take(.timer, at: 200)
      }
      #expect(core.scheduler.task("a", of: 1000) == nil)
      var next = core.restarted()
      next.start(at: 210, with: [.powerSource(.battery)])
      let kept = try #require(next.scheduler.tables.works[TaskKey(uid: 1000, identifier: "a")])
      #expect(kept.usualLength == .seconds(10) && kept.resumes)
      next.take(.submit(Self.work()), at: 220)
      #expect(next.scheduler.task("a", of: 1000)?.task.usualLength == .seconds(10))
      #expect(next.store.works.isEmpty)
    }
  }

  @Test("Of each user only the last work is kept")
  func learnedOfMany() {
    var core = CoreHarness(configuration: .patient, conditions: [.powerSource(.external)])
    for number in 1...WorkTable.limit + 2 {
      core.take(.submit(Self.work("w\(number)")), at: Double(number * 10))
      core.take(.runStarted(core.run(number)), at: Double(number * 10))
      core.take(.runEnded(core.run(number), .status(0)), at: Double(number * 10 + 1))
    }
    #expect(core.store.works.count == WorkTable.limit)
    #expect(core.scheduler.tables.works[TaskKey(uid: 1000, identifier: "w2")] == nil)
    #expect(core.scheduler.tables.works[TaskKey(uid: 1000, identifier: "w3")] != nil)
  }

  @Test(
    "A start that finds more past work of a user than may be kept keeps the youngest, and mends the store")
  func surplusOfPastWork() {
    let works = (1...WorkTable.limit + 40).map { number in
      WorkRecord(
        task: TaskID(Int64(number)), key: TaskKey(uid: 1000, identifier: "w\(number)"), resumes: true)
    }
    let scheduler = Scheduler(configuration: .patient, seed: 1, works: works.shuffled())
    #expect(Set(scheduler.tables.works.all) == Set(works.suffix(WorkTable.limit)))
    #expect(Set(scheduler.volatile.repairs) == Set(works.prefix(40).map { .deleteWork($0.task) }))
  }

  @Test("A task whose request says that it cannot go on does not learn from its runs that it can")
  func cannotResume() {
    var core = Self.waiting {
      $0.canResume = false
      $0.repeatEvery = .hours(1)
    }
    core.take(.plugged, at: 10)
    core.take(.timer, at: 130)
    core.take(.runStarted(core.run(1)), at: 130)
    core.take(.call(.checkpoint(core.run(1))), at: 140)
    core.take(.unplugged, at: 200)
    core.take(.runEnded(core.run(1), .status(75)), at: 201)
    #expect(!core.take(.plugged, at: 300).contains("arm point 320s"))
  }

  @Test("What a person starts, continued work, and an eager request wait for no window")
  func eager() {
    var started = Self.waiting()
    started.take(.plugged, at: 10)
    #expect(started.take(.call(.simulateLaunch(identifier: "a")), at: 20).contains { $0.hasPrefix("launch") })
    var asked = Self.waiting { $0.judgement = .eager }
    #expect(asked.take(.plugged, at: 10).contains { $0.hasPrefix("launch") })
    var refresh = Self.waiting { $0.kind = .refresh }
    #expect(refresh.take(.plugged, at: 10).contains { $0.hasPrefix("launch") })
    var continued = Self.waiting(.patient.with { $0.judgement = .patient }) { $0.kind = .continued }
    #expect(continued.take(.plugged, at: 10).contains { $0.hasPrefix("launch") })
  }

  @Test("Kinds and all work are judged as the administrator says, also those that wait already")
  func configured() {
    var refresh = Self.waiting(.patient.with { $0.judgementOfKind[.refresh] = .patient }) {
      $0.kind = .refresh
    }
    #expect(refresh.take(.plugged, at: 10).contains("arm point 130s"))
    var all = Self.waiting(.patient.with { $0.judgement = .eager })
    #expect(all.take(.plugged, at: 10).contains { $0.hasPrefix("launch") })
    var changed = Self.waiting()
    changed.take(.plugged, at: 10)
    let taken = changed.take(.configurationChanged(.patient.with { $0.judgement = .eager }), at: 20)
    #expect(taken.contains { $0.hasPrefix("launch") })
  }

  @Test("A lapse freezes the run and ends it only when it lasts; the window counts as one")
  func lapse() {
    var core = Self.waiting(.patient.with { $0.lapse = .seconds(30) })
    core.take(.plugged, at: 10)
    core.take(.timer, at: 130)
    core.take(.runStarted(core.run(1)), at: 130)
    core.at(
      200, .unplugged,
      gives: [
        "freeze #1", "report frozen #1 because externalPower at most 30s",
        "report conditions unmet externalPower", "arm point 230s",
      ])
    core.at(
      229, .plugged, gives: ["thaw #1", "report thawed #1", "report conditions", "arm point 3759s"])
    core.take(.unplugged, at: 300)
    #expect(core.take(.timer, at: 330).contains("expire #1 externalPower in 5s"))
  }

  @Test(
    "A new length of lapses holds for runs that are frozen already, and so does a new judgement",
    arguments: [
      (SchedulerConfiguration.patient.with { $0.lapse = .seconds(300) }, 500),
      (.patient.with { $0.lapse = .seconds(5) }, 210), (.patient.with { $0.lapse = .zero }, 210),
      (.patient.with { $0.judgement = .eager }, 210),
    ])
  func reloaded(configuration: SchedulerConfiguration, end: Double) {
    var core = Self.waiting(.patient.with { $0.lapse = .seconds(30) })
    core.take(.plugged, at: 10)
    core.take(.timer, at: 130)
    core.take(.runStarted(core.run(1)), at: 130)
    core.take(.unplugged, at: 200)
    let expired = "expire #1 externalPower in 5s"
    let reloaded = core.take(.configurationChanged(configuration), at: 210)
    #expect(reloaded.contains(expired) == (end == 210))
    guard end > 210 else { return }
    #expect(reloaded.contains("arm point \(Int(end))s"))
    #expect(!core.take(.timer, at: end - 1).contains(expired))
    #expect(core.take(.timer, at: end).contains(expired))
  }

  @Test("A short gap ends no window, and a long one does")
  func gap() {
    var core = Self.waiting(.patient.with { $0.lapse = .seconds(30) })
    core.take(.plugged, at: 10)
    core.take(.unplugged, at: 60)
    core.take(.plugged, at: 80)
    #expect(core.take(.timer, at: 130).contains { $0.hasPrefix("launch") })
    var other = Self.waiting(.patient.with { $0.lapse = .seconds(30) })
    other.take(.plugged, at: 10)
    other.take(.unplugged, at: 60)
    other.take(.plugged, at: 90)
    #expect(other.reasons("a", at: 130) == ["youngWindow"])
  }

  @Test("Sleep ends a window")
  func sleep() {
    var core = Self.waiting()
    core.take(.plugged, at: 10)
    core.stepWall(by: 3600)
    core.take(.resumed, at: 100)
    #expect(core.reasons("a", at: 130) == ["youngWindow"])
    #expect(core.explanation("a", at: 130)?.reasons.first?.observed == "30s")
  }

  @Test("An expression that begins to hold in a young window wakes nobody before the window is old enough")
  func expression() throws {
    var core = CoreHarness(
      configuration: .patient, conditions: [.powerSource(.battery), .flag(.idle, false)])
    let request = try TaskRequest.command("a", "idle for 30s") {
      $0.kind = .processing
      $0.requirements = .externalPower
      $0.expectedDuration = .minutes(10)
    }
    core.take(.submit(request), at: 0)
    let taken = core.take(.conditions([.powerSource(.external), .flag(.idle, true)]), at: 10)
    #expect(taken.contains("arm point 130s"))
    #expect(core.take(.timer, at: 130).contains { $0.hasPrefix("launch") })
  }

  private static func asking(
    _ identifier: String, _ expression: String, _ judgement: Judgement
  ) throws -> TaskRequest {
    try .command(identifier, expression) {
      $0.kind = .processing
      $0.requirements = .externalPower
      $0.judgement = judgement
      $0.expectedDuration = .minutes(10)
    }
  }

  @Test("A check of a patient task is asked when its window is old enough, and by a wake-up of its own")
  func check() throws {
    var core = CoreHarness(configuration: .patient, conditions: [.powerSource(.battery)])
    core.take(.submit(try Self.asking("a", "exists /x", .patient)), at: 0)
    let taken = core.take(.plugged, at: 10)
    #expect(!taken.contains { $0.hasPrefix("check") })
    #expect(taken.contains("arm point 130s"))
    #expect(core.take(.timer, at: 130).contains { $0.hasPrefix("check 1: exists \"/x\"") })
  }

  @Test("While the disk is full no window wakes anybody; one that is old enough counts when it works again")
  func fullDisk() {
    var core = Self.waiting()
    #expect(core.take(.plugged, at: 10).contains("arm point 130s"))
    #expect(core.take(.storeFailed(cause: "full"), at: 20).contains("arm never"))
    #expect(core.take(.storeRecovered, at: 200).contains { $0.hasPrefix("launch") })
  }

  /// A patient task with a check, and an eager one of its user, whose check is asked when power comes.
  /// - Returns: The scheduler, and its answer to power.
  private static func besideEager() throws -> (core: CoreHarness, taken: [String]) {
    var core = CoreHarness(configuration: .patient, conditions: [.powerSource(.battery)])
    core.take(.submit(try asking("patient", "exists /x", .patient)), at: 0)
    core.take(.submit(try asking("eager", "exists /y", .eager)), at: 1)
    let taken = core.take(.plugged, at: 10)
    #expect(taken.contains { $0.hasPrefix("check 1: exists \"/y\"") })
    return (core, taken)
  }

  @Test("A window that is old enough wakes nobody for a check that its user may not ask yet")
  func checkWithoutRoom() throws {
    var (core, taken) = try Self.besideEager()
    #expect(!taken.contains("arm point 130s"))
    core.take(.checked(core.check(1), CheckFinding(holds: false, words: "no")), at: 11)
    #expect(core.take(.cancel("eager"), at: 12).contains("arm point 130s"))
  }

  @Test("A window wakes nobody for a check while a requirement is unknown that has to be known")
  func checkBehindUnknown() throws {
    var core = CoreHarness(configuration: .patient, conditions: [.powerSource(.battery)])
    var request = try Self.asking("a", "exists /x", .patient)
    request.requirements = [.externalPower, .network]
    request.unknownConditions = .wait
    core.take(.submit(request), at: 0)
    #expect(!core.take(.plugged, at: 10).contains { $0.hasPrefix("arm point") })
    core.take(.conditions([.network(.unmetered)]), at: 20)
    #expect(core.take(.timer, at: 140).contains { $0.hasPrefix("check 1: exists \"/x\"") })
  }

  @Test("What waits for its window does not keep others of its user from being checked")
  func checkBehindPatience() throws {
    var (core, taken) = try Self.besideEager()
    #expect(!taken.contains { $0.hasPrefix("check 2") })
    core.take(.checked(core.check(1), CheckFinding(holds: false, words: "no")), at: 11)
    #expect(core.take(.timer, at: 130).contains { $0.hasPrefix("check") && $0.contains("exists \"/x\"") })
  }

  @Test("A window opens for groups, however many tasks wait")
  func crowd() {
    var core = CoreHarness(configuration: .patient, conditions: [.powerSource(.battery)])
    for number in 0..<500 { core.take(.submit(Self.work("t\(number)")), at: 0) }
    let before = core.scheduler.counters.tasksVisited
    core.take(.plugged, at: 10)
    core.take(.timer, at: 130)
    #expect(core.scheduler.counters.tasksVisited - before < 100)
    #expect(core.scheduler.runningCount == 4)
  }
}
