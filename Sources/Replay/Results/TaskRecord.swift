package import SchedulerCore

/// The runs and waits of one task on one device.
package struct TaskRecord: Sendable {
  package let key: TaskKey
  /// The date on which it was submitted, or first declared.
  package let submitted: WallTime
  /// The runs, in the order of their ends; the ones that last at the end of the record come last.
  package internal(set) var runs: [ReplayedRun] = []
  /// The time for which each reason held it back after its date had come.
  package internal(set) var held = HoldTimes()
  /// The wait at the end of the record; `nil` when nothing holds the task back then.
  package internal(set) var openWait: RunWait?
  /// Whether the record says enough to count the task.
  package internal(set) var isScored = true

  /// The runs that had a program and whose ends the record has.
  package var starts: [ReplayedRun] { runs.filter { $0.run.outcome != nil && $0.run.outcome != .missed } }

  /// The number of its dates that were missed.
  package var missed: Int { runs.count { $0.run.outcome == .missed } }

  /// The date of its first success; `nil` without one.
  package var finished: WallTime? { runs.first { $0.run.hasSucceeded }?.run.ended }
}

/// One run of a replayed task.
package struct ReplayedRun: Sendable {
  package internal(set) var run: Run
  /// The time that its program worked: its length without the time that it was frozen.
  package internal(set) var worked: TimeSpan = .zero
  /// The part of the work that was lost because it was stopped.
  package internal(set) var wasted: TimeSpan = .zero
  /// The number of times that it was frozen.
  package internal(set) var freezes = 0

  init(run: Run) { self.run = run }

  /// Whether it still lasts where the record ends.
  package var isLasting: Bool { run.outcome == nil }
}

/// Sums of time by the reason that held a task back.
package struct HoldTimes: Sendable {
  private var lengths: [ReasonCode: TimeSpan] = [:]

  /// Adds time to a reason.
  mutating func add(_ length: TimeSpan, _ code: ReasonCode) {
    if length > .zero { lengths[code] = lengths[code, default: .zero] + length }
  }

  /// Adds the sums of others.
  package mutating func add(_ other: HoldTimes) {
    for (code, length) in other.lengths { add(length, code) }
  }

  /// The reasons with their sums, the longest first.
  package var longest: [(code: ReasonCode, length: TimeSpan)] {
    lengths.map { ($0.key, $0.value) }.sorted {
      ($1.length, $0.code.rawValue) < ($0.length, $1.code.rawValue)
    }
  }

  /// The sum of all.
  package var total: TimeSpan { lengths.values.reduce(.zero, +) }
}
