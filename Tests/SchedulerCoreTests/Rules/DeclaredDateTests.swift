import ConditionSyntax
import Testing

@testable import SchedulerCore

@Suite("Dates of declared tasks' files in other time zones")
struct DeclaredDateTests {
  /// A time zone of the machine, in hours east of UTC.
  typealias Zone = Double

  /// A date of a file, in hours after the test's beginning by the clock that the file means.
  enum Written {
    case local(Double)
    case utc(Double)

    /// What the file says while the machine is in this zone.
    func read(in zone: Zone) -> DeclaredDates.Value {
      switch self {
      case .local(let hours):
        DeclaredDates.Value(
          .at((hours - zone) * 3600), clock: WallTime.at(hours * 3600).uSec, isLocal: true)
      case .utc(let hours):
        DeclaredDates.Value(
          .at(hours * 3600), clock: WallTime.at((hours + zone) * 3600).uSec, isLocal: false)
      }
    }
  }

  /// What a file says while the machine is in this zone.
  static func file(
    _ earliestBegin: Written?, until deadline: Written? = nil, in zone: Zone = 0, title: UInt8 = 1,
    deadlineDelay: TimeSpan? = nil, _ change: @escaping (inout TaskRequest) -> Void = { _ in }
  ) -> Declaration {
    let (begin, end) = (earliestBegin?.read(in: zone), deadline?.read(in: zone))
    let dates = [begin, end].map { $0.map { Array("\($0.moment.uSec)".utf8) } ?? [] }
    var file = Declaration.file(
      "a.task",
      .command("a") {
        ($0.earliestBegin, $0.deadline) = (begin?.moment, end?.moment)
        change(&$0)
      }, deadlineDelay: deadlineDelay, payload: [title] + dates[0] + [0] + dates[1])
    if begin != nil || end != nil {
      file.dates = DeclaredDates(earliestBegin: begin, deadline: end, payload: [title])
    }
    return file
  }

  static func daily(_ request: inout TaskRequest) { request.repeatEvery = .hours(24) }

  /// The file as it is recorded by versions without ``Declaration/dates``.
  static func old(_ file: Declaration) -> Declaration {
    var file = file
    file.dates = nil
    return file
  }

  @Test("The numbers of a file are those that stores hold already, and never change")
  func numbers() throws {
    let plain = Declaration.file("a.task", .command("a"))
    #expect((plain.digest, plain.timing) == (-3_412_717_961_551_073_012, 590_684_067_820_433_389))
    let delayed = Declaration.file(
      "a.task", .command("a"), delay: .seconds(60), deadlineDelay: .hours(1))
    #expect((delayed.digest, delayed.timing) == (8_052_056_677_996_208_234, -616_890_763_113_407_935))
    var dated = Declaration.file("a.task", .command("a") { $0.earliestBegin = .at(0) }, payload: [2])
    dated.dates = DeclaredDates(earliestBegin: Written.utc(0).read(in: 9), deadline: nil, payload: [1])
    #expect((dated.digest, dated.timing) == (-1_540_222_171_410_911_987, 756_045_991_072_666_786))
    let calendar = CalendarSchedule([try CalendarSyntax.parse("*-*-* 03:00")], randomizedDelay: .minutes(1))
    let repeating = Declaration.file("a.task", .command("a") { $0.calendar = calendar }, payload: [3])
    #expect(
      (repeating.digest, repeating.timing) == (-2_164_387_434_790_965_662, 3_259_027_580_967_701_458))
    // The date that the clock says, and the second that it means an hour east of UTC.
    let local = Self.file(.local(-1), in: 1)
    #expect((local.digest, local.timing) == (-4_612_291_514_463_127_843, 2_125_325_509_693_002_976))
  }

  @Test("A zone is no change: nothing runs again, and nothing is written")
  func otherZone() {
    var core = CoreHarness()
    core.take(.declare(Self.file(.local(-1), Self.daily)), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    let task = core.scheduler.task("a", of: 1000)?.task
    core.at(2, .reload(Self.file(.local(-1), Self.daily)), gives: [])
    for (second, zone) in [(3, 9), (5, -5), (7, 0)] as [(Double, Zone)] {
      let file = Self.file(.local(-1), in: zone, Self.daily)
      core.at(second, .reload(file), gives: [])
      var restarted = core.restarted()
      restarted.start(at: second + 1)
      restarted.at(second + 1, .declare(file), gives: [])
    }
    #expect(core.scheduler.task("a", of: 1000)?.task == task)
  }

  @Test("What is done, is cancelled, is under way or is to be tried again stays so in another zone")
  func otherStates() {
    let (here, there) = (Self.file(.local(-1)), Self.file(.local(-1), in: 9))
    var done = CoreHarness()
    done.take(.declare(here), at: 0)
    done.take(.runEnded(done.run(1), .status(0)), at: 1)
    done.at(2, .reload(there), gives: [])

    var cancelled = CoreHarness()
    cancelled.take(.declare(Self.file(.local(1))), at: 0)
    cancelled.take(.cancel("a"), at: 1)
    cancelled.at(2, .declare(Self.file(.local(1), in: -9)), gives: [])

    var running = CoreHarness()
    running.take(.declare(here), at: 0)
    running.at(1, .reload(there), gives: [])
    #expect(running.scheduler.runningCount == 1)

    func retried(_ request: inout TaskRequest) { request.retry = Retry() }
    var failing = CoreHarness()
    failing.take(.declare(Self.file(.local(-1), retried)), at: 0)
    failing.take(.runEnded(failing.run(1), .status(1)), at: 1)
    failing.at(2, .reload(Self.file(.local(-1), in: 9, retried)), gives: [])
    #expect(failing.scheduler.task("a", of: 1000)?.task.attempt == 2)
  }

  @Test("A task that has not begun yet waits for what its file's date means in the zone of today")
  func waiting() {
    var core = CoreHarness()
    core.take(.declare(Self.file(.local(20), until: .local(30))), at: 0)
    for (second, zone) in [(1, 9), (2, -5), (3, 0)] as [(Double, Zone)] {
      core.take(.reload(Self.file(.local(20), until: .local(30), in: zone)), at: second)
      let request = core.scheduler.task("a", of: 1000)?.task.request
      #expect(request?.earliestBegin == .at((20 - zone) * 3600))
      #expect(request?.deadline == .at((30 - zone) * 3600))
    }
    let id = core.scheduler.task("a", of: 1000)?.task.id
    core.at(4, .reload(Self.file(.local(20), until: .local(30))), gives: [])
    #expect(core.scheduler.task("a", of: 1000)?.task.id == id)

    // A deadline alone follows as well.
    var late = CoreHarness()
    for (second, zone) in [(0, 0), (1, 9)] as [(Double, Zone)] {
      var file = Self.file(nil, until: .local(30), in: zone)
      file.delay = .hours(1)
      late.take(.reload(file), at: second)
    }
    #expect(late.scheduler.task("a", of: 1000)?.task.request.deadline == .at(21 * 3600))
    // A date with its zone does not move.
    var fixed = CoreHarness()
    fixed.take(.declare(Self.file(.utc(20), until: .utc(30))), at: 0)
    fixed.at(1, .reload(Self.file(.utc(20), until: .utc(30), in: 9)), gives: [])
  }

  @Test("A calendar's first date follows the date before which its file forbids one, until it was served")
  func calendar() throws {
    // The test begins at 22:13:20 UTC.
    let noon = CalendarSchedule([try CalendarSyntax.parse("*-*-* 12:00 UTC")])
    func file(_ hours: Double, in zone: Zone) -> Declaration {
      Self.file(.local(hours), in: zone) { $0.calendar = noon }
    }
    func date(_ core: CoreHarness) -> WallTime? {
      core.scheduler.task("a", of: 1000)?.task.request.earliestBegin
    }
    let first = (14 - 800.0 / 3600) * 3600
    var core = CoreHarness()
    core.take(.declare(file(16, in: 0)), at: 0)
    #expect(date(core) == .at(first + 86_400))
    core.take(.reload(file(16, in: 9)), at: 1)
    #expect(date(core) == .at(first))
    core.take(.timer, at: first)
    core.take(.runEnded(core.run(1), .status(0)), at: first + 1)
    #expect(date(core) == .at(first + 86_400))
    core.at(first + 2, .reload(file(16, in: -5)), gives: [])
    #expect(date(core) == .at(first + 86_400))
  }

  @Test("A date that was brought forward or is one of a series does not follow the zone")
  func otherDates() throws {
    var core = CoreHarness()
    core.take(.declare(Self.file(.local(-1), Self.daily)), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    // Without its period the task keeps the date that it waits for.
    core.take(.reload(Self.file(.local(-1), title: 2)), at: 2)
    let date = core.scheduler.task("a", of: 1000)?.task.request.earliestBegin
    #expect(date == .at(23 * 3600))
    core.at(3, .reload(Self.file(.local(-1), in: 9, title: 2)), gives: [])
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == date)

    // An action calls for the task, which waits for the network from then on.
    for calendar in [nil, CalendarSchedule([try CalendarSyntax.parse("*-*-* 12:00 UTC")])] {
      func file(in zone: Zone) -> Declaration {
        Self.file(.local(16), in: zone) { ($0.calendar, $0.requirements) = (calendar, .network) }
      }
      var called = CoreHarness(conditions: [.network(.none)])
      called.take(.declare(file(in: 0)), at: 0)
      called.take(.submit(.command("b") { $0.actions[.success] = TaskAction("a") }), at: 1)
      called.take(.runEnded(called.run(1), .status(0)), at: 2)
      #expect(called.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(2))
      called.at(3, .reload(file(in: 9)), gives: [])
    }
  }

  @Test("Another title in another zone is a change, after which the task keeps its date")
  func otherTitle() {
    var core = CoreHarness()
    core.take(.declare(Self.file(.local(-1), Self.daily)), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    let found = core.take(.reload(Self.file(.local(-1), in: 9, title: 2, Self.daily)), at: 2)
    #expect(found.first == "delete 1")
    #expect(core.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(23 * 3600))
    #expect(core.scheduler.task("a", of: 1000)?.task.recurrence == 1)
    // Before it has begun, its date is the file's.
    var waiting = CoreHarness()
    waiting.take(.declare(Self.file(.local(20), Self.daily)), at: 0)
    waiting.take(.reload(Self.file(.local(20), in: 9, title: 2, Self.daily)), at: 1)
    #expect(waiting.scheduler.task("a", of: 1000)?.task.request.earliestBegin == .at(11 * 3600))
  }

  @Test("Another date is a change in any zone, and the same date with its zone is none")
  func otherSpellings() {
    func isChange(_ before: Declaration, _ after: Declaration) -> Bool {
      var core = CoreHarness()
      core.take(.declare(before), at: 0)
      return core.take(.reload(after), at: 2).contains("delete 1")
    }
    let begins: [Written] = [.local(30), .utc(29)]
    let ends: [Written] = [.local(40), .utc(39)]
    let spellings = begins.flatMap { begin in ends.map { Self.file(begin, until: $0, in: 1) } }
    for before in spellings {
      for after in spellings { #expect(!isChange(before, after)) }
    }
    #expect(isChange(Self.file(.local(30)), Self.file(.local(31))))
    #expect(isChange(Self.file(.local(30), in: 1), Self.file(.utc(30), in: 1)))
    #expect(isChange(Self.file(.utc(30), in: 1), Self.file(.local(30), in: 1)))
    #expect(isChange(Self.file(.local(30), until: .local(40)), Self.file(.local(30), until: .local(41))))
    #expect(isChange(Self.file(.local(30)), Self.file(nil)))
    #expect(isChange(Self.file(.local(30), until: .local(40)), Self.file(nil, until: .local(40))))
    #expect(isChange(Self.file(.local(30)), Self.file(.local(30), deadlineDelay: .hours(1))))
  }

  /// The dates of the task, in hours.
  private static func dates(_ core: CoreHarness) -> [Double?] {
    let request = core.scheduler.task("a", of: 1000)?.task.request
    return [request?.earliestBegin, request?.deadline].map { date in
      date.map { Double(($0 - .at(0)).uSec) / 3_600_000_000 }
    }
  }

  @Test(
    "The same clock with its zone is another date behind a change of the zone, and the same moment is none")
  func spellingsElsewhere() {
    let files: [(before: Declaration, after: Declaration, dates: [Double?])] = [
      (Self.file(.local(20), in: 9), Self.file(.utc(20)), [20, nil]),
      (Self.file(nil, until: .local(20), in: 9), Self.file(nil, until: .utc(20)), [nil, 20]),
      (
        Self.file(.local(20), until: .local(30), in: 9), Self.file(.local(20), until: .utc(30)), [20, 30]
      ),
      (Self.file(.local(20), until: .local(30), in: 9), Self.file(.utc(20), until: .utc(30)), [20, 30]),
    ]
    for (before, after, dates) in files {
      for reads in [false, true] {
        var core = CoreHarness(conditions: [.network(.none)])
        core.take(.declare(before), at: 0)
        if reads { core.take(.reload(before), at: 1) }
        core.take(.reload(after), at: 2)
        #expect(Self.dates(core) == dates)
      }
    }
    // The clock of the zone may have changed between the two dates.
    var summer = Self.file(.local(-1), until: .local(4000), in: 1)
    let end = DeclaredDates.Value(.at(3998 * 3600), clock: WallTime.at(4000 * 3600).uSec, isLocal: true)
    summer.dates = DeclaredDates(earliestBegin: summer.dates?.earliestBegin, deadline: end, payload: [1])
    for after in [
      Self.file(.utc(-2), until: .utc(3998), in: 1), Self.file(.local(-1), until: .utc(3998), in: 1),
    ] {
      var core = CoreHarness()
      core.take(.declare(summer), at: 0)
      core.take(.runEnded(core.run(1), .status(0)), at: 1)
      core.take(.reload(after), at: 2)
      #expect(core.scheduler.task("a", of: 1000) == nil)
    }
    // What is done at that moment stays done, in a zone that another reading has seen.
    let moments: [(before: (Zone) -> Declaration, after: Declaration)] = [
      ({ Self.file(.local(-1), in: $0) }, Self.file(.utc(-2), in: 9)),
      (
        { Self.file(.local(-1), in: $0, deadlineDelay: .hours(1)) },
        Self.file(.utc(-2), in: 9, deadlineDelay: .hours(1))
      ),
      ({ Self.file(nil, until: .local(30), in: $0) }, Self.file(nil, until: .utc(29), in: 9)),
      ({ Self.file(.local(-1), until: .utc(30), in: $0) }, Self.file(.utc(-2), until: .utc(30), in: 9)),
    ]
    for (before, after) in moments {
      var core = CoreHarness()
      core.take(.declare(before(1)), at: 0)
      core.take(.runEnded(core.run(1), .status(0)), at: 1)
      core.take(.reload(before(9)), at: 2)
      core.take(.reload(after), at: 3)
      #expect(core.scheduler.task("a", of: 1000) == nil)
    }
  }

  @Test("Files that were spelled anew cost little each, and as much each when they are many")
  func costOfSpellings() {
    func files(_ count: Int, _ begin: Written, _ end: Written) -> DeclarationSet {
      let file = Self.file(begin, until: end, in: 9)
      return DeclarationSet(
        (0..<count).map {
          var file = file
          (file.file, file.request.identifier) = ("t\($0).task", "t\($0)")
          return file
        })
    }
    func spent(_ count: Int) -> Int64 {
      var core = CoreHarness(configuration: .plain.with { $0.maximumPendingPerUser = 2000 })
      func declare(_ set: DeclarationSet, at second: Double) {
        core.take(.declare(set), at: second)
        while core.scheduler.isDeclaring { core.take(.goOn, at: second) }
      }
      declare(files(count, .local(29), .local(39)), at: 0)
      let respelled = files(count, .utc(20), .utc(30))
      return ProcessorTime.spent { declare(respelled, at: 1) }.nanoseconds
    }
    // A file takes some 30 us; to try the begin's and the deadline's zones with each other took 600.
    let (few, many) = (spent(75), spent(1200))
    #expect(many < 1200 * 250_000, "\(few / 75) ns for each of 75, \(many / 1200) for each of 1200")
  }

  @Test("What runs before its date, is called or is tried again follows the zone when that is over")
  func followsLater() throws {
    for title in [1, 2] as [UInt8] {
      for (isCalled, fails) in [(false, false), (true, false), (true, true)] {
        func file(in zone: Zone, title: UInt8 = 1) -> Declaration {
          Self.file(.local(20), in: zone, title: title) {
            ($0.repeatEvery, $0.retry) = (.days(1), Retry(initial: .seconds(100)))
            $0.requirements = .network
          }
        }
        var core = CoreHarness(conditions: [.network(isCalled ? .none : .unmetered)])
        core.take(.declare(file(in: 0)), at: 0)
        if isCalled {
          core.take(.submit(.command("b") { $0.actions[.success] = TaskAction("a") }), at: 1)
          core.take(.runEnded(core.run(1), .status(0)), at: 2)
          core.take(.reload(file(in: 9, title: title)), at: 3)
          core.take(.conditions([.network(.unmetered)]), at: 4)
        } else {
          core.take(.call(.simulateLaunch(identifier: "a")), at: 1)
        }
        core.take(.reload(file(in: 9, title: title)), at: 5)
        if fails {
          core.take(.runEnded(core.run(2), .status(1)), at: 6)
          core.take(.reload(file(in: 9, title: title)), at: 7)
          core.take(.timer, at: 107)
        }
        #expect(core.scheduler.runningCount == 1)
        let last = core.notation.runs.count
        core.take(.runEnded(core.run(last), .status(0)), at: 108)
        #expect(Self.dates(core) == [20, nil])
        core.take(.reload(file(in: 9, title: title)), at: 109)
        #expect(Self.dates(core) == [11, nil], "\(title) \(isCalled) \(fails)")
        core.at(110, .reload(file(in: 9, title: title)), gives: [])
      }
    }
  }

  @Test("A delay goes on beside a deadline that follows the zone or is another one")
  func delayBesideDeadline() {
    for repeats in [false, true] {
      func file(_ hours: Double, in zone: Zone = 0) -> Declaration {
        var file = Self.file(nil, until: .local(hours), in: zone) {
          $0.requirements = .network
          if repeats { $0.repeatEvery = .days(1) }
        }
        file.delay = .hours(1)
        return file
      }
      var core = CoreHarness(conditions: [.network(.none)])
      core.take(.declare(file(30)), at: 0)
      for second in [10, 7200] as [Double] {
        core.take(.reload(file(30, in: 9)), at: second)
        #expect(Self.dates(core) == [1, 21])
        core.take(.reload(file(31, in: 9)), at: second + 1)
        #expect(Self.dates(core) == [1, 22])
        core.take(.reload(file(30)), at: second + 2)
        #expect(Self.dates(core) == [1, 30])
      }
    }
  }

  @Test("A change of a file whose first date is over gives what repeats after others no deadline back")
  func laterDeadline() {
    for delay in [nil, TimeSpan.hours(1)] {
      func file(title: UInt8) -> Declaration {
        Self.file(.local(1), until: delay == nil ? .local(2) : nil, title: title, deadlineDelay: delay) {
          $0.order = TaskOrder(predecessors: [.init("b")], repeats: true)
        }
      }
      var core = CoreHarness()
      core.take(.declare(file(title: 1)), at: 0)
      core.take(.submit(.command("b")), at: 1)
      core.take(.runEnded(core.run(1), .status(0)), at: 2)
      core.take(.reload(file(title: 2)), at: 3)
      #expect(Self.dates(core) == [1, 2])
      core.take(.timer, at: 3600)
      // While it runs, and behind the run.
      core.take(.reload(file(title: 3)), at: 3601)
      #expect(Self.dates(core) == [nil, nil])
      core.take(.runEnded(core.run(2), .status(0)), at: 3602)
      core.take(.reload(file(title: 4)), at: 9000)
      #expect(Self.dates(core) == [nil, nil])
    }
    // Without a first date as well.
    func file(title: UInt8) -> Declaration {
      Self.file(nil, title: title, deadlineDelay: .hours(1)) {
        $0.order = TaskOrder(predecessors: [.init("b")], repeats: true)
      }
    }
    var core = CoreHarness()
    core.take(.declare(file(title: 1)), at: 0)
    core.take(.reload(file(title: 3)), at: 1)
    #expect(Self.dates(core) == [nil, 1])
    core.take(.submit(.command("b")), at: 1)
    core.take(.runEnded(core.run(1), .status(0)), at: 2)
    core.take(.runEnded(core.run(2), .status(0)), at: 3)
    core.take(.reload(file(title: 2)), at: 4)
    #expect(Self.dates(core) == [nil, nil])
  }

  @Test("Two changes of a file, one during a run and one before the retry, leave the retry due")
  func changedTwice() {
    func file(title: UInt8) -> Declaration {
      Self.file(.local(-1), title: title) {
        ($0.repeatEvery, $0.retry) = (.days(1), Retry(initial: .seconds(100)))
      }
    }
    var core = CoreHarness()
    core.take(.declare(file(title: 1)), at: 0)
    core.take(.reload(file(title: 2)), at: 1)
    core.take(.runEnded(core.run(1), .status(75)), at: 2)
    #expect(core.reasons("a", at: 3) == ["backoff"])
    core.take(.reload(file(title: 3)), at: 4)
    #expect(core.scheduler.runningCount == 1)
    core.take(.runEnded(core.run(2), .status(0)), at: 5)
    #expect(Self.dates(core) == [23, nil])
  }

  @Test("Records of versions that knew the moments only are the same file in the zone of that time")
  func upgrade() {
    var core = CoreHarness()
    core.take(.declare(Self.old(Self.file(.local(-1), in: 1, Self.daily))), at: 0)
    core.take(.runEnded(core.run(1), .status(0)), at: 1)
    var upgraded = core.restarted()
    upgraded.start(at: 2)
    upgraded.at(
      3, .declare(Self.file(.local(-1), in: 1, Self.daily)), gives: ["put declaration 1 a of a.task"])
    upgraded.at(4, .reload(Self.file(.local(-1), in: 9, Self.daily)), gives: [])
    // With a date that is the same in every zone the record is the same as well.
    for file in [Self.file(.utc(30), until: .utc(40)), Self.file(nil)] {
      var core = CoreHarness()
      core.take(.declare(Self.old(file)), at: 0)
      core.take(.declare(file), at: 1)
      #expect(file.digest == Self.old(file).digest && file.timing == Self.old(file).timing)
    }
    // A title that is changed together with the version is no other first date.
    var titled = core.restarted()
    titled.start(at: 2)
    titled.take(.declare(Self.file(.local(-1), in: 1, title: 2, Self.daily)), at: 3)
    #expect(titled.scheduler.task("a", of: 1000)?.task.recurrence == 1)
  }
}
