@testable import SchedulerCore

extension ScheduledTask {
  /// The bytes that the task takes when its date has come, rounded down from what was measured with the
  /// allocator, and told in other words than what it is charged with.
  var leastBytes: Int {
    let wish = request.wish
    let leaves = [wish.when, wish.whileRunning].reduce(0) { $0 + ($1?.leaves.count ?? 0) }
    return 250 + (leaves > 0 ? 900 + 100 * leaves : 0) + 50 * request.order.predecessors.count
  }
}
