import Replay
import SchedulerCore

/// Recorded machines and where they come from.
struct Recordings {
  /// The name in the JSON.
  let name: String
  /// The origin, which goes wherever results are shown.
  let source: String
  let traces: [DeviceTrace]

  /// The intervals in which phones were ready.
  static func windows(_ path: String) throws -> Recordings {
    Recordings(
      name: "FLASH",
      source: "Recordings: FLASH (Yang et al., WWW 2021, BSD-2-Clause), through FLHetBench (CVPR 2024).",
      traces: try TextFile.traces(path))
  }

  /// The changes of two phones over two months.
  static func niimpy(_ path: String) throws -> Recordings {
    Recordings(
      name: "niimpy",
      source: "Recordings: sample data of digitraceslab/niimpy (MIT); power, and the screen of one phone. "
        + "Their network is not recorded and counts as unmetered.",
      traces: try TextFile.traces(path).map(\.readiness))
  }
}

extension DeviceTrace {
  /// The record of only when the device was ready: on external power, and idle where that is recorded.
  var readiness: DeviceTrace {
    var record = DeviceTrace(name: name, start: start, end: end)
    var (state, conditions, last) = (DeviceState.on, Conditions(), false)
    for change in changes {
      state = change.machine ?? state
      for condition in change.conditions { conditions.apply(condition) }
      let isReady = state == .on && conditions.powerSource == .external && conditions.idle != false
      guard isReady != last || change.machine != nil || change.at == start else { continue }
      record.add(TraceChange(at: change.at, Self.conditions(isReady), machine: change.machine))
      last = isReady
    }
    return record
  }

  private static func conditions(_ isReady: Bool) -> [ConditionChange] {
    [
      .powerSource(isReady ? .external : .battery), .network(isReady ? .unmetered : .none),
      .flag(.idle, isReady),
    ]
  }
}
