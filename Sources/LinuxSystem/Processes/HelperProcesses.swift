import Synchronization

/// The children of this process that are its helpers: neither tasks' programs nor the processes that those
/// have left behind. Children belong to the whole process, so this list does, too.
package enum HelperProcesses {
  private static let numbers = Mutex<Set<Int32>>([])

  /// Adds a child that was just started.
  package static func insert(_ pid: Int32) { numbers.withLock { _ = $0.insert(pid) } }

  /// Removes a child that is about to be reaped: its number may be another process's then.
  package static func remove(_ pid: Int32) { numbers.withLock { _ = $0.remove(pid) } }

  /// Whether a child is a helper.
  package static func contains(_ pid: Int32) -> Bool { numbers.withLock { $0.contains(pid) } }
}
