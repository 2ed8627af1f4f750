import Glibc

/// A process group that this process has started. Its leader is a child that was not reaped, so its number
/// cannot have become another group's.
package struct ProcessGroup: Hashable, Sendable {
  /// The group's number, which is its leader's.
  package let leader: Int32

  /// The group that a child leads.
  package init(leader: Int32) { self.leader = leader }

  /// Sends a signal to all members. Members that are gone, or that belong to another user now, get none.
  package func send(signal: CInt) { _ = try? systemCall("kill") { kill(-leader, signal) } }
}
