import Testing

@testable import SchedulerCore

@Suite("How far a program that was started for a run has come, and when")
struct LaunchMilestoneTests {
  static let mail = TaskRequest.handled("mail.sync")

  /// The program registers, on a connection of which a process of ours is at the other end.
  private static func register(
    _ identifiers: String..., on connection: UInt64 = 1, process: RunID?, connected seconds: Double? = nil
  ) -> Event {
    .call(
      .register(
        RegistrationRequest(
          connection: ConnectionID(connection), application: "", identifiers: identifiers, process: process,
          connected: seconds.map { .at($0) })))
  }

  private static func milestones(_ core: CoreHarness, run number: Int = 1) -> LaunchMilestones? {
    let id = core.run(number)
    return core.scheduler.activeRuns.first { $0.id == id }?.milestones ?? core.store.runs[id]?.milestones
  }

  private static func known(
    started: Double? = nil, connected: Double? = nil, registered: Double? = nil, delivered: Double? = nil,
    handled: Double? = nil
  ) -> LaunchMilestones {
    var milestones = LaunchMilestones()
    milestones.started = started.map { .of($0) }
    milestones.connected = connected.map { .of($0) }
    milestones.registered = registered.map { .of($0) }
    milestones.delivered = delivered.map { .of($0) }
    milestones.handled = handled.map { .of($0) }
    return milestones
  }

  @Test("Each is told from the launch, by the clock that is never set, and is on disk with the last of them")
  func all() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 10)
    core.take(.runStarted(core.process(1)), at: 11)
    core.stepWall(by: -3600)
    let delivered = core.directives(
      Self.register("mail.sync", process: core.process(1), connected: 12), at: 13)
    #expect(delivered.contains { if case .deliver(let launch, _) = $0 { launch.isOnDemand } else { false } })
    core.take(.runStarted(core.run(1)), at: 13)
    #expect(
      Self.milestones(core) == Self.known(started: 1, connected: 2, registered: 3, delivered: 3))
    core.at(
      15, .call(.handlerBegan(core.run(1))), gives: ["put #1 mail.sync handled in 5s", "reply done"])
    // A second time changes nothing.
    core.at(16, .call(.handlerBegan(core.run(1))), gives: ["reply done"])
    core.take(.complete(core.run(1)), at: 20)
    #expect(
      Self.milestones(core)
        == Self.known(started: 1, connected: 2, registered: 3, delivered: 3, handled: 5))
  }

  @Test("What the executor says after its program has registered is no later than that; each comes once")
  func order() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    core.take(Self.register("mail.other", process: core.process(1), connected: 2), at: 3)
    core.take(.runStarted(core.process(1)), at: 4)
    core.take(Self.register("mail.sync", on: 2, process: core.process(1), connected: 5), at: 6)
    #expect(Self.milestones(core) == Self.known(started: 2, connected: 2, registered: 3, delivered: 6))

    // Said to have been there before the launch, or after this moment.
    for (said, found) in [(-9.0, 0.0), (99, 3)] {
      var core = CoreHarness(configuration: .served)
      core.take(.submit(Self.mail), at: 0)
      core.take(Self.register("mail.sync", process: core.process(1), connected: said), at: 3)
      #expect(
        Self.milestones(core)
          == Self.known(started: found, connected: found, registered: 3, delivered: 3))
    }
  }

  @Test("Only the run has them that the process was started for, and only with that process")
  func others() {
    // It is there already.
    var core = CoreHarness.delivered(Self.mail)
    core.at(1, .call(.handlerBegan(core.run(1))), gives: ["reply done"])
    #expect(Self.milestones(core) == LaunchMilestones())

    // Another run waits for the same process.
    core = CoreHarness(configuration: .served)
    core.take(.submitBatch([Self.mail, .handled("mail.index")]), at: 0)
    core.take(Self.register("mail.sync", "mail.index", process: core.process(1)), at: 1)
    for number in 1...2 { core.take(.call(.handlerBegan(core.run(number))), at: 2) }
    #expect(Self.milestones(core) == Self.known(started: 1, registered: 1, delivered: 1, handled: 2))
    #expect(Self.milestones(core, run: 2) == LaunchMilestones())

    // Somebody else's program is quicker.
    core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    core.take(.runStarted(core.process(1)), at: 0)
    let delivered = core.directives(Self.register("mail.sync", process: nil), at: 1)
    #expect(delivered.contains { if case .deliver(let launch, _) = $0 { !launch.isOnDemand } else { false } })
    core.at(2, .call(.handlerBegan(core.run(1))), gives: ["reply done"])
    #expect(Self.milestones(core) == LaunchMilestones())
  }

  @Test("Before a program has the run nobody can say it; nor somebody else, nor of a run that is over")
  func refused() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    core.at(1, .call(.handlerBegan(core.run(1))), gives: ["reply done"])
    #expect(Self.milestones(core)?.handled == nil)
    core.take(Self.register("mail.sync", process: core.process(1)), at: 2)
    core.at(3, .call(.handlerBegan(core.run(1)), uid: 1001), gives: ["reply noSuchRun #1"])
    core.take(.complete(core.run(1)), at: 4)
    core.at(5, .call(.handlerBegan(core.run(1))), gives: ["reply noSuchRun #1"])
    #expect(Self.milestones(core)?.handled == nil)
  }

  @Test("A run that waited for the end of one process has the milestones of the next")
  func next() {
    var core = CoreHarness.started(Self.mail)
    core.take(.complete(core.run(1)), at: 1)
    core.take(.timer, at: 31)
    core.take(.submit(Self.mail), at: 32)
    core.take(.runEnded(core.process(1), .status(0)), at: 33)
    core.take(.runStarted(core.process(2)), at: 34)
    core.take(Self.register("mail.sync", on: 2, process: core.process(2), connected: 35), at: 36)
    core.take(.call(.handlerBegan(core.run(2))), at: 37)
    #expect(
      Self.milestones(core, run: 2)
        == Self.known(started: 2, connected: 3, registered: 4, delivered: 4, handled: 5))
  }

  @Test("What is on disk outlives the daemon, and nothing is added to it")
  func restart() {
    var core = CoreHarness(configuration: .served)
    core.take(.submit(Self.mail), at: 0)
    core.take(Self.register("mail.sync", process: core.process(1)), at: 1)
    core.take(.call(.handlerBegan(core.run(1))), at: 2)
    let known = Self.milestones(core)
    var next = core.restarted()
    next.start(at: 3)
    next.take(.register("mail.sync", on: 1, runs: [core.run(1)]), at: 4)
    next.at(5, .call(.handlerBegan(core.run(1))), gives: ["reply done"])
    next.take(.complete(core.run(1)), at: 6)
    #expect(known?.handled == .seconds(2) && Self.milestones(next) == known)
  }
}

@Suite("Launches on demand that take much longer than usual are told, once")
struct SlowLaunchTests {
  /// Launches on demand of one application, one after the other; what was told of them.
  private struct Launches {
    var core = CoreHarness(configuration: .served)
    private var seconds = 0.0
    private var count = 0

    /// One that takes so long.
    mutating func next(_ length: Double, fails: Bool = false) -> [String] {
      count += 1
      core.take(.submit(LaunchMilestoneTests.mail), at: seconds)
      core.take(
        .register("mail.sync", on: UInt64(count), process: core.process(count)), at: seconds)
      let event = Event.call(.handlerBegan(core.run(count)))
      if fails { core.fail(event, at: seconds + length) }
      let told = core.take(event, at: seconds + length).filter { $0.hasPrefix("report") }
      core.take(.complete(core.run(count)), at: seconds + length)
      core.take(.runEnded(core.process(count), .status(0)), at: seconds + length)
      // The spacing of refreshes is over.
      seconds += 4000
      return told
    }

    var last: LaunchMilestones? { core.store.runs[core.run(count)]?.milestones }
  }

  @Test("Five launches make a median; twice that is not too much, and more than twice is told")
  func regression() {
    var launches = Launches()
    for length in [1.0, 9, 2, 3] { #expect(launches.next(length) == []) }
    // They are still too few.
    #expect(launches.next(40) == [] && launches.last?.usual == nil)
    #expect(launches.next(6) == [] && launches.last?.usual == nil)
    #expect(launches.next(7) == ["report slow launch #7 of mail in 7s, usually 3s"])
    #expect(launches.last?.usual == .seconds(3))
  }

  @Test("As long as it goes on it is marked and not told again; after a quick one it is news")
  func once() {
    var launches = Launches()
    for _ in 1...5 { #expect(launches.next(1) == []) }
    #expect(launches.next(3) == ["report slow launch #6 of mail in 3s, usually 1s"])
    #expect(launches.next(3) == [] && launches.last?.usual == .seconds(1))
    #expect(launches.next(1) == [] && launches.last?.usual == nil)
    #expect(launches.next(3) == ["report slow launch #9 of mail in 3s, usually 1s"])
    // What stays slow becomes usual.
    for _ in 1...8 { #expect(launches.next(3) == []) }
    #expect(launches.last?.usual == nil)
  }

  @Test("The last twenty count, nothing under 10 ms is slow, and what was not stored is forgotten")
  func bounds() {
    var history = LaunchHistory()
    for number in 1...100 { _ = history.add(.seconds(Int64(number))) }
    #expect(history.times == (81...100).map { TimeSpan.seconds(Int64($0)) })
    var quick = LaunchHistory()
    for _ in 1...5 { _ = quick.add(.milliseconds(2)) }
    #expect(quick.median(exceededTwiceBy: .milliseconds(10)) == nil)
    #expect(quick.median(exceededTwiceBy: .milliseconds(11)) == .milliseconds(2))

    var launches = Launches()
    for _ in 1...5 { _ = launches.next(1) }
    #expect(launches.next(3, fails: true) == ["report slow launch #6 of mail in 3s, usually 1s"])
  }

  @Test("Each user's application by itself, and anew when the daemon starts again")
  func apart() {
    var launches = Launches()
    for _ in 1...5 { _ = launches.next(1) }
    var core = launches.core.restarted()
    core.start(at: 30_000)
    core.take(.submit(LaunchMilestoneTests.mail), at: 30_000)
    core.take(.register("mail.sync", on: 9, process: core.process(6)), at: 30_000)
    core.at(
      30_009, .call(.handlerBegan(core.run(6))), gives: ["put #6 mail.sync handled in 9s", "reply done"])

    var other = launches.core
    other.take(.submit(LaunchMilestoneTests.mail, uid: 1001), at: 30_000)
    other.take(.register("mail.sync", on: 9, uid: 1001, process: other.process(6)), at: 30_000)
    let told = other.take(.call(.handlerBegan(other.run(6)), uid: 1001), at: 30_009)
    #expect(!told.contains { $0.hasPrefix("report") } && told.last == "reply done")
  }
}
