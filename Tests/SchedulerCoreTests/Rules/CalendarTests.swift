import ConditionSyntax
import Testing

@testable import SchedulerCore

/// The tests' second 0 is 2023-11-14 22:13:20 UTC, a Tuesday, so midnight is 6400 s later.
@Suite("Dates of the calendar")
struct CalendarTests {
  static func request(
    _ texts: String..., delay: TimeSpan = .zero, _ change: (inout TaskRequest) -> Void = { _ in }
  ) throws -> TaskRequest {
    let calendar = CalendarSchedule(try texts.map { try CalendarSyntax.parse($0) }, randomizedDelay: delay)
    return .command("a") {
      $0.calendar = calendar
      change(&$0)
    }
  }

  private static let midnight = 6400.0
  private static let day = 86_400.0

  private static func date(of core: CoreHarness) -> WallTime? {
    core.scheduler.task("a", of: 1000)?.task.request.earliestBegin
  }

  @Test("It starts at each date, and one run makes up for those that passed meanwhile")
  func series() throws {
    var core = CoreHarness(conditions: [.network(.none)])
    core.at(
      0, .submit(try Self.request("daily") { $0.requirements = .network }),
      gives: [
        "put 1 a from 6400s with payload", "report submitted 1 a waiting waits for earliestBegin network",
        "arm date 6400s", "reply submitted 1 a waiting",
      ])
    core.take(.timer, at: Self.midnight)
    let second = Self.midnight + 2 * Self.day + 100
    let told = core.take(.conditions([.network(.unmetered)]), at: second)
    #expect(told.contains("report launching #1 missed 2"))
    core.take(.runEnded(core.run(1), .status(0)), at: second + 10)
    #expect(Self.date(of: core) == .at(Self.midnight + 3 * Self.day))
  }

  @Test("Of several expressions the next date counts; what has none any more is over, or refused")
  func several() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("*-*-* 06:00", "*-*-* 00:30")), at: 0)
    #expect(Self.date(of: core) == .at(Self.midnight + 1800))
    core.take(.submit(try Self.request("2023-11-15 00:00")), at: 1)
    core.take(.timer, at: Self.midnight)
    #expect(
      core.take(.runEnded(core.run(1), .status(0)), at: Self.midnight + 5).contains(
        "report ended #1 completed"))
    #expect(core.scheduler.pendingCount == 0)
    core.at(
      Self.midnight + 6, .submit(try Self.request("2023-11-15 00:00")), gives: ["reply invalid calendar"])
  }

  @Test("With an earliest date it is the first one from then on")
  func earliest() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("daily") { $0.earliestBegin = .at(Self.midnight) }), at: 0)
    #expect(Self.date(of: core) == .at(Self.midnight))
    core.take(.submit(try Self.request("daily") { $0.earliestBegin = .at(Self.midnight + 1) }), at: 1)
    #expect(Self.date(of: core) == .at(Self.midnight + Self.day))
  }

  @Test("In another zone it is the same time on the clock, also where the daemon was away meanwhile")
  func zones() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("daily")), at: 0)
    core.take(.zoneChanged(ZoneRules(firstOffset: 3600)), at: 1)
    // Its clock is an hour ahead, and midnight comes an hour earlier.
    #expect(Self.date(of: core) == .at(Self.midnight - 3600))
    core.take(.zoneChanged(.utc), at: 2)
    #expect(Self.date(of: core) == .at(Self.midnight))
    core.take(.zoneChanged(ZoneRules(firstOffset: 3600)), at: Self.midnight - 3599)
    // There it is past midnight.
    #expect(Self.date(of: core) == .at(Self.midnight + 23 * 3600))
    core.take(.timer, at: Self.midnight + 23 * 3600)
    core.take(.runEnded(core.run(1), .status(0)), at: Self.midnight + 23 * 3600 + 5)
    #expect(Self.date(of: core) == .at(Self.midnight + 47 * 3600))
    core.take(.zoneChanged(.utc), at: Self.midnight + 24 * 3600 + 10)
    #expect(Self.date(of: core) == .at(Self.midnight + 48 * 3600))
    // What names its zone does not care.
    core.take(.submit(try Self.request("*-*-* 12:00 UTC")), at: Self.midnight + 24 * 3600 + 20)
    let noon = Self.date(of: core)
    core.take(.zoneChanged(ZoneRules(firstOffset: 3600)), at: Self.midnight + 24 * 3600 + 30)
    #expect(noon != nil && Self.date(of: core) == noon)
  }

  @Test("A first date follows its zone to the west as well, and is never before the date that was asked for")
  func zonesAtFirst() throws {
    // Noon in Tokyo, so that 09:00 is over there and still to come in the west.
    let (noon, nine) = (Self.midnight + 3 * 3600, Self.midnight)
    let asked = nine + 2 * Self.day
    for date in [nil, WallTime.at(asked)] {
      var core = CoreHarness()
      core.take(.zoneChanged(Self.tokyo), at: noon)
      core.take(.submit(try Self.request("*-*-* 09:00") { $0.earliestBegin = date }), at: noon + 1)
      #expect(Self.date(of: core) == .at(date == nil ? nine + Self.day : asked))
      core.take(.zoneChanged(.utc), at: noon + 2)
      let here = (date == nil ? nine : asked) + 9 * 3600
      #expect(Self.date(of: core) == .at(here))
      // An edit gives the date back, and asks for no more than the request.
      core.take(.submit(try Self.request("*-*-* 09:00") { $0.earliestBegin = .at(here) }), at: noon + 3)
      core = core.restarted()
      core.start(at: noon + 4)
      core.take(.zoneChanged(Self.tokyo), at: noon + 5)
      #expect(Self.date(of: core) == .at(date == nil ? nine + Self.day : asked))
    }
  }

  private static let asked = WallTime.at(midnight + 10 * day)
  private static let tokyo = ZoneRules(firstOffset: 9 * 3600)

  /// A daily request that asks to begin in ten days.
  private static func later(_ change: (inout TaskRequest) -> Void = { _ in }) throws -> TaskRequest {
    try request("daily") {
      $0.earliestBegin = asked
      change(&$0)
    }
  }

  @Test("R17: a run before the first date does not bring that forward, wherever the machine goes meanwhile")
  func earlyRun() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.later { $0.retry = Retry(initial: .seconds(100)) }), at: 0)
    for second in [1.0, 2] {
      core.take(.call(.simulateLaunch(identifier: "a")), at: second)
      core.take(.runEnded(core.run(Int(second)), .status(0)), at: second)
      #expect(Self.date(of: core) == Self.asked)
    }
    core.take(.call(.simulateLaunch(identifier: "a")), at: 3)
    core.take(.zoneChanged(Self.tokyo), at: 4)
    core.take(.runEnded(core.run(3), .status(0)), at: 5)
    let there = WallTime.at(Self.midnight + 10 * Self.day + 15 * 3600)
    #expect(Self.date(of: core) == there)
    // In the pause after an attempt as well.
    core.take(.call(.simulateLaunch(identifier: "a")), at: 6)
    core.take(.runEnded(core.run(4), .status(1)), at: 7)
    core.take(.zoneChanged(.utc), at: 8)
    core.take(.timer, at: 107)
    core.take(.runEnded(core.run(5), .status(0)), at: 108)
    #expect(Self.date(of: core) == Self.asked)
  }

  /// A daily task that an action has called for, and that waits for a network.
  private static func called() throws -> CoreHarness {
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(.submit(try later { $0.requirements = .network }), at: 0)
    core.take(.submit(.command("b") { $0.actions[.success] = TaskAction("a") }), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 10)
    return core
  }

  @Test("What an action has called for stays due when the clock is set back, and in another zone")
  func calledFor() throws {
    var core = try Self.called()
    core.take(.zoneChanged(Self.tokyo), at: 10)
    core.stepWall(by: -3600)
    core.take(.clockChanged, at: 11)
    #expect(core.reasons("a", at: 12) == ["network"])
    core.take(.zoneChanged(.utc), at: 12)
    core.take(.conditions([.network(.unmetered)]), at: 13)
    core.take(.runEnded(core.run(2), .status(0)), at: 14)
    #expect(Self.date(of: core) == Self.asked)
  }

  @Test("An edit that gives the date back keeps the call, the date asked for and the dates that are over")
  func edited() throws {
    var core = try Self.called()
    core.take(
      .submit(
        try Self.later {
          $0.requirements = .network
          $0.earliestBegin = core.scheduler.task("a", of: 1000)?.task.shownDate
          $0.tolerance = .seconds(1)
        }), at: 11)
    #expect(core.reasons("a", at: 12) == ["network"])
    #expect(core.scheduler.task("a", of: 1000)?.task.cause?.chain == ["b"])
    core.take(.conditions([.network(.unmetered)]), at: 13)
    core.take(.runEnded(core.run(2), .status(0)), at: 14)
    #expect(Self.date(of: core) == Self.asked)
    // A date that is over does not come back, by an edit or another request for the same dates.
    for gives in [true, false] {
      var served = CoreHarness()
      served.take(.submit(try Self.request("daily")), at: 0)
      served.take(.timer, at: Self.midnight)
      served.take(.runEnded(served.run(1), .status(0)), at: Self.midnight + 5)
      let date = Self.date(of: served)
      served.take(
        .submit(try Self.request("daily") { $0.earliestBegin = gives ? date : nil }), at: Self.midnight + 6)
      served.stepWall(by: -60)
      served.take(.clockChanged, at: Self.midnight + 7)
      #expect(Self.date(of: served) == .at(Self.midnight + Self.day))
    }
  }

  @Test("A randomized delay is the same each time on a machine, and another one on another")
  func randomizedDelay() throws {
    var delays: Set<Int64> = []
    for machine in ["a", "b", "c", "d"] {
      var core = CoreHarness(configuration: .plain.with { $0.machineID = machine })
      core.take(.submit(try Self.request("daily", delay: .hours(6))), at: 0)
      let first = try #require(Self.date(of: core))
      let delay = first - WallTime.at(Self.midnight)
      #expect((0..<TimeSpan.hours(6).uSec).contains(delay.uSec))
      delays.insert(delay.uSec)
      let second = Double((first - .at(0)).uSec) / 1_000_000
      core.take(.timer, at: second)
      core.take(.runEnded(core.run(1), .status(0)), at: second + 5)
      #expect(Self.date(of: core) == first + .days(1))
    }
    #expect(delays.count == 4)
  }

  @Test("A date that comes before a retry takes its place, and no date is lost for a backoff")
  func dateBeforeRetry() throws {
    var core = CoreHarness()
    let retry = Retry(initial: .seconds(100), maximumAttempts: 3)
    core.take(.submit(try Self.request("*:*:00") { $0.retry = retry }), at: 0)
    for minute in 0..<5 {
      let second = 40 + Double(minute) * 60
      core.take(.timer, at: second)
      let end = core.take(.runEnded(core.run(minute + 1), .signal("SIGKILL")), at: second + 1)
      #expect(Self.date(of: core) == .at(second + 60))
      #expect(!end.contains { $0.hasPrefix("report gave up") })
      #expect(core.reasons("a", at: second + 2) == ["earliestBegin"])
    }
    // A retry that comes before the next date is one.
    core.take(.submit(try Self.request("hourly") { $0.retry = retry }), at: 300)
    core.take(.timer, at: 2800)
    core.take(.runEnded(core.run(6), .status(1)), at: 2810)
    #expect(core.reasons("a", at: 2811) == ["backoff"])
    core.take(.timer, at: 2910)
    #expect(core.scheduler.runningCount == 1)
  }

  @Test("A clock that was ahead when a task came leaves its first date where the right clock has it")
  func clockAheadAtFirst() throws {
    for ahead in [10_800, 40 * Self.day, 70 * 365 * Self.day] as [Double] {
      var core = CoreHarness()
      core.stepWall(by: ahead)
      core.take(.submit(try Self.request("daily")), at: 0)
      core.stepWall(by: -ahead)
      core.take(.clockChanged, at: 1)
      #expect(Self.date(of: core) == .at(Self.midnight))
    }
    // A date that was asked for stays, also behind a run of those days.
    for ahead in [3600, 20 * Self.day] {
      var core = CoreHarness()
      core.stepWall(by: ahead)
      core.take(.submit(try Self.later()), at: 0)
      core.take(.timer, at: 0)
      if ahead > 3600 { core.take(.runEnded(core.run(1), .status(0)), at: 1) }
      core.stepWall(by: -ahead)
      core.take(.clockChanged, at: 2)
      #expect(Self.date(of: core) == Self.asked)
    }
    // One that was said as a time from then on was no later than the first date.
    var core = CoreHarness()
    core.stepWall(by: 400 * Self.day)
    core.take(.submit(try Self.request("daily") { $0.earliestBegin = .at(400 * Self.day + 3600) }), at: 0)
    core.stepWall(by: -400 * Self.day)
    core.take(.clockChanged, at: 1)
    #expect(Self.date(of: core) == .at(Self.midnight))
    core.take(.zoneChanged(Self.tokyo), at: 2)
    #expect(Self.date(of: core) == .at(Self.midnight + 15 * 3600))
  }

  @Test("A delay before a file's calendar counts from its reading, by whatever clock")
  func delayed() throws {
    var core = CoreHarness()
    core.stepWall(by: 400 * Self.day)
    core.take(.reload(.file("a.task", try Self.request("daily"), delay: .hours(3))), at: 0)
    #expect(Self.date(of: core) == .at(401 * Self.day + Self.midnight))
    core.stepWall(by: -400 * Self.day)
    core.take(.clockChanged, at: 1)
    #expect(Self.date(of: core) == .at(Self.midnight))
  }

  @Test("A clock that was ahead for a year leaves no year without a run")
  func clock() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("daily")), at: 0)
    core.stepWall(by: 365 * Self.day)
    core.take(.clockChanged, at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 5)
    core.stepWall(by: -365 * Self.day)
    core.take(.clockChanged, at: 6)
    #expect(Self.date(of: core) == .at(Self.midnight))
    // Put right by a little it does not bring back a date that was served.
    core.take(.timer, at: Self.midnight)
    core.take(.runEnded(core.run(2), .status(0)), at: Self.midnight + 5)
    core.stepWall(by: -60)
    core.take(.clockChanged, at: Self.midnight + 6)
    #expect(Self.date(of: core) == .at(Self.midnight + Self.day))
  }

  @Test(
    "A file whose calendar has changed goes by the new one at once, and one whose title has by the old date")
  func declared() throws {
    var core = CoreHarness(conditions: [.network(.none)])
    let daily = try Self.request("daily") { $0.requirements = .network }
    core.take(.reload(.file("a.task", daily)), at: 0)
    core.take(.timer, at: Self.midnight + 10)
    core.take(.reload(.file("a.task", daily, payload: [2])), at: Self.midnight + 20)
    #expect(Self.date(of: core) == .at(Self.midnight))
    let later = try Self.request("*-*-* 03:00")
    core.take(.reload(.file("a.task", later, payload: [3])), at: Self.midnight + 30)
    #expect(Self.date(of: core) == .at(Self.midnight + 3 * 3600))
  }
}
