import Replay
import SchedulerCore

/// The figures of one device.
struct DeviceScore {
  private(set) var tasks = 0
  private(set) var finished = 0
  private(set) var starts = 0
  /// The lost work in minutes.
  private(set) var wasted = 0.0
  /// The seconds from submission to the end, of the tasks that were done.
  private(set) var completions: [Double] = []

  /// Adds what the device did with its tasks.
  mutating func add(_ device: ReplayedDevice) {
    for task in device.tasks where task.isScored {
      tasks += 1
      for run in task.starts {
        starts += 1
        wasted += run.wasted.inSeconds / 60
      }
      if let end = task.finished { finish(after: (end - task.submitted).inSeconds) }
    }
  }

  /// Adds what somebody would have done with the same tasks who knows all windows.
  mutating func addClairvoyant(_ device: ReplayedDevice, _ windows: [Range<WallTime>], _ work: EvaluatedWork)
  {
    for task in device.tasks where task.isScored {
      tasks += 1
      var (missing, limit) = (work.length, task.submitted + .days(1))
      if let last = windows.last { limit = max(task.submitted, min(limit, last.upperBound)) }
      for window in windows where window.upperBound > task.submitted && window.lowerBound < limit {
        let start = max(window.lowerBound, task.submitted)
        let rest = min(window.upperBound, limit) - start
        if rest >= missing {
          starts += 1
          finish(after: (start + missing - task.submitted).inSeconds)
          break
        }
        // Work that is saved is done minute by minute, and nothing is lost of a run that stops in time.
        guard work.resumes, rest >= .minutes(1) else { continue }
        starts += 1
        missing = missing - TimeSpan(uSec: rest.uSec / 60_000_000 * 60_000_000)
      }
    }
  }

  private mutating func finish(after seconds: Double) {
    finished += 1
    completions.append(seconds)
  }
}
