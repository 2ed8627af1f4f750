import ConditionSyntax
import SchedulerCore
import Testing

@testable import SchedulerCore

/// What the core counts of its own work, with few and with many tasks alike. Times are measured elsewhere;
/// these counts are the same on every machine.
@Suite("Work")
struct WorkTests {
  /// So many tasks of one user, each with names of its own, which come due at one date.
  private struct Crowd {
    var scheduler = Scheduler(configuration: SchedulerConfiguration(), seed: 1)
    private var moment = Moment(
      wall: WallTime(uSec: 1_700_000_000_000_000), monotonic: MonotonicTime(uSec: 1))

    init(_ count: Int, asking when: (Int) -> String) throws {
      take(.conditions([.network(.unmetered), .names(.networkNames, [])]))
      take(.started(sameBoot: true, surviving: [], ended: [:], declared: .unread))
      for number in 0..<count {
        let request = TaskRequest(
          identifier: "t\(number)", kind: .refresh, earliestBegin: moment.wall + .hours(1),
          wish: ConditionWish(when: try ConditionSyntax.parse(when(number))))
        take(
          .call(
            .submit(Submission(request: request, payload: [1])),
            caller: Caller(uid: 1000, isPrivileged: false),
            token: ReplyToken(1)))
      }
    }

    /// All comes due. Returns how many leaves were looked at and expressions gone through for it.
    mutating func comeDue() -> Int {
      moment.wall = moment.wall + .hours(1)
      moment.monotonic = moment.monotonic + .hours(1)
      let before = scheduler.expressions.work
      take(.timer)
      return scheduler.expressions.work - before
    }

    private mutating func take(_ event: Event) {
      let decision = scheduler.handle(event, at: moment)
      scheduler.commit()
      if decision.directives.contains(.goOn) { take(.goOn) }
    }
  }

  @Test("Four times as many tasks that come due are four times as much work")
  func growth() throws {
    func work(_ count: Int) throws -> Int {
      var crowd = try Crowd(count) { "(network \"a\($0)\" or network \"b\($0)\") and network \"c\($0)\"" }
      return crowd.comeDue()
    }
    let (few, many) = (try work(50), try work(200))
    #expect(few >= 50)
    if many * 10 > few * 4 * 13 { Issue.record("seed 0: \(few) looks for 50 tasks, \(many) for 200") }
  }

  @Test("What many tasks ask alike is kept once")
  func copies() throws {
    var crowd = try Crowd(100) { "network \"home\" and battery > \($0 % 5)" }
    _ = crowd.comeDue()
    let leaves = crowd.scheduler.expressions.leafCount
    if leaves != 6 { Issue.record("seed 0: \(leaves) leaves for 6 that are asked") }
  }
}
