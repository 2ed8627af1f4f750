import Glibc
import Replay
import SchedulerCore

/// The starts of many machines with daily tasks at 04:00, for people.
enum FleetText {
  /// The number of nights.
  private static let nights: Int64 = 3

  static func lines(_ process: RenewalProcess, _ machines: Int) throws -> [String] {
    let fleet = Fleet(process: process, machines: machines, days: nights, seed: 1)
    var lines = [
      "",
      "\(machines) simulated machines, \(nights) nights, tasks at 04:00 (windows: shape "
        + "\(process.window.shape.text(2)), scale \(process.window.scale.text(0)) s; gaps: "
        + "\(process.gap.shape.text(2)), \(process.gap.scale.text(0)) s):",
    ]
    let cases: [(String, Int, TimeSpan)] = [
      ("no delay", 1, .zero), ("RandomizedDelay=1h", 1, .hours(1)),
      ("RandomizedDelay=1h, ten tasks", 10, .hours(1)),
      ("RandomizedDelay=4h, ten tasks", 10, .hours(4)),
    ]
    for (name, tasks, delay) in cases {
      for policy in [ReplayPolicy.eager, .patient] {
        let starts = try fleet.starts(policy, tasks: tasks, delay: delay)
        let (hour, count) = starts.busiestHour
        lines.append(
          "\(starts.peak <= 3 ? " " : "!") \(policy.name), \(name): \(starts.total) starts, "
            + "\(count) in the hour from \(hour):00, at most \(starts.busiestSecond) in a second: "
            + "\(starts.peak.text(1)) times the mean; chance alone gives "
            + "\(chancePeak(mean: Double(count) / 3600).text(1))")
      }
    }
    return lines
  }

  /// Returns the number of times by which the busiest of an hour's seconds exceeds their mean when each start
  /// falls into any of them: the count that half of such hours reach.
  private static func chancePeak(mean: Double) -> Double {
    guard mean > 0 else { return 0 }
    // The tail of the Poisson distribution, from its terms.
    var (count, term, below) = (0.0, exp(-mean), 0.0)
    while (1 - below) * 3600 > 0.7, count < 10_000 {
      below += term
      count += 1
      term *= mean / count
    }
    return (count - 1) / mean
  }
}
