import Replay
import SchedulerAPI
import SchedulerCore

/// The picture of a replay: a row is a task, or a device where each has planned work. Records of distant
/// times are parts of their own.
struct ReplayTimeline {
  /// The number of places in a page, and the most bars and rows, as in the picture of the past.
  private static let (steps, mostBars, rows) = (2000, 8000, 400)
  /// The most parts of a picture.
  private static let mostParts = 12

  let parts: [Timeline]

  init(_ results: [ReplayedDevice], of replay: TraceReplay) {
    parts = Self.ranges(replay.traces).map { range in
      let devices = Set(replay.traces.filter { range.contains($0.start) }.map(\.name))
      return Self.part(results.filter { devices.contains($0.device) }, range, of: replay)
    }
  }

  /// Returns the times of the parts. Records are of one part unless the time between them is longer than the
  /// records on both sides of it.
  private static func ranges(_ traces: [DeviceTrace]) -> [ClosedRange<WallTime>] {
    var ranges: [ClosedRange<WallTime>] = []
    for trace in traces.sorted(by: { $0.start < $1.start }) {
      guard let last = ranges.last, trace.start <= last.upperBound else {
        ranges.append(trace.start...trace.end)
        continue
      }
      ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, trace.end)
    }
    var parts: [ClosedRange<WallTime>] = []
    for range in ranges {
      guard let last = parts.last else {
        parts = [range]
        continue
      }
      let isDistant = range.lowerBound - last.upperBound > max(length(last), length(range))
      if isDistant, parts.count < mostParts {
        parts.append(range)
      } else {
        parts[parts.count - 1] = last.lowerBound...range.upperBound
      }
    }
    return parts
  }

  private static func length(_ range: ClosedRange<WallTime>) -> TimeSpan {
    range.upperBound - range.lowerBound
  }

  private static func part(
    _ results: [ReplayedDevice], _ range: ClosedRange<WallTime>, of replay: TraceReplay
  ) -> Timeline {
    var timeline = Timeline(
      sinceUSec: range.lowerBound.uSec, untilUSec: range.upperBound.uSec, steps: steps, mostBars: mostBars)
    for device in results {
      let runs = device.tasks.flatMap { task in task.runs.map { (task.key.identifier, $0.run) } }
      for (identifier, run) in runs.sorted(by: { $0.1.started > $1.1.started }) {
        var shown = shown(run)
        shown.identifier = name(of: identifier, device, in: replay)
        timeline.add(shown)
      }
      guard !device.isPlanned else { continue }
      for task in device.tasks {
        guard let wait = task.openWait else { continue }
        timeline.add(waiting(task, wait, as: name(of: task.key.identifier, device, in: replay)))
      }
    }
    timeline.arrange(onlyFailed: false, limit: rows)
    return timeline
  }

  /// Returns a run as people see it: a program that takes exactly its limit ends a microsecond before that.
  static func shown(_ run: Run) -> Wire.Run {
    var shown = Wire.Run(run)
    if let end = shown.endedUSec, end % 1_000_000 == 999_999 { shown.endedUSec = end + 1 }
    return shown
  }

  /// Returns a task that still waits where the record ends.
  private static func waiting(_ task: TaskRecord, _ wait: RunWait, as name: String) -> Wire.Task {
    let words = wait.reason.map { "waits for \($0.rawValue.splitWords)" } ?? "waits"
    return Wire.Task(
      request: Wire.TaskRequest(identifier: name, kind: .processing, earliestBeginUSec: wait.since.uSec),
      uid: task.key.uid, state: .waiting, submittedUSec: task.submitted.uSec, attempt: 1,
      reason: Wire.Reason(code: wait.reason?.rawValue ?? "", message: words))
  }

  private static func name(
    of identifier: String, _ device: ReplayedDevice, in replay: TraceReplay
  ) -> String {
    var name = device.isPlanned ? device.device : identifier
    if !device.isPlanned, replay.traces.count > 1 { name += " on \(device.device)" }
    let settings =
      (replay.columns.count > 1 ? [device.column] : [])
      + (replay.loads.count > 1 ? [device.load].compactMap(\.self) : [])
    return settings.isEmpty ? name : "\(name) (\(settings.joined(separator: ", ")))"
  }
}
