import Replay
import SchedulerCore
import Testing

/// The short form of `make evaluate`: machines whose windows are drawn from the distributions of phones.
@Suite("Evaluation of when tasks start, in short")
struct EvaluationTests {
  private static let process = RenewalProcess(
    window: WeibullFit(shape: 0.42, scale: 770), gap: WeibullFit(shape: 0.5, scale: 9000))

  @Test("Patient tasks succeed far more often per start, and nearly as many finish")
  func patience() throws {
    let traces = Self.process.machines(40, from: Records.date(0), for: .days(7), seed: 3)
    let columns = ReplayPolicy.usual.map {
      ReplayColumn(name: $0.name, $0.rules(SchedulerConfiguration()))
    }
    let results = TraceReplay(traces, columns: columns, loads: [.plan(try WorkPlan("1/day,10min"))]).run()
    let summaries = ReplaySummary.all(of: results)
    let (eager, patient) = (summaries[0], summaries[1])
    let success = try #require(eager.successPerStart)
    #expect(try #require(patient.successPerStart) > 1.3 * success)
    #expect(patient.finished * 100 > eager.finished * 95)
    let wasted = try #require(eager.wastedMinutesPerFinish)
    #expect(try #require(patient.wastedMinutesPerFinish) < 0.9 * wasted)
  }

  @Test("A delay of each machine's own spreads a date that all have, and without one they come at once")
  func fleet() throws {
    let fleet = Fleet(process: Self.process, machines: 500, days: 2, seed: 5)
    let (spread, together) = (
      try fleet.starts(.patient, delay: .hours(1)), try fleet.starts(.patient, delay: .zero)
    )
    #expect(together.busiestHour.hour == 4 && together.busiestSecond > 20)
    #expect(spread.total > 100 && spread.busiestSecond < 6)
  }

  @Test("The fit finds the distribution that lengths were drawn from")
  func fit() {
    var random = SeededGenerator(seed: 9)
    let lengths = (0..<20_000).map { _ in Self.process.window.length(using: &random) }
    let cut = lengths.map { min($0, 40_000) }
    let fit = WeibullFit(cut.filter { $0 < 40_000 }, cut: cut.filter { $0 == 40_000 })
    #expect(abs(fit.shape - 0.42) < 0.03 && abs(fit.scale / 770 - 1) < 0.1)
  }

  @Test("Tasks at one time of day are all submitted then, once for each day of the record")
  func timeOfDay() throws {
    var plan = try WorkPlan("2/day,10min")
    plan.timeOfDay = .hours(16)
    let tasks = Records.replay(Records.windows([], until: 3 * 86_400), plan).tasks
    #expect(tasks.map { Records.seconds($0.submitted) } == [16, 16, 40, 40, 64, 64].map { $0 * 3600 })
  }
}
