import SchedulerAPI
import SchedulerCore
import TaskStore

/// The calls that watch, and the reports that they were not told yet. Confined to the daemon's queue.
final class Watchers {
  /// The subjects that a call watches.
  enum Interest {
    /// Tasks and runs of a user, or of all users for `nil`, whose identifier has the prefix; and conditions.
    case everything(uid: UInt32?, prefix: String)
    /// The machine's conditions only.
    case conditions
  }

  /// A report, and the calls that are told of it.
  struct News {
    var report: Report
    var timeUSec: Int64
    /// The stored request of the task that the report is about.
    var stored: Result<[UInt8], PayloadProblem>?
    /// The calls that watch the conditions alone.
    var ofConditions: [CallID]
    var ofEvents: [CallID]

    /// The bytes of the request.
    var bytes: Int {
      guard case .success(let request)? = stored else { return 0 }
      return request.count
    }
  }

  /// The most reports that may wait, and the most bytes of their requests; a watcher that is further behind
  /// is dropped.
  private static let newsLimit = 16_384
  private static let bytesLimit = 32 << 20

  private var watchers: [(call: CallID, interest: Interest)] = []
  /// The calls whose callers act for other users.
  private(set) var ofActors: Set<SessionID> = []
  /// The reports in order; those before `told` are done.
  private var news: [News] = []
  private var told = 0
  private var waitingBytes = 0
  /// Whether a turn follows in which reports are told.
  var isTelling = false

  var isEmpty: Bool { watchers.isEmpty }

  /// The number of calls that have asked and are about to be added.
  private var expected = 0

  /// Expects a call that watches from the next batch on, or from an earlier one.
  func expect() { expected += 1 }

  /// Records that an expected call was added, or was refused.
  func expectedCame() { expected -= 1 }

  /// Returns the report's task if a watcher is told its request, or may be when the batch is on disk.
  func task(toldOf occurrence: Occurrence) -> TaskID? {
    guard expected > 0 || !isEmpty, let task = Report(occurrence).watchedTask,
      expected > 0 || !ofEvents(about: task.key).isEmpty
    else { return nil }
    return task.id
  }

  func add(_ call: CallID, _ interest: Interest) { watchers.append((call, interest)) }

  /// Notes that the caller acts for another user.
  func noteActor(_ session: SessionID) { ofActors.insert(session) }

  func remove(_ session: SessionID) {
    watchers.removeAll { $0.call.session == session }
    ofActors.remove(session)
  }

  /// The calls that watch the conditions alone.
  var ofConditions: [CallID] {
    watchers.compactMap { watcher in
      guard case .conditions = watcher.interest else { return nil }
      return watcher.call
    }
  }

  /// Returns the calls that watch everything and may know of this task; all of them without a task.
  func ofEvents(about task: TaskKey?) -> [CallID] {
    watchers.compactMap { watcher in
      guard case .everything(let uid, let prefix) = watcher.interest else { return nil }
      guard let task else { return watcher.call }
      return (uid == nil || uid == task.uid) && task.identifier.hasPrefix(prefix) ? watcher.call : nil
    }
  }

  /// Appends a report. Returns `false` when too many wait already.
  func append(_ more: News) -> Bool {
    guard news.count - told < Self.newsLimit, waitingBytes + more.bytes <= Self.bytesLimit else {
      return false
    }
    news.append(more)
    waitingBytes += more.bytes
    return true
  }

  /// Takes the report that is told next.
  func next() -> News? {
    guard told < news.count else {
      news = []
      told = 0
      return nil
    }
    // A report that was told holds its request no longer, however long others still wait.
    defer {
      waitingBytes -= news[told].bytes
      news[told].stored = nil
      told += 1
    }
    return news[told]
  }
}
