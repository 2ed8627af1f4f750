import Replay
import SchedulerCore

/// The evaluation of all policies on recorded machines. Every other device is of one half.
struct Evaluation {
  let recordings: Recordings
  let seeds: Int
  private var traces: [DeviceTrace] { recordings.traces }
  /// The distributions of windows that each half shows, without and with lapses.
  private let fits: [(plain: WeibullFit, lapses: WeibullFit)]

  init(_ recordings: Recordings, seeds: Int) {
    (self.recordings, self.seeds) = (recordings, seeds)
    let rules = SchedulerConfiguration()
    fits = (0..<2).map { half in
      let devices = Self.devices(recordings.traces, ofHalf: half)
      return (
        WindowLengths(devices, closing: rules.settling).windowFit,
        WindowLengths(devices, closing: rules.lapse).windowFit
      )
    }
  }

  private static func devices(_ traces: [DeviceTrace], ofHalf half: Int) -> [DeviceTrace] {
    traces.enumerated().filter { $0.offset % 2 == half }.map(\.element)
  }

  /// The first lines of the table.
  var heading: String {
    let fitted = fits.enumerated().map { half, fit in
      "half \(half): shape \(fit.plain.shape.text(3)), scale \(fit.plain.scale.text(0)) s; with lapses "
        + "\(fit.lapses.shape.text(3)), \(fit.lapses.scale.text(0)) s"
    }
    return "\(recordings.source)\n\(traces.count) devices, seeds 1 to \(seeds). "
      + "Fitted to \(fitted.joined(separator: ". To ")).\n"
      + "Ratios to eager tasks that save nothing, with intervals of 90 % (1,000 resamples of the devices)."
  }

  /// Evaluates one kind of work.
  func cell(of work: EvaluatedWork) throws -> EvaluatedCell {
    let loads = [Workload.plan(try work.plan)]
    var reference: [DeviceScore] = []
    if work.resumes {
      let plain = EvaluatedWork(
        minutes: work.minutes, perDay: work.perDay, isAtMidnight: work.isAtMidnight, resumes: false)
      reference = scores([.eager], [Workload.plan(try plain.plan)], plain)[0].scores
    }
    let all = scores(EvaluatedPolicy.allCases, loads, work)
    if !work.resumes { reference = all[0].scores }
    let rows = all.map { policy, scores in
      EvaluatedRow(
        policy: policy, whole: ComparedScores(scores, reference: reference),
        halves: (0..<2).map { half in
          let isOfHalf = { (item: (offset: Int, element: DeviceScore)) in item.offset % 2 == half }
          return ComparedScores(
            scores.enumerated().filter(isOfHalf).map(\.element),
            reference: reference.enumerated().filter(isOfHalf).map(\.element))
        })
    }
    return EvaluatedCell(work: work, rows: rows)
  }

  /// Returns each policy's scores by device.
  private func scores(
    _ policies: [EvaluatedPolicy], _ loads: [Workload], _ work: EvaluatedWork
  ) -> [(policy: EvaluatedPolicy, scores: [DeviceScore])] {
    let windows = traces.map { $0.windows() }
    var scores = policies.map { ($0, traces.map { _ in DeviceScore() }) }
    for seed in 1...UInt64(seeds) {
      for place in scores.indices {
        let policy = scores[place].0
        if policy == .clairvoyant {
          let tasks = run(traces, .eager, nil, loads, seed)
          for (number, device) in tasks.enumerated() {
            scores[place].1[number].addClairvoyant(device, windows[number], work)
          }
        } else if policy.isFitted {
          for half in 0..<2 {
            let other = fits[1 - half]
            let results = run(
              Self.devices(traces, ofHalf: half), policy, policy.hasLapses ? other.lapses : other.plain,
              loads,
              seed)
            for (number, device) in results.enumerated() { scores[place].1[2 * number + half].add(device) }
          }
        } else {
          for (number, device) in run(traces, policy, nil, loads, seed).enumerated() {
            scores[place].1[number].add(device)
          }
        }
      }
    }
    return scores
  }

  private func run(
    _ traces: [DeviceTrace], _ policy: EvaluatedPolicy, _ fit: WeibullFit?, _ loads: [Workload],
    _ seed: UInt64
  ) -> [ReplayedDevice] {
    TraceReplay(traces, columns: [policy.column(fit)], loads: loads, seed: seed).run()
  }
}

/// The rows of one kind of work.
struct EvaluatedCell {
  let work: EvaluatedWork
  let rows: [EvaluatedRow]
}

/// The figures of one policy with one kind of work.
struct EvaluatedRow {
  let policy: EvaluatedPolicy
  let whole: ComparedScores
  /// The figures on each half of the devices.
  let halves: [ComparedScores]
}
