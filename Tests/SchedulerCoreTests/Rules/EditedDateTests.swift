import ConditionSyntax
import Testing

@testable import SchedulerCore

/// The tests' second 0 is 2023-11-14 22:13:20 UTC, a Tuesday, so midnight is 6400 s later.
@Suite("R17: dates of a request that takes a task's place, as an edit does or a program that starts again")
struct EditedDateTests {
  private static let midnight = 6400.0
  private static let day = 86_400.0

  private static func task(_ core: CoreHarness) throws -> ScheduledTask {
    try #require(core.scheduler.task("a", of: 1000)).task
  }

  private static func date(_ core: CoreHarness) throws -> WallTime? {
    try task(core).request.earliestBegin
  }

  /// A request by a calendar that needs a network.
  private static func request(
    _ text: String = "daily", delay: TimeSpan = .zero, clockChange: ClockChange? = nil,
    _ change: (inout TaskRequest) -> Void = { _ in }
  ) throws -> TaskRequest {
    let calendar = CalendarSchedule(
      [try CalendarSyntax.parse(text)], randomizedDelay: delay, clockChange: clockChange)
    return .command("a") {
      ($0.calendar, $0.requirements) = (calendar, .network)
      change(&$0)
    }
  }

  /// The task's request with changes, its dates as callers see them.
  private static func edited(
    _ core: CoreHarness, _ change: (inout TaskRequest) throws -> Void = { $0.tolerance = .seconds(1) }
  ) throws -> Event {
    let task = try task(core)
    var request = task.request
    request.earliestBegin = task.shownDate ?? task.submitted
    try change(&request)
    return .submit(request)
  }

  // MARK: Running

  @Test("What runs has its next date after an edit, with the deadline as far behind it or as the edit says")
  func running() throws {
    for step in [Self.day, 3600] {
      func begun() throws -> CoreHarness {
        var core = CoreHarness()
        let request = try Self.request {
          $0.deadline = .at(Self.midnight + 600)
          guard step < Self.day else { return }
          ($0.calendar, $0.repeatEvery, $0.earliestBegin) = (nil, .hours(1), .at(Self.midnight))
        }
        core.take(.submit(request), at: 0)
        core.take(.timer, at: Self.midnight)
        #expect(core.scheduler.runningCount == 1)
        return core
      }
      var title = try begun()
      title.take(try Self.edited(title), at: Self.midnight + 1)
      #expect(try Self.date(title) == .at(Self.midnight + step))
      #expect(try Self.task(title).request.deadline == .at(Self.midnight + step + 600))
      #expect(try Self.task(title).recurrence == 1)

      var later = try begun()
      later.take(
        try Self.edited(later) { $0.deadline = .at(Self.midnight + step + 60) }, at: Self.midnight + 1)
      #expect(try Self.task(later).request.deadline == .at(Self.midnight + step + 60))
      later.at(
        Self.midnight + 2, try Self.edited(later) { $0.deadline = .at(Self.midnight + 30) },
        gives: ["reply invalid deadlineUSec"])

      var without = try begun()
      without.take(try Self.edited(without) { $0.deadline = nil }, at: Self.midnight + 1)
      #expect(try Self.task(without).request.deadline == nil)
      #expect(try Self.date(without) == .at(Self.midnight + step))
    }
  }

  @Test("What runs without a date goes on from its acceptance, and another calendar begins at once")
  func runningWithoutDate() throws {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.repeatEvery = .seconds(60) }), at: 0)
    core.take(try Self.edited(core), at: 70)
    #expect(try Self.date(core) == .at(120))
    #expect(core.scheduler.runningCount == 1)

    var other = CoreHarness()
    other.take(.submit(try Self.request("hourly")), at: 0)
    other.take(.timer, at: 2800)
    other.take(try Self.edited(other) { $0.calendar = try Self.request("*:0/15").calendar }, at: 2810)
    #expect(try Self.date(other) == .at(3700))
  }

  // MARK: Due, called and in a retry

  @Test("A date that is due stays so when the same calendar is submitted again, without a date or with it")
  func due() throws {
    for isEdit in [false, true] {
      var core = CoreHarness(conditions: [.network(.none)])
      core.take(.submit(try Self.request { $0.overdueAfter = .hours(4) }), at: 0)
      core.take(.timer, at: Self.midnight)
      // Long overdue as well, and under dates that have come since.
      for second in [Self.midnight + 10, Self.midnight + 5 * 3600, Self.midnight + 2 * Self.day] {
        core.take(.timer, at: second)
        core.take(
          isEdit ? try Self.edited(core) : .submit(try Self.request { $0.overdueAfter = .hours(4) }),
          at: second)
        #expect(try Self.date(core) == .at(Self.midnight))
      }
      core.take(.conditions([.network(.unmetered)]), at: Self.midnight + 2 * Self.day + 1)
      #expect(core.scheduler.runningCount == 1)
      // Behind the run a request without a date has the next one.
      core.take(.submit(try Self.request()), at: Self.midnight + 2 * Self.day + 2)
      #expect(try Self.date(core) == .at(Self.midnight + 3 * Self.day))
    }
  }

  @Test("Another delay or rule for clock changes drops no date that is due, nor one whose delay is not over")
  func otherDelay() throws {
    for isFile in [false, true] {
      var core = CoreHarness(conditions: [.network(.none)])
      func put(_ request: TaskRequest, _ number: UInt8) throws -> Event {
        try isFile
          ? .reload(.file("a.task", request, payload: [number]))
          : core.scheduler.task("a", of: 1000) == nil
            ? .submit(request) : Self.edited(core) { $0.calendar = request.calendar }
      }
      core.take(try put(try Self.request(delay: .hours(20)), 1), at: 0)
      let date = try #require(try Self.date(core))
      let wait = Double((date - .at(Self.midnight)).uSec) / 1_000_000
      #expect(wait > 60)
      // Before its delay is over, the date of midnight has another delay.
      core.take(try put(try Self.request(delay: .seconds(10)), 2), at: Self.midnight + wait / 2)
      let soon = try #require(try Self.date(core))
      #expect((WallTime.at(Self.midnight)..<WallTime.at(Self.midnight + 10)).contains(soon))
      for (number, request) in [
        try Self.request(delay: .hours(2)), try Self.request(clockChange: .once), try Self.request(),
      ].enumerated() {
        core.take(try put(request, UInt8(3 + number)), at: Self.midnight + Self.day / 2 + Double(number))
        #expect(try Self.date(core) == soon)
      }
      // Another calendar goes by its own dates.
      core.take(try put(try Self.request("*-*-* 18:00"), 9), at: Self.midnight + Self.day / 2 + 9)
      #expect(try Self.date(core) == .at(Self.midnight + Self.day * 3 / 4))
    }
  }

  /// A task that an action has called for, and that waits for a network.
  private static func called(_ request: TaskRequest) -> CoreHarness {
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(.submit(request), at: 0)
    core.take(.submit(.command("b") { $0.actions[.success] = TaskAction("a") }), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    return core
  }

  @Test("A call stays in force, whatever an edit changes, until it has led to a run")
  func calls() throws {
    let asked = WallTime.at(Self.midnight + 10 * Self.day)
    let daily = try Self.request { $0.earliestBegin = asked }
    let hourly = TaskRequest.command("a") {
      ($0.repeatEvery, $0.earliestBegin, $0.requirements) = (.hours(1), asked, .network)
    }
    let changes: [(TaskRequest, WallTime, (inout TaskRequest) throws -> Void)] = [
      (daily, asked, { $0.tolerance = .seconds(1) }),
      (daily, asked + .hours(12), { $0.calendar = try Self.request("*-*-* 12:00").calendar }),
      (daily, .at(Self.midnight), { $0.earliestBegin = nil }),
      (daily, asked, { $0.calendar = try Self.request(clockChange: .once).calendar }),
      (hourly, asked, { $0.tolerance = .seconds(1) }),
      (hourly, asked, { $0.repeatEvery = .hours(2) }),
    ]
    for (number, (request, own, change)) in changes.enumerated() {
      var core = Self.called(request)
      core.take(try Self.edited(core, change), at: 3)
      #expect(core.reasons("a", at: 3) == ["network"], "\(number)")
      #expect(try Self.task(core).cause?.chain == ["b"], "\(number)")
      core.take(.conditions([.network(.unmetered)]), at: 4)
      core.take(.runEnded(core.run(2), .status(0)), at: 5)
      #expect(try Self.date(core) == own, "\(number)")
      #expect(try Self.task(core).recurrence == 0, "\(number)")
    }
  }

  @Test("The deadline of what is called is behind its own date, since later dates have theirs as far behind")
  func deadlineOfCalled() throws {
    let asked = WallTime.at(Self.midnight + 10 * Self.day)
    var core = Self.called(
      try Self.request { ($0.earliestBegin, $0.onDeadline) = (asked, .drop) })
    for deadline in [WallTime.at(3600), asked] {
      core.at(3, try Self.edited(core) { $0.deadline = deadline }, gives: ["reply invalid deadlineUSec"])
    }
    core.take(try Self.edited(core) { $0.deadline = asked + .hours(1) }, at: 4)
    core.take(.conditions([.network(.unmetered)]), at: 5)
    core.take(.runEnded(core.run(2), .status(0)), at: 6)
    #expect(try Self.date(core) == asked)
    #expect(try Self.task(core).request.deadline == asked + .hours(1))
  }

  @Test("A pending retry stays, with its number, its pause and the call that led to it")
  func retries() throws {
    let retry = Retry(initial: .seconds(100), maximumAttempts: 3)
    for (name, first) in [
      ("daily", try Self.request { $0.retry = retry }),
      ("once", TaskRequest.command("a") { ($0.retry, $0.requirements) = (retry, .network) }),
    ] {
      for isCalled in [false, true] {
        var request = first
        if isCalled { request.earliestBegin = .at(Self.midnight + 10 * Self.day) }
        var core = isCalled ? Self.called(request) : CoreHarness()
        if !isCalled { core.take(.submit(request), at: 0) }
        core.take(.conditions([.network(.unmetered)]), at: Self.midnight)
        core.take(.runEnded(core.run(isCalled ? 2 : 1), .status(1)), at: Self.midnight + 1)
        let before = try Self.task(core)
        #expect(before.attempt == 2)
        core.take(try Self.edited(core), at: Self.midnight + 2)
        var after = try Self.task(core)
        #expect(core.reasons("a", at: Self.midnight + 3) == ["backoff"], "\(name) \(isCalled)")
        #expect(after.request.tolerance == .seconds(1))
        #expect(after.waitsSince == (before.request.repeats ? before.submitted : nil))
        (after.request.tolerance, after.waitsSince) = (.zero, nil)
        (after.id, after.submitted) = (before.id, before.submitted)
        #expect(after == before, "\(name) \(isCalled)")
        // A program that starts again and submits the same without a date keeps it as well.
        if name == "daily" {
          core.take(.submit(try Self.request { $0.retry = retry }), at: Self.midnight + 4)
          #expect(core.reasons("a", at: Self.midnight + 5) == ["backoff"])
          #expect(try Self.task(core).attempt == 2)
          core = core.restarted()
          core.start(at: Self.midnight + 6, with: [.network(.unmetered)])
        }
        core.take(.timer, at: Self.midnight + 101)
        #expect(core.scheduler.runningCount == 1, "\(name) \(isCalled)")
        core.take(.runEnded(core.run(isCalled ? 3 : 2), .status(0)), at: Self.midnight + 102)
        if name == "daily" { #expect(try Self.date(core) == .at(Self.midnight + Self.day)) }
      }
    }
  }

  @Test(
    "A run that fails or is interrupted behind an edit is tried again as the edit says, before the next date")
  func retriesOfRuns() throws {
    let retry = Retry(initial: .seconds(100), maximumAttempts: 3)
    func daily(_ change: (inout TaskRequest) -> Void = { _ in }) throws -> TaskRequest {
      try Self.request {
        ($0.retry, $0.actions[.failure]) = (retry, .program("/bin/tell"))
        change(&$0)
      }
    }
    func begun() throws -> CoreHarness {
      var core = CoreHarness()
      core.take(.submit(try daily()), at: 0)
      core.take(.timer, at: Self.midnight)
      return core
    }
    let next = WallTime.at(Self.midnight + Self.day)
    let others: [(CoreHarness) throws -> Event] = [
      { try Self.edited($0) },
      { try Self.edited($0) { $0.calendar = try Self.request("*-*-* 01:00").calendar } },
      { try Self.edited($0) { $0.retry?.initial = .seconds(50) } },
    ]
    for (number, other) in others.enumerated() {
      for isInterrupted in [false, true] {
        var core = try begun()
        core.take(try other(core), at: Self.midnight + 1)
        let id = try Self.task(core).id
        if isInterrupted {
          core = core.restarted()
          core.start(at: Self.midnight + 2, with: [.network(.unmetered)])
        } else {
          let told = core.take(.runEnded(core.run(1), .status(1)), at: Self.midnight + 2)
          #expect(
            told.contains { $0.hasPrefix("report ended #1") } && !told.contains { $0.hasPrefix("put 3") })
        }
        #expect(core.reasons("a", at: Self.midnight + 3) == ["backoff"], "\(number) \(isInterrupted)")
        #expect(try Self.task(core).id == id)
        let own = number == 1 ? WallTime.at(Self.midnight + 3600) : next
        #expect(try Self.task(core).ownDate == own)
        core.take(.timer, at: Self.midnight + (number == 2 ? 52 : 102))
        #expect(core.scheduler.runningCount == 1, "\(number) \(isInterrupted)")
        core.take(.runEnded(core.run(2), .status(0)), at: Self.midnight + 103)
        #expect(try Self.date(core) == own)
        #expect(try Self.task(core).attempt == 1)
      }
    }
    // The last attempt has no further one, and requests that do not go on have a date of their own.
    let requests: [(Event, WallTime?)] = [
      (try Self.edited(begun()) { $0.retry = nil }, next),
      (try Self.edited(begun()) { $0.earliestBegin = .at(Self.midnight + 500) }, next),
      (try Self.edited(begun()) { $0.calendar = nil }, next),
      // Nobody knows whether another program is the same work. `onConflict` keep leaves it its retry.
      (.submit(try daily()), next),
      (.submit(.command("a") { $0.earliestBegin = .at(Self.midnight + 500) }), .at(Self.midnight + 500)),
    ]
    for (number, (event, date)) in requests.enumerated() {
      var core = try begun()
      core.take(event, at: Self.midnight + 1)
      let told = core.take(.runEnded(core.run(1), .status(1)), at: Self.midnight + 2)
      #expect(told.contains { $0.contains("a:failure") }, "\(number) \(told)")
      #expect(try Self.date(core) == date, "\(number)")
      #expect(try Self.task(core).attempt == 1, "\(number)")
    }
  }

  @Test("R17: what follows from a run before its date begins no sooner than the date that was asked for")
  func retryOfEarlyRun() throws {
    let asked = WallTime.at(Self.midnight + 10 * Self.day)
    for calendar in [try Self.request().calendar, nil] {
      let request = TaskRequest.command("a") {
        ($0.calendar, $0.earliestBegin, $0.retry) = (calendar, asked, Retry(initial: .seconds(3)))
        if calendar == nil { $0.repeatEvery = .hours(1) }
      }
      var core = CoreHarness()
      core.take(.submit(request), at: 0)
      core.take(.call(.simulateLaunch(identifier: "a")), at: 1)
      core.take(.submit(request), at: 2)
      core.take(.runEnded(core.run(1), .status(7)), at: 3)
      core.take(.timer, at: 100)
      #expect(core.scheduler.runningCount == 0)
      #expect(try Self.date(core) == asked)
    }
  }

  @Test("The deadlines of a task without a first date count from its acceptance, through edits as well")
  func deadlineWithoutDate() throws {
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(
      .submit(
        .command("a") {
          ($0.repeatEvery, $0.deadline, $0.requirements) = (.seconds(100), .at(50), .network)
        }), at: 0)
    core.take(try Self.edited(core), at: 20)
    core.take(try Self.edited(core) { $0.repeatEvery = .seconds(200) }, at: 40)
    core.take(.conditions([.network(.unmetered)]), at: 45)
    core.take(.runEnded(core.run(1), .status(0)), at: 46)
    #expect(try Self.date(core) == .at(200))
    #expect(try Self.task(core).request.deadline == .at(250))
  }

  @Test("An overdue task is reported and acted on once, also when it is edited")
  func overdue() throws {
    var core = CoreHarness(conditions: [.network(.none)])
    core.take(
      .submit(
        try Self.request {
          ($0.deadline, $0.actions[.overdue]) = (.at(Self.midnight + 60), .program("/bin/true"))
        }), at: 0)
    core.take(.timer, at: Self.midnight + 61)
    let told =
      core.take(try Self.edited(core), at: Self.midnight + 62) + core.take(.timer, at: Self.midnight + 63)
    #expect(!told.contains { $0.hasPrefix("report overdue") }, "\(told)")
    #expect(try Self.task(core).isOverdue)
    let again =
      core.take(
        try Self.edited(core) { $0.deadline = .at(Self.midnight + 70) }, at: Self.midnight + 64)
      + core.take(.timer, at: Self.midnight + 71)
    #expect(again.contains { $0.hasPrefix("report overdue") }, "\(again)")
  }

  @Test(
    "The time without success goes on behind a run whose program submits its request again, or that is edited"
  )
  func withoutSuccess() throws {
    for isEdit in [false, true] {
      func request() throws -> TaskRequest {
        try Self.request("*:0/10") {
          ($0.overdueAfter, $0.actions[.overdue]) = (.minutes(25), .program("/bin/true"))
        }
      }
      var core = CoreHarness()
      core.take(.submit(try request()), at: 0)
      var told: [String] = []
      for period in 0..<6 {
        let start = 400 + Double(period) * 600
        told += core.take(.timer, at: start)
        // The action's program has a run as well.
        guard let run = core.scheduler.activeRuns.first(where: { $0.identifier == "a" }) else {
          Issue.record("period \(period) has no run")
          return
        }
        told += core.take(isEdit ? try Self.edited(core) : .submit(try request()), at: start + 1)
        told += core.take(.runEnded(run.id, .status(1)), at: start + 2)
        told += core.take(.timer, at: start + 300)
      }
      #expect(told.filter { $0.hasPrefix("report overdue") }.count == 1, "\(isEdit) \(told)")
      #expect(try Self.task(core).lacksSuccess)
    }
  }

  @Test("The wait goes on through edits: relaxations come in time, and the claim among tasks stays")
  func waits() throws {
    for isEdit in [true, false] {
      func request() throws -> TaskRequest {
        try Self.request {
          $0.wish = ConditionWish(relaxations: [Relaxation(after: .hours(1), without: ["network"])])
        }
      }
      var core = CoreHarness(conditions: [.network(.none)])
      core.take(.submit(try request()), at: 0)
      core.take(.timer, at: Self.midnight)
      let claim = Urgency(of: try Self.task(core)).claim
      for minute in [20, 40, 59] as [Double] {
        core.take(
          isEdit ? try Self.edited(core) : .submit(try request()), at: Self.midnight + minute * 60)
        #expect(Urgency(of: try Self.task(core)).claim == claim)
      }
      core = core.restarted()
      core.start(at: Self.midnight + 3590, with: [.network(.none)])
      #expect(core.scheduler.runningCount == 0)
      core.take(.timer, at: Self.midnight + 3600)
      #expect(core.scheduler.runningCount == 1, "\(isEdit)")
      core.take(.runEnded(core.run(1), .status(0)), at: Self.midnight + 3601)
      #expect(core.reasons("a", at: Self.midnight + Self.day + 3599) == ["network"])
    }
  }

  // MARK: Another calendar

  @Test("Another calendar begins with its first date from the date asked for, its deadline as far behind it")
  func otherCalendar() throws {
    var core = CoreHarness()
    core.take(.submit(try Self.request("weekly") { $0.deadline = .at(8 * Self.day) }), at: 0)
    let week = try #require(try Self.date(core))
    let room = WallTime.at(8 * Self.day) - week
    core.take(try Self.edited(core) { $0.calendar = try Self.request("daily").calendar }, at: 1)
    #expect(try Self.date(core) == .at(Self.midnight))
    #expect(try Self.task(core).request.deadline == .at(Self.midnight) + room)
    #expect(try Self.task(core).notBefore == nil)
    core.take(
      try Self.edited(core) {
        ($0.calendar, $0.deadline) = (try Self.request("hourly").calendar, .at(9000))
      }, at: 2)
    #expect(try Self.date(core) == .at(2800))
    #expect(try Self.task(core).request.deadline == .at(9000))

    // A date that the request asked for holds for another rule, too (R17).
    let asked = WallTime.at(Self.midnight + 10 * Self.day + 1)
    for first in [
      try Self.request { $0.earliestBegin = asked }, .command("a") { $0.earliestBegin = asked },
      .command("a") { ($0.earliestBegin, $0.repeatEvery) = (asked, .hours(5)) },
    ] {
      var core = CoreHarness()
      core.take(.submit(first), at: 0)
      core.take(
        try Self.edited(core) { ($0.calendar, $0.repeatEvery) = (try Self.request("hourly").calendar, nil) },
        at: 1)
      #expect(try Self.date(core) == .at(Self.midnight + 10 * Self.day + 3600))
      #expect(try Self.task(core).notBefore == asked)
    }
    // A calendar whose dates are over is refused.
    core.at(
      3, try Self.edited(core) { $0.calendar = try Self.request("2023-11-14 22:00").calendar },
      gives: ["reply invalid calendar"])
  }

  @Test("Another period counts from the last date, and without a calendar the next date stays")
  func otherPeriod() throws {
    var core = CoreHarness()
    core.take(.submit(.command("a") { $0.repeatEvery = .days(1) }), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    core.take(try Self.edited(core) { $0.repeatEvery = .hours(10) }, at: 2)
    #expect(try Self.date(core) == .at(36_000))
    // A clock that was ahead is no reason to wait for it (R17 is about dates that were asked for).
    core.stepWall(by: 365 * Self.day)
    core.take(.clockChanged, at: 3)
    core.take(.runEnded(core.run(2), .status(0)), at: 4)
    core.take(try Self.edited(core) { $0.repeatEvery = .hours(5) }, at: 5)
    core.stepWall(by: -365 * Self.day)
    core.take(.clockChanged, at: 6)
    #expect(try #require(try Self.date(core)) <= .at(18_000 + 6))
    core.take(
      try Self.edited(core) { ($0.calendar, $0.repeatEvery) = (try Self.request("hourly").calendar, nil) },
      at: 7)
    #expect(try Self.date(core) == .at(2800))
    #expect(try Self.task(core).notBefore == nil)

    for asked in [WallTime.at(Self.midnight + 10 * Self.day), nil] {
      for every in [TimeSpan.hours(1), nil] {
        var core = CoreHarness(conditions: [.network(.none)])
        core.take(.submit(try Self.request { $0.earliestBegin = asked }), at: 0)
        core.take(try Self.edited(core) { ($0.calendar, $0.repeatEvery) = (nil, every) }, at: 1)
        #expect(try Self.date(core) == asked ?? .at(Self.midnight))
      }
    }
  }
}
