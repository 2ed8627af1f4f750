package import SchedulerCore

/// The figures of all devices with one setting and one load.
package struct ReplaySummary: Sendable {
  /// The name of the setting.
  package let policy: String
  /// The name of the work, if it has one.
  package let work: String?
  package private(set) var devices = 0
  /// The tasks of planned work; for declared tasks, the occurrences whose ends are known.
  package private(set) var tasks = 0
  /// The tasks, or the occurrences, that were done.
  package private(set) var finished = 0
  /// The runs whose ends are known.
  package private(set) var starts = 0
  /// The runs that did all of their work.
  package private(set) var successes = 0
  /// The work that was lost with runs that were stopped.
  package private(set) var wasted: TimeSpan = .zero
  /// The time for which each reason held tasks back.
  package private(set) var held = HoldTimes()
  private var completions: [Int64] = []

  private init(_ device: ReplayedDevice) { (policy, work) = (device.column, device.load) }

  /// Returns the figures of results that stand by column and load, in their order.
  package static func all(of results: [ReplayedDevice]) -> [ReplaySummary] {
    var summaries: [ReplaySummary] = []
    for device in results {
      if summaries.last.map({ $0.policy == device.column && $0.work == device.load }) != true {
        summaries.append(ReplaySummary(device))
      }
      summaries[summaries.count - 1].add(device)
    }
    return summaries
  }

  private mutating func add(_ device: ReplayedDevice) {
    devices += 1
    for task in device.tasks where task.isScored {
      held.add(task.held)
      let runs = task.starts
      starts += runs.count
      let done = runs.filter(\.run.hasSucceeded)
      successes += done.count
      for run in runs { wasted = wasted + run.wasted }
      if device.isPlanned {
        tasks += 1
        guard let end = task.finished else { continue }
        finished += 1
        completions.append((end - task.submitted).uSec)
      } else {
        finished += done.count
        tasks += done.count + runs.count { $0.run.hasFailed } + task.missed
        for run in done {
          guard let end = run.run.ended else { continue }
          completions.append((end - (run.run.wait?.since ?? run.run.started)).uSec)
        }
      }
    }
  }

  /// The part of the starts that did all of their work; `nil` without starts.
  package var successPerStart: Double? { starts > 0 ? Double(successes) / Double(starts) : nil }

  /// The minutes of lost work for each task that was done; `nil` when none was.
  package var wastedMinutesPerFinish: Double? {
    finished > 0 ? Double(wasted.uSec) / 60_000_000 / Double(finished) : nil
  }

  /// The median of the seconds from a task's submission to its end, among tasks that were done.
  package var medianCompletionSec: Double? {
    guard !completions.isEmpty else { return nil }
    let sorted = completions.sorted()
    let middle = sorted.count / 2
    let uSec =
      sorted.count % 2 == 1 ? Double(sorted[middle]) : Double(sorted[middle - 1] + sorted[middle]) / 2
    return uSec / 1_000_000
  }
}
