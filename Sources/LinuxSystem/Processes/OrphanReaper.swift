import CLinux
package import Dispatch
import Glibc

/// A reaper that makes this process the parent of its children's orphans (PR_SET_CHILD_SUBREAPER in
/// prctl(2)), so that they can be found, and reaps those that have ended. Confined to its queue, on which
/// this process must start its children.
package final class OrphanReaper {
  private let isOwnChild: (Int32) -> Bool
  private var signals: SignalSource?

  /// Adopts and reaps from now on.
  /// - Parameter isOwnChild: Whether this process has started the child and reads its exit status.
  /// - Throws: ``SystemError`` when the system is out of descriptors.
  package init(queue: DispatchQueue, isOwnChild: @escaping (Int32) -> Bool) throws(SystemError) {
    self.isOwnChild = isOwnChild
    signals = try SignalSource([SIGCHLD], queue: queue) { [weak self] _ in self?.reap() }
    try systemCall("prctl") { clinux_adopt_orphans() }
  }

  /// Reaps orphans by their numbers, because waiting for any child would take the status of an own one.
  private func reap() {
    for pid in ProcessTable.children(of: getpid()) where !isOwnChild(pid) {
      var status: CInt = 0
      waitpid(pid, &status, WNOHANG)
    }
  }
}
