import Testing

@testable import SchedulerCore

@Suite("Concurrency and order")
struct OrderTests {
  /// The names of the runs in the order in which they were launched, when each ends before the next begins.
  static func order(_ core: inout CoreHarness, at seconds: Double) -> [String] {
    var names: [String] = []
    while let run = core.scheduler.activeRuns.first {
      names.append(run.identifier)
      core.take(.runEnded(run.id, .status(0)), at: seconds)
    }
    return names
  }

  static func oneAtATime() -> CoreHarness {
    CoreHarness(configuration: .oneAtATime)
  }

  @Test("No more runs than allowed in all, of a kind and of a user; the reasons say which limit it is")
  func limits() {
    var core = CoreHarness(
      configuration: .plain.with {
        $0.maximumConcurrentRuns = 3
        $0.maximumConcurrentRunsOfKind = [.processing: 1]
        $0.maximumConcurrentRunsPerUser = 2
      })
    core.take(.submit(.processing("p1")), at: 0)
    core.take(.submit(.processing("p2"), uid: 1001), at: 0)
    #expect(core.reasons("p2", uid: 1001, at: 0) == ["kindConcurrency"])
    core.take(.submit(.command("r1")), at: 0)
    core.take(.submit(.command("r2")), at: 0)
    #expect(core.reasons("r2", at: 0) == ["userConcurrency"])
    core.take(.submit(.command("r3"), uid: 1002), at: 0)
    core.take(.submit(.command("r4"), uid: 1002), at: 0)
    #expect(core.reasons("r4", uid: 1002, at: 0) == ["concurrency"])
    #expect(core.reasons("r2", at: 0) == ["concurrency", "userConcurrency"])
    #expect(core.reasons("p2", uid: 1001, at: 0) == ["concurrency", "kindConcurrency"])
    // The end of the processing run lets in the other user's, whose turn it is.
    let ended = core.take(.runEnded(core.run(1), .status(0)), at: 1)
    #expect(ended.contains("launch #4 p2@1001 for 600s and 5s"))
  }

  @Test("Larger limits after a reload let work in at once, smaller ones stop nothing")
  func reload() {
    var core = Self.oneAtATime()
    core.take(.submit(.command("a")), at: 0)
    core.take(.submit(.command("b")), at: 0)
    core.at(
      1, .configurationChanged(.plain),
      gives: ["put 2 b in #2", "put #2 b", "launch #2 b for 30s and 5s", "report launching #2"])
    core.at(2, .configurationChanged(.plain.with { $0.maximumConcurrentRuns = 1 }), gives: [])
    core.take(.configurationChanged(.plain.with { $0.maximumConcurrentRunsPerUser = 1 }), at: 3)
    core.take(.submit(.command("c")), at: 3)
    #expect(core.reasons("c", at: 3) == ["userConcurrency"])
    core.at(
      4, .configurationChanged(.plain),
      gives: ["put 3 c in #3", "put #3 c", "launch #3 c for 30s and 5s", "report launching #3"])
  }

  @Test("Order: the nearest deadline first, then by age; a deadline further away than a day waits like none")
  func deadlines() {
    var core = Self.oneAtATime()
    core.take(.submit(.command("busy")), at: 0)
    core.take(.submit(.command("old")), at: 0)
    core.take(.submit(.command("far") { $0.deadline = .at(86_400 * 30) }), at: 1)
    core.take(.submit(.command("young")), at: 2)
    core.take(.submit(.command("later") { $0.deadline = .at(7200) }), at: 3)
    core.take(.submit(.command("sooner") { $0.deadline = .at(3600) }), at: 4)
    core.take(.submit(.continued("person")), at: 5)
    #expect(Self.order(&core, at: 6) == ["busy", "person", "sooner", "later", "old", "far", "young"])
  }

  @Test("Order: a task that began before its deadline and is tried again has no claim from it any more")
  func retriesHaveNoDeadline() {
    var core = Self.oneAtATime()
    core.take(
      .submit(
        .command("again") {
          $0.deadline = .at(100)
          $0.retry = Retry(backoff: .linear, initial: .zero)
        }), at: 0)
    core.take(.submit(.command("soon") { $0.deadline = .at(3600) }), at: 1)
    core.take(.runEnded(core.run(1), .status(1)), at: 2)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["soon"])
  }

  @Test("Users take turns, however much one of them submits and however near its deadlines are")
  func turns() {
    var core = Self.oneAtATime()
    core.take(.submit(.command("busy"), uid: 1), at: 0)
    for number in 1...4 {
      core.take(.submit(.command("a\(number)") { $0.deadline = .at(1) }, uid: 10), at: 0)
    }
    for number in 1...3 { core.take(.submit(.command("b\(number)"), uid: 11), at: 0) }
    core.take(.submit(.command("c1"), uid: 12), at: 0)
    #expect(Self.order(&core, at: 0) == ["busy", "a1", "b1", "c1", "a2", "b2", "a3", "b3", "a4"])
  }

  @Test("A user who submits one task at a time does not get before the others' turns")
  func oneByOne() {
    var core = Self.oneAtATime()
    core.take(.submit(.command("b0"), uid: 11), at: 0)
    for number in 0..<4 {
      core.take(.submit(.command("a\(number)"), uid: 10), at: 0)
      core.take(.submit(.command("c\(number)"), uid: 12), at: 0)
    }
    var names: [String] = []
    for number in 1...6 {
      guard let run = core.scheduler.activeRuns.first else { break }
      names.append(run.identifier)
      core.take(.submit(.command("b\(number)"), uid: 11), at: 0)
      core.take(.runEnded(run.id, .status(0)), at: 0)
    }
    #expect(names == ["b0", "a0", "c0", "b1", "a1", "c1"])
  }

  @Test(
    "Starvation: with deadline work without end, every task starts within a bound",
    arguments: [1, 2, 3] as [UInt64])
  func starvation(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scheduler = Scheduler(
      configuration: .plain.with { $0.maximumConcurrentRuns = 1 }, seed: seed)
    func moment(_ seconds: Int) -> Moment {
      Moment(wall: .at(Double(seconds)), monotonic: .at(Double(seconds)))
    }
    _ = scheduler.handle(.started(sameBoot: true, surviving: []), at: moment(0))
    // One task in ten minutes is done; the stream alone brings one in ten minutes with a deadline that is
    // near, and now and then somebody submits a task without one, or with one in a year. So the machine is
    // always behind.
    var submitted: [String: Int] = [:]
    var longest = 0
    for step in 0..<400 {
      let minute = step * 10
      let now = moment(minute * 60)
      for run in scheduler.activeRuns { _ = scheduler.handle(.runEnded(run.id, .status(0)), at: now) }
      var requests = [
        TaskRequest.command("stream\(minute)") {
          $0.deadline = now.wall + .minutes(Int64.random(in: 1...60, using: &random))
        }
      ]
      if minute % 100 == 0 && minute < 1000 {
        requests.append(
          .command("plain\(minute)") { $0.deadline = minute % 200 == 0 ? nil : now.wall + .hours(8760) })
        submitted["plain\(minute)"] = minute
      }
      _ = scheduler.handle(.submitBatch(requests), at: now)
      for run in scheduler.activeRuns {
        if let since = submitted.removeValue(forKey: run.identifier) {
          longest = max(longest, minute - since)
        }
      }
      scheduler.commit()
    }
    #expect(submitted.isEmpty, "never started: \(submitted.keys.sorted())")
    // A day of patience, and what was before them by then.
    #expect(longest <= 24 * 60 + 240)
  }
}
