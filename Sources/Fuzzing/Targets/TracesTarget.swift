import Replay
import SchedulerCore

/// A record of machines in any of the formats: what is read can be written and read again, and a replay of it
/// keeps to the record.
enum TracesTarget: FuzzTarget {
  static let name = "traces"

  /// The longest record that is replayed, and the most changes of it.
  private static let (longest, most) = (TimeSpan.days(20), 200)

  static func run(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let formats: [TraceFormat?] = [nil] + TraceFormat.allCases
    guard let traces = read(Array(bytes.dropFirst()), formats[Int(first) % formats.count]) else { return }
    hold(!traces.isEmpty && Set(traces.map(\.name)).count == traces.count, "each device occurs once")
    for trace in traces { check(trace) }
    let text = TraceWriter.heading + traces.map(TraceWriter.rows).joined()
    let again = read(Array(text.utf8), .changes)
    let rewritten = again.map { TraceWriter.heading + $0.map(TraceWriter.rows).joined() }
    hold(rewritten == text, "a record is kept: \(text)")
    for trace in traces.prefix(2) where trace.end - trace.start <= longest && trace.changes.count <= most {
      replay(trace)
    }
  }

  private static func read(_ bytes: [UInt8], _ format: TraceFormat?) -> [DeviceTrace]? {
    var reader = TraceReader(format)
    do throws(TraceError) {
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) { try reader.take(line) }
      return try reader.finish()
    } catch {
      hold(!error.allowed.isEmpty && !error.description.contains("\n"), "an error is one line: \(error)")
      return nil
    }
  }

  private static func check(_ trace: DeviceTrace) {
    let dates = trace.changes.map(\.at)
    hold(dates == dates.sorted() && Set(dates).count == dates.count, "changes are in order: \(trace)")
    hold(dates.allSatisfy { (trace.start...trace.end).contains($0) }, "changes are in the record: \(trace)")
    var last = trace.start
    for stretch in trace.known {
      hold(last <= stretch.lowerBound && stretch.upperBound <= trace.end, "stretches are in order: \(trace)")
      last = stretch.upperBound
    }
  }

  private static func replay(_ trace: DeviceTrace) {
    guard var plan = try? WorkPlan("2/day,10min") else { return }
    plan.resume = .minutes(3)
    let columns = (ReplayPolicy.usual + [.fixed(.minutes(2))]).map {
      ReplayColumn(name: $0.name, $0.rules(SchedulerConfiguration()))
    }
    for device in TraceReplay([trace], columns: columns, loads: [.plan(plan)]).run() {
      hold(!device.isCutShort, "a short record is replayed to its end: \(trace)")
      for task in device.tasks {
        hold(task.runs.count { $0.run.hasSucceeded } <= 1, "a task is done once: \(task)")
        for run in task.runs {
          let end = run.run.ended ?? trace.end
          hold(trace.start <= run.run.started && end <= trace.end, "runs are in the record: \(run)")
          hold(run.worked <= min(plan.length, end - run.run.started), "work takes its time: \(run)")
        }
        hold(task.held.total <= trace.end - trace.start, "waits are in the record: \(task)")
      }
    }
  }
}
