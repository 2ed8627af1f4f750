import Foundation
import SchedulerCore
import TaskExecution

/// What was said of each run, to be waited for from a test's thread.
final class UnitEvents: @unchecked Sendable {
  private let condition = NSCondition()
  private var events: [RunID: [Event]] = [:]
  private var ends: [RunID: UnitEnd] = [:]

  func append(_ event: Event) {
    condition.withLock {
      switch event {
      case .runStarted(let run), .launchFailed(let run, message: _, isPassing: _), .runEnded(let run, _):
        events[run, default: []].append(event)
      default: break
      }
      condition.broadcast()
    }
  }

  func append(_ run: RunID, _ end: UnitEnd) { condition.withLock { ends[run] = end } }

  /// The next event of a run; nil after 20 s without one.
  func next(_ run: RunID) -> Event? {
    let limit = Date(timeIntervalSinceNow: 20)
    return condition.withLock {
      while events[run, default: []].isEmpty {
        guard condition.wait(until: limit) else { return nil }
      }
      return events[run]?.removeFirst()
    }
  }

  /// What systemd knows of the end of a run.
  func end(of run: RunID) -> UnitEnd? { condition.withLock { ends[run] } }

  /// How many events of a run nobody has asked for.
  func count(_ run: RunID) -> Int { condition.withLock { events[run, default: []].count } }
}
