import Replay
import SchedulerCore
import Testing

/// The policy that starts at once, held against a rule of a few lines: in each window a task that is not done
/// starts at once, and is done if its work fits in before the window ends.
struct WorkOracleTests {
  private struct Outcome: Equatable {
    var started: WallTime
    var ended: WallTime?
    /// Whether the run did its work; `nil` for one that lasts at the end of the record.
    var isDone: Bool?
  }

  @Test("Every run of a hundred devices with random windows is at the microsecond that the rule says")
  func runs() throws {
    var random = SeededGenerator(seed: 11)
    let plan = try WorkPlan("2/day,20min")
    var (done, stopped, lasting) = (0, 0, 0)
    for device in 0..<100 {
      let windows = Self.windows(&random)
      let trace = Self.trace("phone-\(device)", windows)
      for task in Records.replay(trace, plan, seed: UInt64(device)).tasks {
        let found = task.runs.filter { $0.run.outcome != .missed }.map { run in
          Outcome(
            started: run.run.started, ended: run.run.ended,
            isDone: run.run.outcome.map { $0 == .completed })
        }
        let expected = Self.expected(task.submitted, windows, plan.length, until: trace.end)
        #expect(found == expected, "\(trace.name), submitted at \(task.submitted.uSec)")
        done += found.count { $0.isDone == true }
        stopped += found.count { $0.isDone == false }
        lasting += found.count { $0.isDone == nil }
      }
    }
    #expect(done > 200 && stopped > 200 && lasting > 0)
  }

  private static let length = TimeSpan.days(4)

  /// Returns windows of seconds to hours, in order, at any microsecond.
  private static func windows(_ random: inout SeededGenerator) -> [Range<WallTime>] {
    var windows: [Range<WallTime>] = []
    var date = Records.date(0) + TimeSpan(uSec: Int64.random(in: 1...40_000_000_000, using: &random))
    while true {
      let most: Int64 = Bool.random(using: &random) ? 300_000_000 : 6_000_000_000
      let end = date + TimeSpan(uSec: Int64.random(in: 1...most, using: &random))
      // The last one reaches beyond the record, as a phone's may that is charged at its end.
      windows.append(date..<end)
      guard end < Records.date(0) + length else { return windows }
      date = end + TimeSpan(uSec: Int64.random(in: 1...60_000_000_000, using: &random))
      guard date < Records.date(0) + length else { return windows }
    }
  }

  private static func trace(_ name: String, _ windows: [Range<WallTime>]) -> DeviceTrace {
    let end = Records.date(0) + length
    var trace = DeviceTrace(name: name, start: Records.date(0), end: end)
    trace.add(TraceChange(at: Records.date(0), Records.busy, machine: .on))
    for window in windows {
      trace.add(TraceChange(at: window.lowerBound, Records.ready))
      if window.upperBound < end { trace.add(TraceChange(at: window.upperBound, Records.busy)) }
    }
    return trace
  }

  private static func expected(
    _ submitted: WallTime, _ windows: [Range<WallTime>], _ work: TimeSpan, until end: WallTime
  ) -> [Outcome] {
    let deadline = submitted + .days(1)
    var outcomes: [Outcome] = []
    for window in windows {
      let start = max(window.lowerBound, submitted)
      guard start < min(window.upperBound, deadline, end) else { continue }
      if start + work <= min(window.upperBound, deadline, end) {
        return outcomes + [Outcome(started: start, ended: start + work, isDone: true)]
      }
      let stop = min(window.upperBound, deadline)
      guard stop < end else { return outcomes + [Outcome(started: start)] }
      outcomes.append(Outcome(started: start, ended: stop, isDone: false))
    }
    return outcomes
  }
}
