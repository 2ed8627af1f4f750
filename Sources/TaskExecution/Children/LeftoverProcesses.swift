package import Dispatch
import Glibc
import LinuxSystem
package import SchedulerCore

/// The processes that a crashed daemon has left running, which are ended so that a run never works twice at a
/// time. A process is known by the `BGTASK_RUN_ID` in its environment and by its user; the others of its
/// group are ended with it. Its exit status is lost with the daemon that was its parent, so its run has to be
/// tried again. Confined to its queue.
package final class LeftoverProcesses {
  private let queue: DispatchQueue
  private let graceUSec: Int64
  private let patienceUSec: Int64
  private let ownGroup = ProcessTable.group(of: 0)
  private let ownUser = ProcessTable.ownUser
  private var runs: [RunID] = []
  private var found: Set<String> = []
  private var groups: Set<Int32> = []
  private var signals = [SIGTERM, SIGCONT]
  private var watch: ProcessWatch?
  private var timer: Countdown?
  private var handler: (@Sendable (LeftoverReport) -> Void)?

  /// - Parameters:
  ///   - grace: The time to stop after SIGTERM, before SIGKILL.
  ///   - patience: The time that killed processes have to be gone.
  package init(queue: DispatchQueue, grace: TimeSpan, patience: TimeSpan = .seconds(10)) {
    self.queue = queue
    graceUSec = grace.uSec
    patienceUSec = patience.uSec
  }

  /// Stops all processes of these runs. Called once.
  /// - Parameter handler: Called on the queue, once, when they are gone or cannot be ended; never from within
  ///   this method.
  package func stop(_ runs: [RunID], handler: @escaping @Sendable (LeftoverReport) -> Void) {
    precondition(watch == nil, "leftover processes are stopped once")
    self.runs = runs
    self.handler = handler
    watch = ProcessWatch(
      queue: queue,
      find: { [weak self] () throws(SystemError) in try self?.lookUp() ?? [] },
      isMember: { [weak self] in self?.isLeftover($0) ?? false },
      found: { [weak self] in self?.signal($0) },
      whenEmpty: { [weak self] in self?.finish() })
    queue.runLater { [weak self] in self?.begin() }
  }

  private func begin() {
    timer = Countdown(uSec: graceUSec, queue: queue) { [weak self] in self?.graceEnded() }
    watch?.look()
  }

  private func graceEnded() {
    signals = [SIGKILL]
    timer = Countdown(uSec: patienceUSec, queue: queue) { [weak self] in self?.finish() }
    watch?.look()
  }

  private func finish() {
    guard let handler else { return }
    self.handler = nil
    timer?.cancel()
    let remaining = watch?.count ?? 0
    watch?.stop()
    handler(LeftoverReport(found: runs.filter { found.contains($0.text) }, remaining: remaining))
  }

  /// Signals a process. One that refuses belongs to another user by now, and is counted in the end.
  private func signal(_ process: ProcessHandle) {
    for signal in signals { try? process.send(signal: signal) }
  }

  private func lookUp() throws(SystemError) -> [Int32] {
    let pids = try ProcessTable.all()
    let wanted = Set(runs.map(\.text))
    for pid in pids where isCandidate(pid) {
      guard let run = ProcessTable.environmentValue(of: pid, TaskEnvironment.runVariable),
        wanted.contains(run),
        let group = ProcessTable.group(of: pid)
      else { continue }
      found.insert(run)
      groups.insert(group)
    }
    return pids.filter { isLeftover($0) && ProcessTable.isAlive($0) }
  }

  private func isLeftover(_ pid: Int32) -> Bool {
    isCandidate(pid) && ProcessTable.group(of: pid).map(groups.contains) == true
  }

  /// Whether a process may be ended. This process may itself be the work of a run, and does not end itself.
  private func isCandidate(_ pid: Int32) -> Bool {
    ProcessTable.group(of: pid) != ownGroup && ProcessTable.user(of: pid) == ownUser
  }
}

/// The outcome of ending the processes that an earlier daemon left behind.
package struct LeftoverReport: Hashable, Sendable {
  /// The runs that still had processes, in the order in which they were asked for.
  package var found: [RunID]
  /// The number of processes that could not be ended: the kernel holds them, or another user owns them now.
  package var remaining: Int

  package init(found: [RunID], remaining: Int) {
    self.found = found
    self.remaining = remaining
  }
}
