import CLinux
package import Dispatch
import Glibc

/// Makes this process the parent of what its children leave behind (PR_SET_CHILD_SUBREAPER in prctl(2)), so
/// that it can be found, and reaps what of that has ended. Confined to its queue, on which this process must
/// start its children.
package final class OrphanReaper {
  private let isOwnChild: (Int32) -> Bool
  private var signals: SignalSource?

  /// Adopts and reaps from now on.
  /// - Parameter isOwnChild: Whether somebody in this process has started this child and asks how it ended.
  /// - Throws: ``SystemError`` when the system is out of descriptors.
  package init(queue: DispatchQueue, isOwnChild: @escaping (Int32) -> Bool) throws(SystemError) {
    self.isOwnChild = isOwnChild
    signals = try SignalSource([SIGCHLD], queue: queue) { [weak self] _ in self?.reap() }
    try systemCall("prctl") { clinux_adopt_orphans() }
  }

  /// One by one, and not whichever has ended: the status of an own child stays for who asks for it.
  private func reap() {
    for pid in ProcessTable.children(of: getpid()) where !isOwnChild(pid) {
      var status: CInt = 0
      waitpid(pid, &status, WNOHANG)
    }
  }
}
