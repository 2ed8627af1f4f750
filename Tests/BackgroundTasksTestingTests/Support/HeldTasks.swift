import BackgroundTasks
import Synchronization

/// Keeps the tasks that handlers were given, for tests that complete them later.
final class HeldTasks: Sendable {
  private let tasks = Mutex<[BGTask]>([])

  var all: [BGTask] { tasks.withLock { $0 } }
  var last: BGTask? { all.last }

  func add(_ task: BGTask) { tasks.withLock { $0.append(task) } }
}
