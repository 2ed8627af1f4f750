import Glibc
import LinuxSystem

/// The processes that a run's program has started: its group, its descendants, and those orphans of this
/// process that are the run's. They are looked up when a run is told to stop, is killed or has ended.
struct RunProcesses {
  /// The group that the program leads.
  let group: ProcessGroup
  /// The mark of the program.
  let mark: ProcessMark
  let surveyor: ProcessSurveyor

  /// Returns the processes that are alive, without the program itself.
  /// - Throws: ``SystemError`` when `/proc` cannot be read.
  func find() throws(SystemError) -> [Int32] {
    let (all, living) = look(in: try surveyor.survey())
    // A process that has ended since a shared look may have started others that the look has not seen.
    guard all.count != living.count else { return living.sorted() }
    return look(in: try surveyor.newSurvey()).living.sorted()
  }

  /// Returns the processes that a survey has seen with all that descends from them now, and the living ones.
  private func look(in survey: ProcessSurvey) -> (all: Set<Int32>, living: [Int32]) {
    let members = survey.members(of: group.leader)
    let orphans = survey.orphans(of: mark, isOnlyRun: surveyor.hasOneRun)
    var all = Set(members + orphans)
    var next = [group.leader] + all
    while let pid = next.popLast() {
      for child in ProcessTable.children(of: pid) where all.insert(child).inserted { next.append(child) }
    }
    return (all, all.filter(ProcessTable.isAlive))
  }

  /// Whether the process that has this number now is the run's.
  func contains(_ pid: Int32) -> Bool {
    if isInGroup(pid) { return true }
    var ancestor = pid
    // A parent may end, and its number become another's, during the lookup.
    for _ in 0..<Self.longestLine {
      guard let parent = ProcessTable.parent(of: ancestor), parent > 1 else { return false }
      if parent == group.leader || isInGroup(parent) { return true }
      if parent == getpid() { return surveyor.owns(ancestor, mark) }
      ancestor = parent
    }
    return false
  }

  /// Whether a signal for the group reaches the process.
  func isInGroup(_ pid: Int32) -> Bool { ProcessTable.group(of: pid) == group.leader }

  /// The most generations, more than processes on most machines.
  private static let longestLine = 4096
}
