// Room Replay: the real scheduler over recorded machines, in virtual time.
// Way in: `TraceReader` for recorded machines, `TraceReplay` for what their schedulers would have done.
// Must not know: where a record comes from, the daemon, files, how results are shown.

import Dispatch
import SchedulerCore
import Synchronization

/// A replay of recorded machines: each device has a scheduler of its own, with each of several settings.
package struct TraceReplay: Sendable {
  /// The recorded machines.
  package var traces: [DeviceTrace]
  /// The settings that stand side by side.
  package var columns: [ReplayColumn]
  package var loads: [Workload]
  /// The seed of everything that is random.
  package var seed: UInt64

  package init(
    _ traces: [DeviceTrace], columns: [ReplayColumn], loads: [Workload], seed: UInt64 = 1
  ) {
    (self.traces, self.columns, self.loads, self.seed) = (traces, columns, loads, seed)
  }

  /// Replays all devices, as many at a time as there are processors. The result depends neither on their
  /// number nor on the order of the devices.
  /// - Parameter progress: Gets the done part of the whole in thousandths of a device, on any thread, one
  ///   call at a time.
  /// - Returns: The results by column, then by load, then by device, in their orders.
  package func run(
    progress: @Sendable (_ done: Int, _ whole: Int) -> Void = { _, _ in }
  ) -> [ReplayedDevice] {
    let count = columns.count * loads.count * traces.count
    let results = Mutex<[ReplayedDevice?]>(Array(repeating: nil, count: count))
    let done = Mutex(0)
    let (step, budget) = (traces.count, ReplayBudget())
    DispatchQueue.concurrentPerform(iterations: count) { number in
      let (pair, device) = number.quotientAndRemainder(dividingBy: step)
      let (column, load) = pair.quotientAndRemainder(dividingBy: loads.count)
      var machine = VirtualMachine(
        traces[device], columns[column].configuration, loads[load], seed: seed,
        budget: budget)
      machine.run { thousandths in
        done.withLock { done in
          done += thousandths
          progress(done, count * 1000)
        }
      }
      let result = ReplayedDevice(
        device: traces[device].name, column: columns[column].name, load: loads[load].name,
        isPlanned: loads[load].isPlanned, tasks: machine.ledger.records, isCutShort: machine.isCutShort)
      results.withLock { $0[number] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}

/// The tasks of one device with one setting.
package struct ReplayedDevice: Sendable {
  /// The device's name.
  package let device: String
  /// The name of the setting.
  package let column: String
  /// The name of the work, if it has one.
  package let load: String?
  /// Whether the device has planned work.
  package let isPlanned: Bool
  /// The tasks, in the order of their submission.
  package let tasks: [TaskRecord]
  /// Whether the record was left before its end, because of too many runs.
  package let isCutShort: Bool
}

/// The bound on the runs of all machines of a replay, because their records are kept until its end.
final class ReplayBudget: Sendable {
  private let left: Atomic<Int>

  /// - Parameter runs: The most runs in all; by default those whose records take half a gigabyte.
  init(runs: Int = 500_000) { left = Atomic(runs) }

  /// Whether no more runs may be kept.
  var isSpent: Bool { left.load(ordering: .relaxed) <= 0 }

  /// Takes the place of a run.
  func takeRun() { left.subtract(1, ordering: .relaxed) }
}
