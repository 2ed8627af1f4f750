import Replay
import SchedulerCore
import Testing

/// Records that tests write by hand. Dates are seconds after ``zero``.
enum Records {
  /// 2026-01-01 00:00 UTC
  static let zero: Int64 = 1_767_225_600

  static func date(_ seconds: Int64) -> WallTime { WallTime(uSec: (zero + seconds) * 1_000_000) }

  static let ready: [ConditionChange] = [.powerSource(.external), .network(.unmetered), .flag(.idle, true)]
  static let busy: [ConditionChange] = [.powerSource(.battery), .network(.none), .flag(.idle, false)]

  /// Returns a record in which a device is ready in these windows.
  static func windows(
    _ windows: [Range<Int64>], until end: Int64, name: String = "phone",
    machine: [(Int64, DeviceState)] = []
  ) -> DeviceTrace {
    var changes = [TraceChange(at: date(0), busy, machine: .on)]
    for window in windows {
      changes.append(TraceChange(at: date(window.lowerBound), ready))
      changes.append(TraceChange(at: date(window.upperBound), busy))
    }
    for (second, state) in machine { changes.append(TraceChange(at: date(second), machine: state)) }
    var trace = DeviceTrace(name: name, start: date(0), end: date(end))
    for change in changes.sorted(by: { $0.at < $1.at }) { trace.add(change) }
    return trace
  }

  static func read(_ text: String, _ format: TraceFormat? = nil) throws(TraceError) -> [DeviceTrace] {
    var reader = TraceReader(format)
    for line in Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false) {
      try reader.take(line)
    }
    return try reader.finish()
  }

  /// Returns a column whose tasks start and stop at once.
  static let eager = ReplayColumn(name: "eager", ReplayPolicy.eager.rules(SchedulerConfiguration()))

  /// Replays a plan with the policy that starts at once.
  static func replay(_ trace: DeviceTrace, _ plan: WorkPlan, seed: UInt64 = 1) -> ReplayedDevice {
    TraceReplay([trace], columns: [eager], loads: [.plan(plan)], seed: seed).run()[0]
  }

  /// Replays one declared task with the policy that starts at once.
  static func replay(
    _ trace: DeviceTrace, _ request: TaskRequest, column: ReplayColumn = eager
  ) throws -> TaskRecord {
    let declaration = Declaration(file: "backup.task", uid: 1000, request: request, payload: [])
    let replay = TraceReplay(
      [trace], columns: [column],
      loads: [.declared(DeclaredTasks(DeclarationSet([declaration]), zone: .utc))])
    return try #require(replay.run()[0].tasks.first { $0.key.identifier == request.identifier })
  }

  /// Returns the runs of a task as seconds after ``zero``.
  static func seconds(_ task: TaskRecord) -> [ClosedRange<Double>] {
    task.runs.map { run in
      let end = run.run.ended ?? run.run.started
      return seconds(run.run.started)...seconds(end)
    }
  }

  static func seconds(_ date: WallTime) -> Double { Double(date.uSec) / 1_000_000 - Double(zero) }
}
