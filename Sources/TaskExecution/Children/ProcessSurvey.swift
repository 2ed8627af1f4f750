import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore

/// The processes that runs may have started, as one look at `/proc` found them: the members of their groups,
/// and the orphans that this process has adopted.
struct ProcessSurvey {
  private var members: [Int32: [Int32]] = [:]
  private var marked: [ProcessMark: [Int32]] = [:]
  private var unmarked: [Int32] = []

  /// Looks at all processes now.
  /// - Parameters:
  ///   - isLeader: Whether the group of that number is a run's.
  ///   - isOrphan: Whether a child of this process is neither a run's program nor a helper; `nil` where
  ///     another process adopts orphans.
  /// - Throws: ``SystemError`` when `/proc` cannot be read.
  init(isLeader: (Int32) -> Bool, isOrphan: ((Int32) -> Bool)?) throws(SystemError) {
    for pid in try ProcessTable.all() {
      // getpgid is a hundred times cheaper than the file in /proc, which is read for members only.
      guard let group = ProcessTable.group(of: pid), group != pid, isLeader(group), ProcessTable.isAlive(pid)
      else { continue }
      members[group, default: []].append(pid)
    }
    guard let isOrphan else { return }
    for pid in ProcessTable.children(of: getpid()) where isOrphan(pid) {
      let marks = ProcessMark.all(of: pid)
      if marks.isEmpty { unmarked.append(pid) }
      for mark in marks { marked[mark, default: []].append(pid) }
    }
  }

  /// Returns the living members of a group, without its leader.
  func members(of group: Int32) -> [Int32] { members[group] ?? [] }

  /// Returns the orphans that belong to the program with this mark.
  /// - Parameter isOnlyRun: Whether orphans without a mark are the program's.
  func orphans(of mark: ProcessMark, isOnlyRun: Bool) -> [Int32] {
    (marked[mark] ?? []) + (isOnlyRun ? unmarked : [])
  }
}

/// The programs of all runs, and looks at what they have started. Confined to its queue.
final class ProcessSurveyor {
  /// The runs by their programs.
  var leaders: [Int32: RunID] = [:]
  /// Whether this process adopts orphans. Else processes that leave their group and lose their parent are not
  /// found.
  var adoptsOrphans = false

  private let queue: DispatchQueue
  private let user: UInt32
  /// Whether all that this process adopts was started by its programs: it is not the first process of a
  /// container, and the program that became it with exec(3) had started nothing.
  private let adoptsNoStrangers =
    getpid() != 1 && ProcessTable.children(of: getpid()).allSatisfy(HelperProcesses.contains)
  private var last: (turn: UInt64, survey: ProcessSurvey)?
  /// The number of looks, for tests.
  private(set) var count = 0

  /// - Parameter user: The user of the programs.
  init(queue: DispatchQueue, user: UInt32) {
    self.queue = queue
    self.user = user
  }

  /// Whether there is one run only. Orphans without a mark belong to it.
  var hasOneRun: Bool { adoptsNoStrangers && leaders.count == 1 }

  /// Returns a look at all processes, which runs that end in the same turn of the queue share: each look
  /// costs as much as the machine has processes. The ends that a turn handles came before the turn, so a look
  /// of the turn sees what the ended programs have left.
  /// - Throws: ``SystemError`` when `/proc` cannot be read.
  func survey() throws(SystemError) -> ProcessSurvey {
    if let last, last.turn == queue.turn { return last.survey }
    return try newSurvey()
  }

  /// Looks at all processes now.
  /// - Throws: ``SystemError`` when `/proc` cannot be read.
  func newSurvey() throws(SystemError) -> ProcessSurvey {
    count += 1
    let survey = try ProcessSurvey(
      isLeader: { leaders[$0] != nil }, isOrphan: adoptsOrphans ? { self.isOrphan($0) } : nil)
    last = queue.turn.map { ($0, survey) }
    return survey
  }

  /// Whether a child of this process was started by the program with this mark.
  func owns(_ child: Int32, _ mark: ProcessMark) -> Bool {
    guard adoptsOrphans, isOrphan(child) else { return false }
    let marks = ProcessMark.all(of: child)
    return marks.contains(mark) || (marks.isEmpty && hasOneRun)
  }

  private func isOrphan(_ child: Int32) -> Bool {
    leaders[child] == nil && !HelperProcesses.contains(child) && ProcessTable.user(of: child) == user
  }
}
