import ConditionSyntax
import Dispatch
import Replay
import SchedulerCore
import Synchronization

/// Simulated machines that all ask one server, each with a daily task at 04:00.
struct Fleet {
  let process: RenewalProcess
  let machines: Int
  /// The number of nights.
  let days: Int64
  let seed: UInt64

  /// The starts of runs by the second of the day.
  struct Starts {
    private var bySecond = [Int](repeating: 0, count: 86_400)

    mutating func add(_ date: WallTime) { bySecond[Int(date.uSec / 1_000_000 % 86_400)] += 1 }

    /// The number of all starts.
    var total: Int { bySecond.reduce(0, +) }

    /// The hour with most starts.
    var busiestHour: (hour: Int, starts: Int) {
      let hours = (0..<24).map { hour in bySecond[hour * 3600..<hour * 3600 + 3600].reduce(0, +) }
      let most = hours.indices.max { (hours[$0], $1) < (hours[$1], $0) } ?? 0
      return (most, hours[most])
    }

    /// The most starts in one second of the busiest hour.
    var busiestSecond: Int {
      let hour = busiestHour.hour
      return bySecond[hour * 3600..<hour * 3600 + 3600].max() ?? 0
    }

    /// The number of times by which the busiest second exceeds the mean of its hour.
    var peak: Double { Double(busiestSecond) * 3600 / Double(max(busiestHour.starts, 1)) }
  }

  /// Returns the starts of tasks at 04:00, each of which needs a ready machine for a minute.
  /// - Parameters:
  ///   - tasks: The number of tasks of each machine.
  ///   - delay: The time up to which each task of each machine is put off.
  func starts(_ policy: ReplayPolicy, tasks: Int = 1, delay: TimeSpan) throws -> Starts {
    let start = WallTime(uSec: 1_767_225_600_000_000)
    let traces = process.machines(machines, from: start, for: .days(days), seed: seed)
    let calendar = CalendarSchedule([try CalendarSyntax.parse("*-*-* 04:00 UTC")], randomizedDelay: delay)
    let declarations = (0..<tasks).map { number in
      let request = TaskRequest(
        identifier: "ask.\(number)", kind: .processing, requirements: [.externalPower, .unmeteredNetwork],
        requiresIdle: true, calendar: calendar, expectedDuration: .minutes(1))
      return Declaration(file: "ask.\(number).task", uid: 1000, request: request, payload: [])
    }
    let load = Workload.declared(DeclaredTasks(DeclarationSet(declarations), zone: .utc))
    let starts = Mutex(Starts())
    DispatchQueue.concurrentPerform(iterations: traces.count) { number in
      var rules = policy.rules(SchedulerConfiguration())
      // The delay follows from the machine.
      rules.machineID = traces[number].name
      let replay = TraceReplay(
        [traces[number]], columns: [ReplayColumn(name: policy.name, rules)], loads: [load], seed: seed)
      let dates = replay.run().flatMap(\.tasks).flatMap(\.starts).map(\.run.started)
      starts.withLock { starts in for date in dates { starts.add(date) } }
    }
    return starts.withLock { $0 }
  }
}
