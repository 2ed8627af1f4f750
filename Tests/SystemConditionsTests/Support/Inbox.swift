import Dispatch
import SchedulerCore
import Synchronization

/// Collects what a source says, and lets a test wait for a fact with a time limit.
final class Inbox: Sendable {
  private struct State {
    var batches: [[ConditionChange]] = []
    var conditions = Conditions()
    var last: [ConditionField: ConditionChange] = [:]
  }

  private let state = Mutex(State())
  private let news = DispatchSemaphore(value: 0)

  func take(_ changes: [ConditionChange]) {
    state.withLock { state in
      // Who says it, and how sure it is, is asked of few.
      state.batches.append(changes.map { ConditionChange($0.field, $0.value) })
      for change in changes { state.last[change.field] = change }
      changes.forEach { state.conditions.apply($0) }
    }
    news.signal()
  }

  /// Every call of the handler so far.
  var batches: [[ConditionChange]] { state.withLock { $0.batches } }

  /// What was said last of a field, by whom and how sure.
  func last(_ field: ConditionField) -> ConditionChange? { state.withLock { $0.last[field] } }

  /// What all changes so far add up to.
  var conditions: Conditions { state.withLock { $0.conditions } }

  /// Waits until the conditions fit, at most so long. Only one thread may wait.
  func wait(seconds: Double = 10, until isTrue: (Conditions) -> Bool) -> Bool {
    let deadline = DispatchTime.now() + seconds
    while !isTrue(conditions) {
      if news.wait(timeout: deadline) == .timedOut { return isTrue(conditions) }
    }
    return true
  }

  /// Waits until the handler was called so often, at most so long.
  func wait(seconds: Double = 10, batches count: Int) -> Bool {
    let deadline = DispatchTime.now() + seconds
    while batches.count < count {
      if news.wait(timeout: deadline) == .timedOut { return batches.count >= count }
    }
    return true
  }
}
