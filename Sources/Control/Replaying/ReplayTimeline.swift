import Replay
import SchedulerAPI
import SchedulerCore

/// The picture of a replay: a row is a task, or a device where each has planned work.
enum ReplayTimeline {
  /// The number of places in a page, and the most bars and rows, as in the picture of the past.
  private static let (steps, mostBars, rows) = (2000, 8000, 400)

  static func make(_ results: [ReplayedDevice], of replay: TraceReplay) -> Timeline {
    let since = replay.traces.map(\.start).min()?.uSec ?? 0
    let until = replay.traces.map(\.end).max()?.uSec ?? 0
    var timeline = Timeline(sinceUSec: since, untilUSec: until, steps: steps, mostBars: mostBars)
    for device in results {
      let runs = device.tasks.flatMap { task in task.runs.map { (task.key.identifier, $0.run) } }
      for (identifier, run) in runs.sorted(by: { $0.1.started > $1.1.started }) {
        var shown = Wire.Run(run)
        shown.identifier = name(of: identifier, device, in: replay)
        timeline.add(shown)
      }
    }
    timeline.arrange(onlyFailed: false, limit: rows)
    return timeline
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
