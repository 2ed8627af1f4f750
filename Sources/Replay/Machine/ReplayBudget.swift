import Synchronization

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
