import Glibc
import LinuxSystem

/// The processes that a run's program has started: its group, its descendants, and those orphans of this
/// process that are the run's. Nothing is kept: they are looked up when a run is told to stop, is killed or
/// has ended.
struct RunProcesses {
  /// The group that the program leads.
  let group: ProcessGroup
  /// Whether an orphan is the run's.
  let ownsOrphan: (Int32) -> Bool

  /// Returns the processes that are alive, without the program itself.
  /// - Throws: ``SystemError`` when `/proc` cannot be read.
  func find() throws(SystemError) -> [Int32] {
    let members = try group.members()
    var found = Set(members)
    var next = [group.leader] + members
    for orphan in ProcessTable.children(of: getpid()) where orphan != group.leader && ownsOrphan(orphan) {
      if found.insert(orphan).inserted { next.append(orphan) }
    }
    while let pid = next.popLast() {
      for child in ProcessTable.children(of: pid) where found.insert(child).inserted { next.append(child) }
    }
    return found.filter(ProcessTable.isAlive).sorted()
  }

  /// Whether the process that has this number now is the run's.
  func contains(_ pid: Int32) -> Bool {
    if isInGroup(pid) { return true }
    var ancestor = pid
    // A parent may end, and its number become another's, during the lookup.
    for _ in 0..<Self.longestLine {
      guard let parent = ProcessTable.parent(of: ancestor), parent > 1 else { return false }
      if parent == group.leader || isInGroup(parent) { return true }
      if parent == getpid() { return ownsOrphan(ancestor) }
      ancestor = parent
    }
    return false
  }

  /// Whether a signal for the group reaches the process.
  func isInGroup(_ pid: Int32) -> Bool { ProcessTable.group(of: pid) == group.leader }

  /// The most generations, more than processes on most machines.
  private static let longestLine = 4096
}
