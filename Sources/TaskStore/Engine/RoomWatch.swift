import SchedulerCore
import Synchronization

/// Knows how much room there is: asks when somebody wants it as it is now, and remembers what was said for
/// whoever only wants to know whether it might matter. Any thread may ask.
final class RoomWatch: Sendable {
  private struct State {
    var room: DiskRoom?
    var use = PageUse()
  }

  private let state = Mutex(State())
  private let look: @Sendable () -> DiskRoom?

  /// - Parameter look: Asks the system.
  init(_ look: @escaping @Sendable () -> DiskRoom?) { self.look = look }

  /// As it is now; nil when the system does not say.
  @discardableResult
  func ask() -> DiskRoom? {
    let room = look()
    state.withLock { $0.room = room }
    return room
  }

  /// As it was when somebody last asked.
  var last: DiskRoom? { state.withLock { $0.room } }

  /// The database's pages as of the last commit.
  var use: PageUse {
    get { state.withLock { $0.use } }
    set { state.withLock { $0.use = newValue } }
  }

  /// What there is for requests now.
  func forRequests() -> StateRoom? { ask()?.forRequests(use) }
}
