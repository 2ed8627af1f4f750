import Testing

@testable import SchedulerCore

@Suite("Checkpoint files: after a run without success they say whether the next one goes on from it")
struct CheckpointFileTests {
  private static let patient = SchedulerConfiguration.patient.with { $0.maximumConcurrentRuns = 20 }

  private static func work(
    _ identifier: String = "a", _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRequest {
    .processing(identifier) {
      $0.requirements = .externalPower
      $0.expectedDuration = .minutes(10)
      $0.runtimeLimit = .hours(1)
      $0.retry = Retry(backoff: .linear)
      $0.checkpointFile = "/state"
      change(&$0)
    }
  }

  /// A machine on which tasks run since 130 s.
  private static func running(_ requests: [(TaskRequest, uid: UInt32)]) -> CoreHarness {
    var core = CoreHarness(configuration: patient, conditions: [.powerSource(.battery)])
    for (request, uid) in requests { core.take(.submit(request, uid: uid), at: 0) }
    core.take(.plugged, at: 10)
    core.take(.timer, at: 130)
    for number in 1...requests.count { core.take(.runStarted(core.run(number)), at: 130) }
    return core
  }

  /// A machine whose task was told to stop for lost power, and has ended.
  private static func stopped(_ change: (inout TaskRequest) -> Void = { _ in }) -> CoreHarness {
    var core = running([(work("a", change), uid: 1000)])
    core.take(.unplugged, at: 200)
    core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 201)
    return core
  }

  private static func answer(_ core: CoreHarness, _ number: Int, _ isThere: Bool?) -> Event {
    .checked(core.check(number), CheckFinding(holds: isThere, words: "\(isThere as Any)"))
  }

  private static func resumes(_ core: CoreHarness) -> Bool? { core.store.tasks.values.first?.resumes }

  @Test("A file that is there lets the next run start after 20 s, also after a restart, until it is gone")
  func asked() {
    var core = Self.running([(Self.work(), uid: 1000)])
    core.take(.unplugged, at: 200)
    let ended = core.take(.runEnded(core.run(1), .signal("SIGTERM")), at: 201)
    #expect(ended.contains("check 1: exists \"/state\" as 1000 in 10s"))
    core.at(
      202, Self.answer(core, 1, true),
      gives: [
        "put 1 a attempt 2 excused 1 not before 201s", "report held 1 a waits for externalPower",
      ])
    var next = core.restarted()
    next.start(at: 210, with: [.powerSource(.battery)])
    next.take(Self.answer(next, 2, true), at: 211)
    #expect(next.take(.plugged, at: 300).contains("arm point 320s"))
    #expect(next.explanation("a", at: 301)?.reasons.first?.required == "20s")
    next.take(.timer, at: 320)
    next.take(.runEnded(next.run(2), .status(1)), at: 330)
    next.take(Self.answer(next, 3, false), at: 331)
    #expect(Self.resumes(next) == false)
  }

  @Test("Nothing is asked after a success, of an eager task, nor where the request says it itself")
  func needless() {
    var done = Self.running([(Self.work { $0.repeatEvery = .hours(1) }, uid: 1000)])
    done.take(.runEnded(done.run(1), .status(0)), at: 200)
    let eager = Self.stopped { $0.judgement = .eager }
    let saying = [true, false].map { says in Self.stopped { $0.canResume = says } }
    for core in [done, eager] + saying {
      #expect(core.asked.isEmpty && Self.resumes(core) == false)
    }
  }

  @Test("A question that could not be asked changes nothing")
  func unanswered() {
    var core = Self.stopped()
    core.take(Self.answer(core, 1, true), at: 202)
    core.take(.call(.simulateLaunch(identifier: "a")), at: 210)
    core.take(.runEnded(core.run(2), .status(1)), at: 220)
    core.at(
      221, Self.answer(core, 2, nil), gives: ["report held 1 a waits for backoff externalPower"])
    #expect(Self.resumes(core) == true)
    // This daemon can run nothing as the user.
    var other = Self.running([(Self.work(), uid: 1000)])
    other.take(.configurationChanged(Self.patient.with { $0.onlyCommandUser = 1001 }), at: 200)
    other.take(.runEnded(other.run(1), .signal("SIGTERM")), at: 201)
    #expect(other.asked.isEmpty && Self.resumes(other) == false)
  }

  @Test("Users take turns, one question each and eight in all; what finds no room is asked later")
  func turns() {
    let users: [UInt32] = [1000] + Array(1000..<1009)
    var core = Self.running(users.enumerated().map { (Self.work("t\($0.offset)"), uid: $0.element) })
    core.take(.unplugged, at: 200)
    for number in 1...users.count { core.take(.runEnded(core.run(number), .signal("SIGTERM")), at: 201) }
    #expect(core.asked.count == 8)
    // The ninth user has not had a turn; the first one has.
    #expect(core.take(Self.answer(core, 1, true), at: 202).contains { $0.hasSuffix("as 1008 in 10s") })
    #expect(core.take(Self.answer(core, 2, true), at: 203).contains { $0.hasSuffix("as 1000 in 10s") })
    for number in 3...10 { core.take(Self.answer(core, number, true), at: 204) }
    #expect(core.asked.count == 10 && core.store.tasks.values.allSatisfy(\.resumes))
  }

  @Test("An answer comes to nothing when the task is gone, runs again, or has run again")
  func late() {
    var gone = Self.stopped()
    gone.take(.cancel("a"), at: 202)
    gone.at(203, Self.answer(gone, 1, true), gives: [])

    var core = Self.stopped { $0.repeatEvery = .hours(1) }
    core.take(.call(.simulateLaunch(identifier: "a")), at: 202)
    var again = core
    again.at(203, Self.answer(again, 1, true), gives: [])
    core.take(.runEnded(core.run(2), .status(0)), at: 204)
    core.take(Self.answer(core, 1, true), at: 205)
    again.take(.runEnded(again.run(2), .status(1)), at: 206)
    #expect(Self.resumes(core) == false && Self.resumes(again) == false)
    #expect(core.asked.count == 1 && again.asked.count == 2)
  }

  @Test("A restart asks again for a task that is to be retried; the answer to the old question is dropped")
  func restart() {
    let core = Self.stopped()
    var next = core.restarted()
    let lines = next.start(at: 210, with: [.powerSource(.battery)])
    #expect(lines.contains("check 2: exists \"/state\" as 1000 in 10s"))
    next.at(211, Self.answer(next, 1, true), gives: [])
    next.take(Self.answer(next, 2, true), at: 212)
    #expect(Self.resumes(next) == true)
  }

  @Test("An answer that cannot be stored is asked for again when the disk works")
  func fullDisk() {
    var core = Self.stopped()
    core.take(.storeFailed(cause: "full"), at: 202)
    core.take(Self.answer(core, 1, true), at: 203)
    #expect(core.asked.count == 1)
    core.take(.storeRecovered, at: 204)
    core.take(Self.answer(core, 2, true), at: 205)
    #expect(Self.resumes(core) == true)
  }
}
