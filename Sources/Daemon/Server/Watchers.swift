import SchedulerAPI
import SchedulerCore
import TaskStore

/// Who wants to know what happens, and what they were not told yet. It is confined to the daemon's queue.
final class Watchers {
  /// What somebody watches.
  enum Interest {
    /// Tasks and runs of a user, or of everybody when nil, whose identifier begins so; and conditions.
    case everything(uid: UInt32?, prefix: String)
    /// Conditions only.
    case conditions
  }

  /// Something that happened, and who is to be told.
  struct News {
    var report: Report
    var timeUSec: Int64
    /// What the store has of the request of the task that it happened to.
    var stored: Result<[UInt8], PayloadProblem>?
    /// Those who watch the conditions alone.
    var ofConditions: [CallID]
    var ofEvents: [CallID]
  }

  /// Who is further behind than this is not told any more.
  private static let newsLimit = 16_384

  private var watchers: [(call: CallID, interest: Interest)] = []
  /// In order; those before `told` are done.
  private var news: [News] = []
  private var told = 0
  /// Somebody will look here again.
  var isTelling = false

  var isEmpty: Bool { watchers.isEmpty }

  /// So many have asked and are about to be added.
  private var expected = 0

  /// Somebody wants to be told, from the next batch on or from an earlier one.
  func expect() { expected += 1 }

  /// Whoever was expected is there, or was refused.
  func expectedCame() { expected -= 1 }

  /// The task that it happened to, where somebody is told its request, or may be when it is on disk.
  func task(toldOf occurrence: Occurrence) -> TaskID? {
    guard expected > 0 || !isEmpty, let task = Report(occurrence).watchedTask,
      expected > 0 || !ofEvents(about: task.key).isEmpty
    else { return nil }
    return task.id
  }

  func add(_ call: CallID, _ interest: Interest) { watchers.append((call, interest)) }

  func remove(_ session: SessionID) { watchers.removeAll { $0.call.session == session } }

  /// Those who watch the conditions alone.
  var ofConditions: [CallID] {
    watchers.compactMap { watcher in
      guard case .conditions = watcher.interest else { return nil }
      return watcher.call
    }
  }

  /// Those who watch everything, and may know of this task; without a task all of them.
  func ofEvents(about task: TaskKey?) -> [CallID] {
    watchers.compactMap { watcher in
      guard case .everything(let uid, let prefix) = watcher.interest else { return nil }
      guard let task else { return watcher.call }
      return (uid == nil || uid == task.uid) && task.identifier.hasPrefix(prefix) ? watcher.call : nil
    }
  }

  /// False when there is too much already.
  func append(_ more: News) -> Bool {
    guard news.count - told < Self.newsLimit else { return false }
    news.append(more)
    return true
  }

  /// What is to be told next.
  func next() -> News? {
    guard told < news.count else {
      news = []
      told = 0
      return nil
    }
    defer { told += 1 }
    return news[told]
  }
}
