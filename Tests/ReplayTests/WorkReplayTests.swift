import Replay
import SchedulerCore
import Testing

/// Planned work on devices whose windows are written by hand.
struct WorkReplayTests {
  private static func plan(_ text: String, resume: TimeSpan? = nil) throws -> WorkPlan {
    var plan = try WorkPlan(text)
    plan.resume = resume
    return plan
  }

  /// The seconds of a day.
  private static let day: Int64 = 86_400

  @Test("Windows that are too short waste their work, and the first that is long enough does it")
  func windows() throws {
    // The task is submitted on the first day, the windows are all on the second.
    let start = Self.day
    let trace = Records.windows(
      [start..<start + 60, start + 100..<start + 699, start + 1000..<start + 1600], until: 2 * Self.day - 1)
    for seed in UInt64(1)...20 {
      let tasks = Records.replay(trace, try Self.plan("1/day,10min"), seed: seed).tasks
      let task = tasks[0]
      let submitted = Records.seconds(task.submitted)
      #expect((0..<Double(start)).contains(submitted))
      // A day after its submission it would be given up.
      guard submitted + Double(Self.day) >= Double(start + 1600) else { continue }
      #expect(
        Records.seconds(task) == [
          Double(start)...Double(start + 60), Double(start + 100)...Double(start + 699),
          Double(start + 1000)...Double(start + 1600),
        ])
      #expect(task.runs.map(\.worked) == [.seconds(60), .seconds(599), .seconds(600)])
      #expect(task.runs.map(\.wasted) == [.seconds(60), .seconds(599), .zero])
      #expect(task.runs.map(\.run.outcome) == [.expired, .expired, .completed])
      #expect(task.finished == Records.date(start + 1600))
      // It waits from its submission, apart from its runs and the moments between.
      let held = Double(start + 1000) - submitted - 659
      #expect(task.held.longest.map(\.code) == [.unmeteredNetwork])
      #expect(abs(Double(task.held.total.uSec) / 1_000_000 - held) < 0.001)
    }
  }

  @Test("Work that is saved is not done again, and only the rest of a step is lost")
  func resuming() throws {
    let start = Self.day
    let trace = Records.windows(
      [start..<start + 90, start + 1000..<start + 1130, start + 2000..<start + 3000], until: 2 * Self.day - 1)
    let result = Records.replay(trace, try Self.plan("4/day,5min", resume: .minutes(1)))
    let first = try #require(
      result.tasks.last { $0.finished != nil && Records.seconds($0.submitted) < Double(start) })
    #expect(first.runs.map(\.worked) == [.seconds(90), .seconds(130), .seconds(120)])
    // 60 of the first 90 seconds are saved, then 60 + 130 seconds come to three steps.
    #expect(first.runs.map(\.wasted) == [.seconds(30), .seconds(10), .zero])
  }

  @Test("A window of exactly the length does the work, and a microsecond less does not")
  func exactness() throws {
    for (missing, outcome) in [(Int64(0), Outcome.completed), (1, .expired)] {
      var trace = DeviceTrace(name: "a", start: Records.date(0), end: Records.date(2 * Self.day - 1))
      trace.add(TraceChange(at: Records.date(0), Records.busy))
      let begin = Records.date(Self.day)
      trace.add(TraceChange(at: begin, Records.ready))
      trace.add(
        TraceChange(at: begin + TimeSpan(uSec: 600_000_000 - missing), Records.busy))
      let task = try #require(Records.replay(trace, try Self.plan("1/day,10min")).tasks.first)
      #expect(task.runs.first?.run.outcome == outcome)
      #expect(task.runs.first?.worked == TimeSpan(uSec: 600_000_000 - missing))
    }
  }

  @Test("A task that is not done within a day is given up, even while it runs")
  func givingUp() throws {
    // Ready from just before the end of the first task's day.
    let trace = Records.windows([], until: 10 * Self.day)
    let task = Records.replay(trace, try Self.plan("1/day,10min")).tasks[0]
    #expect(task.runs.map(\.run.outcome) == [.missed])
    #expect(task.starts.isEmpty && task.finished == nil)
    #expect(task.runs[0].run.ended == task.submitted + .days(1))
    #expect(task.held.total == .days(1))
    let late = Records.seconds(task.submitted + .days(1)) - 300
    let busy = Records.windows([Int64(late)..<Int64(late) + 2000], until: 10 * Self.day)
    let cut = Records.replay(busy, try Self.plan("1/day,10min")).tasks[0]
    #expect(cut.runs.first?.run.outcome == .cancelled)
    #expect(cut.runs.first?.run.ended == task.submitted + .days(1))
    #expect(cut.starts.count == 1 && cut.finished == nil)
  }

  @Test("A task that is dropped while the machine sleeps is held back until its deadline, not longer")
  func deadlineInSleep() throws {
    let trace = Records.windows([], until: 5 * Self.day, machine: [(Self.day, .asleep), (4 * Self.day, .on)])
    let task = Records.replay(trace, try Self.plan("1/day,10min")).tasks[0]
    #expect(task.runs.map(\.run.outcome) == [.missed])
    #expect(task.held.total == .days(1))
    let asleep = Records.replay(trace, try Self.plan("1/day,10min")).tasks[2]
    #expect(asleep.runs.isEmpty && asleep.finished == nil)
    #expect(asleep.held.longest.map(\.code) == [.sleep] && asleep.held.total == .days(1))
    #expect(Set(task.held.longest.map(\.code)) == [.sleep, .unmeteredNetwork])
  }

  @Test("Work that cannot be done before the record ends is not submitted")
  func ends() throws {
    let trace = Records.windows([0..<3600], until: 3600)
    for seed in UInt64(1)...50 {
      let tasks = Records.replay(trace, try Self.plan("20/day,50min"), seed: seed).tasks
      for task in tasks { #expect(Records.seconds(task.submitted) <= 600) }
    }
  }

  @Test("The same seed gives the same runs, whatever other devices there are and in any order")
  func determinism() throws {
    let traces = (0..<12).map { number in
      let shift = Int64(number) * 4321
      return Records.windows(
        [shift + 1000..<shift + 5000, shift + 90_000..<shift + 93_000], until: 3 * Self.day,
        name: "phone-\(number)")
    }
    let plan = try Self.plan("3/day,20min")
    func runs(_ traces: [DeviceTrace], seed: UInt64 = 7) -> [String: [[ClosedRange<Double>]]] {
      let results = TraceReplay(traces, columns: [Records.eager], loads: [.plan(plan)], seed: seed).run()
      return Dictionary(
        uniqueKeysWithValues: results.map { ($0.device, $0.tasks.map(Records.seconds)) })
    }
    let all = runs(traces)
    #expect(runs(traces.reversed()) == all)
    #expect(runs([traces[5]])["phone-5"] == all["phone-5"])
    #expect(runs(traces, seed: 8) != all)
    #expect(all.values.contains { !$0.isEmpty })
  }

  @Test("The figures of two policies stand side by side, in the order of the columns")
  func summary() throws {
    let trace = Records.windows(
      [Self.day..<Self.day + 300, Self.day + 600..<Self.day + 1500], until: 2 * Self.day - 1)
    let columns = ReplayPolicy.usual.map {
      ReplayColumn(name: $0.name, $0.rules(SchedulerConfiguration()))
    }
    let results = TraceReplay([trace], columns: columns, loads: [.plan(try Self.plan("1/day,10min"))]).run()
    let summaries = ReplaySummary.all(of: results)
    #expect(summaries.map(\.policy) == ["eager", "patient"])
    let eager = summaries[0]
    let first = results[0].tasks[0]
    #expect(eager.devices == 1 && eager.tasks == results[0].tasks.count)
    #expect(eager.finished == 1 && eager.starts == 2 && eager.successPerStart == 0.5)
    #expect(eager.wastedMinutesPerFinish == 5)
    #expect(
      eager.medianCompletionSec == Double((Records.date(Self.day + 1200) - first.submitted).uSec) / 1_000_000)
  }
}
