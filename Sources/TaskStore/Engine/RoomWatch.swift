import SchedulerCore
import Synchronization

/// The room on the disk: asked of the system where it has to be current, remembered for a first estimate.
/// Usable on any thread.
final class RoomWatch: Sendable {
  private struct State {
    var room: DiskRoom?
    var use = PageUse()
  }

  private let state = Mutex(State())
  private let look: @Sendable () -> DiskRoom?

  /// - Parameter look: Asks the system for the room.
  init(_ look: @escaping @Sendable () -> DiskRoom?) { self.look = look }

  /// Returns the room as it is now; `nil` when the system does not tell.
  @discardableResult
  func ask() -> DiskRoom? {
    let room = look()
    state.withLock { $0.room = room }
    return room
  }

  /// The room as of the last ``ask()``.
  var last: DiskRoom? { state.withLock { $0.room } }

  /// The database's pages as of the last commit.
  var use: PageUse {
    get { state.withLock { $0.use } }
    set { state.withLock { $0.use = newValue } }
  }

  /// Returns the room for requests as it is now.
  func forRequests() -> StateRoom? { ask()?.forRequests(use) }
}
