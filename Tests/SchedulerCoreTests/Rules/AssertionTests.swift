import Testing

@testable import SchedulerCore

@Suite("Programs that ask for time")
struct AssertionTests {
  private static let sleep = Event.departing(.sleep, limit: .seconds(5))

  /// Its own process was started for a run that is done since moment 1.
  private static var startedAndDone: CoreHarness {
    var core = CoreHarness.started(.handled("mail.sync"))
    core.take(.complete(core.run(1)), at: 1)
    return core
  }

  private func snapshot(_ core: CoreHarness, at seconds: Double) -> [AssertionSnapshot] {
    core.scheduler.assertions(of: nil, at: core.moment(seconds))
  }

  @Test("It lasts until its connection ends, and leaves nothing behind")
  func ends() {
    var core = CoreHarness()
    core.at(
      0, .hold(on: 1), gives: ["report began(saving)", "reply asserting for 30s and 5s", "arm point 30s"])
    #expect(snapshot(core, at: 12).map(\.remaining) == [.seconds(18)])
    core.at(29, .disconnected(1), gives: ["arm never"])
    #expect(core.scheduler.tables.assertions.isEmpty)
    #expect(core.scheduler.tables.indexes.assertionsByUser.isEmpty)
  }

  @Test("At its limit it is told to end, and loses its connection when the grace is over")
  func overstays() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    core.at(
      30, .timer,
      gives: [
        "warn c1 runtimeLimit in 5s", "report time of c1 is over runtimeLimit in 5s", "arm point 35s",
      ])
    #expect(snapshot(core, at: 31).map(\.remaining) == [.zero])
    #expect(snapshot(core, at: 31).map { $0.reason?.required } == ["at most 30s"])
    core.at(35, .timer, gives: ["drop c1", "report c1 has overstayed", "arm never"])
    core.at(35, .disconnected(1), gives: [])
  }

  @Test("Who ends within the grace has not overstayed")
  func inGrace() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    core.take(.timer, at: 30)
    core.at(34.9, .disconnected(1), gives: ["arm never"])
    core.at(40, .timer, gives: ["arm never"])
  }

  @Test("A process that bgtaskd started is killed when it overstays")
  func killed() {
    var core = Self.startedAndDone
    core.take(.hold(on: 2, for: 60, process: core.process(1)), at: 1)
    core.at(
      61, .timer,
      gives: [
        "warn c2 runtimeLimit in 5s", "report time of c2 is over runtimeLimit in 5s", "arm point 66s",
      ])
    core.at(
      66, .timer, gives: ["kill p1", "drop c2", "report c2 has overstayed and is killed", "arm never"])
    core.take(.disconnected(2), at: 66)
    core.take(.runEnded(core.process(1), .signal("SIGKILL")), at: 66)
    #expect(core.scheduler.tables.processes.isEmpty)
  }

  @Test("So is a command, and the record of its run says why; one that only listens is left alone")
  func killedCommand() throws {
    var core = CoreHarness()
    core.take(.submit(.command("a")), at: 0)
    core.take(.submit(.command("b")), at: 0)
    core.take(.hold(on: 1, for: 60, process: core.run(1)), at: 1)
    core.take(.hold(on: 2, for: nil, process: core.run(2)), at: 1)
    core.take(.timer, at: 61)
    #expect(core.take(.timer, at: 66).contains("kill #1"))
    let run = try #require(core.scheduler.activeRuns.first { $0.id == core.run(1) })
    #expect(run.stopReason?.message == "it has overstayed the time that it had asked for (saving)")
    core.take(.runEnded(core.run(1), .signal("SIGKILL")), at: 67)
    #expect(core.scheduler.activeRuns.map(\.identifier) == ["b"])
  }

  @Test("A process in the middle of something is not ended as idle, and is when it is done")
  func notIdle() {
    var core = Self.startedAndDone
    core.at(
      2, .hold(on: 2, for: 60, process: core.process(1)),
      gives: ["report began(saving)", "reply asserting for 60s and 5s", "arm point 62s"])
    core.at(40, .timer, gives: ["arm point 62s"])
    core.at(50, .disconnected(2), gives: ["arm point 80s"])
    core.at(80, .timer, gives: ["expire p1 idleApplication in 5s", "arm point 85s"])
    // What it asks for now is more than it was given.
    core.at(81, .hold(on: 3, process: core.process(1)), gives: ["reply unavailable"])
  }

  @Test("One that only wants to hear when the machine goes keeps no process, and has no limit")
  func standing() {
    var core = Self.startedAndDone
    core.at(
      2, .hold(on: 2, for: nil, process: core.process(1)),
      gives: ["report began(saving)", "reply asserting and 5s"])
    #expect(snapshot(core, at: 9).map(\.remaining) == [nil])
    core.at(31, .timer, gives: ["expire p1 idleApplication in 5s", "arm point 36s"])
  }

  @Test("A user has so many, and not one more; others have theirs")
  func bound() {
    var core = CoreHarness()
    for number in 1...UInt64(Assertion.limitPerUser) { core.take(.hold(on: number, for: nil), at: 0) }
    core.at(1, .hold(on: 100), gives: ["reply unavailable"])
    core.at(
      1, .hold(on: 101, uid: 1001),
      gives: ["report began(saving)", "reply asserting for 30s and 5s", "arm point 31s"])
    core.take(.disconnected(7), at: 2)
    #expect(core.take(.hold(on: 100), at: 2).contains("reply asserting for 30s and 5s"))
  }

  @Test("One lasts on each connection")
  func oneEach() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    core.at(1, .hold(on: 1, for: 60), gives: ["reply invalid why"])
    #expect(snapshot(core, at: 1).map(\.assertion.limit) == [.seconds(30)])
  }

  @Test("A machine that goes waits for all of them, and goes at once when the last has ended")
  func departure() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    core.take(.hold(on: 2, for: nil, uid: 1001), at: 0)
    core.at(
      1, Self.sleep,
      gives: [
        "report departing to sleep in 5s stopping 0", "warn c1 sleep in 4s",
        "report time of c1 is over sleep in 4s", "warn c2 sleep in 4s",
        "report time of c2 is over sleep in 4s",
        "arm point 5.75s",
      ])
    #expect(snapshot(core, at: 2).map(\.remaining) == [.zero, .zero])
    core.at(2, .disconnected(2), gives: [])
    core.at(3, .disconnected(1), gives: ["release", "arm point 305.75s"])
  }

  @Test("It goes at the latest when it waits no longer; what lasts has its limit as before")
  func impatient() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    core.take(.hold(on: 2, for: nil), at: 0)
    core.take(Self.sleep, at: 1)
    core.at(5.75, .timer, gives: ["release", "arm point 30s"])
    core.stepWall(by: 3600)
    core.at(
      6, .departureOver(.sleep),
      gives: ["report sleep is over", "relieve c1 for 24s and 5s", "relieve c2 and 5s", "arm point 30s"])
    #expect(snapshot(core, at: 6).map(\.reason) == [nil, nil])
    // They have not ended, and are told again.
    #expect(
      core.take(Self.sleep, at: 7).filter { $0.hasPrefix("warn") } == [
        "warn c1 sleep in 4s", "warn c2 sleep in 4s",
      ])
    core.take(.departureOver(.sleep), at: 8)
    core.at(
      30, .timer,
      gives: [
        "warn c1 runtimeLimit in 5s", "report time of c1 is over runtimeLimit in 5s", "arm point 35s",
      ])
    // Whose limit is over already knows that it has to end.
    #expect(core.take(Self.sleep, at: 31).filter { $0.hasPrefix("warn") } == ["warn c2 sleep in 4s"])
  }

  @Test("While the machine is about to go nobody gets time; who wants to hear of the next one does")
  func whileDeparting() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    core.take(Self.sleep, at: 1)
    core.at(2, .hold(on: 2), gives: ["reply unavailable"])
    core.at(
      2, .hold(on: 3, for: nil), gives: ["report began(saving)", "reply asserting and 5s in spite of sleep"])
    // It is not waited for.
    core.at(3, .disconnected(1), gives: ["release", "arm point 305.75s"])
    core.at(4, .departureOver(.sleep), gives: ["report sleep is over", "relieve c3 and 5s", "arm never"])
    #expect(core.take(Self.sleep, at: 5).contains("warn c3 sleep in 4s"))
  }

  @Test("A machine that is let go before anything is known waits for nobody, and tells those that are there")
  func starting() {
    var core = CoreHarness(isStarted: false)
    core.take(.hold(on: 1), at: 0)
    #expect(core.take(Self.sleep, at: 1).contains("release"))
    core.start(at: 2)
    #expect(snapshot(core, at: 2).map { $0.reason?.code } == [.sleep])
  }

  @Test("Nothing is stored: it begins while the disk takes nothing, and a change that is taken back is gone")
  func disk() {
    var core = CoreHarness()
    core.fail(.hold(on: 1), at: 0)
    #expect(core.scheduler.tables.assertions.isEmpty)
    core.take(.storeFailed(cause: "full"), at: 0)
    core.at(
      1, .hold(on: 1), gives: ["report began(saving)", "reply asserting for 30s and 5s", "arm point 31s"])
    core.fail(.disconnected(1), at: 2)
    #expect(snapshot(core, at: 2).map(\.remaining) == [.seconds(29)])
    core.fail(.timer, at: 31)
    core.at(
      31, .timer,
      gives: [
        "warn c1 runtimeLimit in 5s", "report time of c1 is over runtimeLimit in 5s", "arm point 36s",
      ])
  }

  @Test("A scheduler that ends gives nobody time, and waits for nobody's")
  func shutdown() {
    var core = CoreHarness()
    core.take(.hold(on: 1), at: 0)
    #expect(core.take(.shutdown, at: 1).contains("ready to exit"))
    core.at(1, .hold(on: 2), gives: ["reply unavailable"])
  }

  @Test("A user sees the own ones, in the order in which they connected")
  func listed() {
    var core = CoreHarness()
    for (connection, uid) in [(3, 1000), (1, 1000), (2, 1001)] as [(UInt64, UInt32)] {
      core.take(.hold(on: connection, uid: uid), at: 0)
    }
    let own = core.scheduler.assertions(of: 1000, at: core.moment(1)).map(\.assertion.connection.value)
    #expect(own == [1, 3])
    #expect(snapshot(core, at: 1).map(\.assertion.connection.value) == [1, 2, 3])
  }
}
