@testable import SchedulerCore

extension TaskTable {
  /// All tasks, the oldest first.
  var entries: [TaskEntry] {
    var entries: [TaskEntry] = []
    forEach { entries.append($0) }
    return entries
  }
}
