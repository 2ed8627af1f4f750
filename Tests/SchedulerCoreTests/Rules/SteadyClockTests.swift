import Testing

@testable import SchedulerCore

@Suite("The date by which history is old")
struct SteadyClockTests {
  private static let year = 365.0 * 86_400

  @Test("A year too many for a second makes nothing old; a year that stays does, after ten minutes")
  func wrongForASecond() {
    var core = CoreHarness()
    func date(_ core: CoreHarness, at seconds: Double) -> WallTime {
      core.scheduler.historyDate(at: core.moment(seconds))
    }
    // Nothing is known of the clock at first.
    #expect(date(core, at: 0) == WallTime(uSec: .min))
    for minute in 1...30 { core.take(.timer, at: Double(minute) * 60) }
    #expect(date(core, at: 1800) == .at(1800))
    core.stepWall(by: Self.year)
    core.take(.clockChanged, at: 1801)
    #expect(date(core, at: 1801) == .at(1801))
    core.stepWall(by: -Self.year)
    core.take(.clockChanged, at: 1802)
    for minute in 31...60 { core.take(.timer, at: Double(minute) * 60) }
    #expect(date(core, at: 3600) == .at(3600))
    // The machine was away for a year.
    core.stepWall(by: Self.year)
    core.take(.clockChanged, at: 3601)
    core.take(.timer, at: 4100)
    #expect(date(core, at: 4100) == .at(4100))
    for minute in 70...90 { core.take(.timer, at: Double(minute) * 60) }
    #expect(date(core, at: 5400) == .at(5400 + Self.year))
  }

  @Test("A clock that is wrong from the start until the network puts it right makes nothing old")
  func wrongAtTheStart() {
    var core = CoreHarness(isStarted: false)
    core.stepWall(by: Self.year)
    core.start(at: 0)
    core.stepWall(by: -Self.year)
    core.take(.clockChanged, at: 90)
    for hour in 1...5 { core.take(.timer, at: Double(hour) * 3600) }
    #expect(core.scheduler.historyDate(at: core.moment(18_000)) == .at(18_000))
    // A clock that is behind is followed at once.
    core.stepWall(by: -1000)
    core.take(.clockChanged, at: 18_001)
    #expect(core.scheduler.historyDate(at: core.moment(18_001)) == .at(17_001))
  }

  @Test("Extreme dates do no harm")
  func extremes() {
    var clock = SteadyClock()
    for wall in [Int64.min, .max, 0] {
      for monotonic in [Int64.min, 0, .max] {
        let moment = Moment(wall: WallTime(uSec: wall), monotonic: MonotonicTime(uSec: monotonic))
        clock.observe(moment)
        _ = clock.date(at: moment)
      }
    }
    #expect(clock.date(at: Moment(wall: .at(0), monotonic: .at(0))) != nil)
  }
}
