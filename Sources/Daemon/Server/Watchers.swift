import SchedulerCore

/// Who wants to know what happens. It is confined to the daemon's queue.
final class Watchers {
  /// What somebody watches.
  enum Interest {
    /// Tasks and runs of a user, or of everybody when nil, whose identifier begins so; and conditions.
    case everything(uid: UInt32?, prefix: String)
    /// Conditions only.
    case conditions
  }

  private var watchers: [(call: CallID, interest: Interest)] = []

  var isEmpty: Bool { watchers.isEmpty }

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
}
