import Synchronization

/// The children of this process that it has for itself: no task's programs, and nothing that those have left
/// behind. Children are the whole process's, so this list is, too.
package enum HelperProcesses {
  private static let numbers = Mutex<Set<Int32>>([])

  /// A child was just started.
  package static func insert(_ pid: Int32) { numbers.withLock { _ = $0.insert(pid) } }

  /// A child is about to be reaped: its number may be another process's then.
  package static func remove(_ pid: Int32) { numbers.withLock { _ = $0.remove(pid) } }

  /// Whether a child is one of them.
  package static func contains(_ pid: Int32) -> Bool { numbers.withLock { $0.contains(pid) } }
}
