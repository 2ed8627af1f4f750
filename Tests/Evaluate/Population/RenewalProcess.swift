import Replay
import SchedulerCore

/// A process by which simulated machines are ready now and then: windows and gaps follow each other, whose
/// lengths are independent.
struct RenewalProcess {
  let window: WeibullFit
  let gap: WeibullFit

  init(window: WeibullFit, gap: WeibullFit) { (self.window, self.gap) = (window, gap) }

  init(_ lengths: WindowLengths) { (window, gap) = (lengths.windowFit, lengths.gapFit) }

  /// Returns machines that are recorded from a date on.
  func machines(_ count: Int, from start: WallTime, for length: TimeSpan, seed: UInt64) -> [DeviceTrace] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      var trace = DeviceTrace(name: "machine-\(number)", start: start, end: start + length)
      // A week passes before the record begins, so that not all are in the same state.
      var date = start + TimeSpan(uSec: -TimeSpan.days(7).uSec)
      var isReady = false
      var changes: [TraceChange] = []
      while date < trace.end {
        let change = TraceChange(at: max(date, start), Self.conditions(isReady: isReady))
        if let last = changes.last, last.at == change.at { changes.removeLast() }
        changes.append(change)
        let seconds = (isReady ? window : gap).length(using: &random)
        date = date + TimeSpan(uSec: Int64(min(seconds, 1e9) * 1e6))
        isReady.toggle()
      }
      changes[0].machine = .on
      for change in changes { trace.add(change) }
      return trace
    }
  }

  private static func conditions(isReady: Bool) -> [ConditionChange] {
    [
      .powerSource(isReady ? .external : .battery), .network(isReady ? .unmetered : .none),
      .flag(.idle, isReady),
    ]
  }
}
