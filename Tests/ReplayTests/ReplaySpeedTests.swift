import Replay
import SchedulerCore
import Testing

/// The short form of the bounds on a replay's time: a tenth of the records in far more than a tenth of the
/// time, because other tests run beside this one and nothing here is optimized but the core.
struct ReplaySpeedTests {
  private static let day: Int64 = 86_400

  @Test("A month of a laptop with a hundred tasks takes seconds")
  func laptop() throws {
    var trace = DeviceTrace(name: "laptop", start: Records.date(0), end: Records.date(30 * Self.day))
    trace.add(TraceChange(at: Records.date(0), Records.busy))
    for day in 0..<Int64(30) {
      for change in 0..<Int64(60) {
        trace.add(
          TraceChange(
            at: Records.date(day * Self.day + change * 1400),
            [.flag(.idle, change % 2 == 0), .batteryPercent(Int(100 - change))]))
      }
      trace.add(TraceChange(at: Records.date((day + 1) * Self.day - 600), Records.ready))
    }
    let declarations = (0..<100).map { number in
      Declaration(
        file: "t\(number).task", uid: 1000,
        request: TaskRequest(
          identifier: "t\(number)", kind: .processing, repeatEvery: .days(1), expectedDuration: .minutes(2)),
        payload: [])
    }
    let replay = TraceReplay(
      [trace], columns: [Records.eager],
      loads: [.declared(DeclaredTasks(DeclarationSet(declarations), zone: .utc))])
    var results: [ReplayedDevice] = []
    let length = ContinuousClock().measure { results = replay.run() }
    #expect(results[0].tasks.count == 100)
    #expect(results[0].tasks.allSatisfy { $0.runs.count { $0.run.hasSucceeded } >= 28 })
    #expect(length < .seconds(20), "\(length)")
  }

  @Test("A fleet of phones with a task a day takes seconds")
  func fleet() throws {
    let traces = (0..<300).map { number in
      let windows = (0..<Int64(40)).map { window in
        let start = window * 10_000 + Int64(number) * 7
        return start..<start + 100 + window * 50
      }
      return Records.windows(windows, until: 5 * Self.day, name: "phone-\(number)")
    }
    let replay = TraceReplay(traces, columns: [Records.eager], loads: [.plan(try WorkPlan("1/day,10min"))])
    var results: [ReplayedDevice] = []
    let length = ContinuousClock().measure { results = replay.run() }
    #expect(results.count == 300 && ReplaySummary.all(of: results)[0].finished > 1000)
    #expect(length < .seconds(20), "\(length)")
  }
}
