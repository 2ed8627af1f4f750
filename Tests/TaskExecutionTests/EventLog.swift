import Dispatch
import SchedulerCore
import Synchronization

/// Events as they come, to be waited for from a test's thread.
final class EventLog: Sendable {
  private let events = Mutex<[Event]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func append(_ event: Event) {
    events.withLock { $0.append(event) }
    arrived.signal()
  }

  /// The next event; nil after ten seconds without one.
  func next() -> Event? {
    guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
    return events.withLock { $0.removeFirst() }
  }
}
