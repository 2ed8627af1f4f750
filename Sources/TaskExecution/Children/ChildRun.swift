import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore

/// The processes of one run, from their start until none is left: the program, which leads a group, and those
/// that it has started, in that group or elsewhere (``RunProcesses``).
///
/// The program is reaped last. As a zombie it keeps its number and the group's from being given to others, so
/// no signal for the group can reach another process.
final class ChildRun {
  private enum State {
    /// The program works.
    case running
    /// The program has ended, others that it has started have not.
    case leftBehind(ProcessExit?)
    /// No process is left; up to `bytes` bytes may still be in the pipe.
    case draining(ProcessExit?, bytes: Int)
    /// The run is over.
    case ended
  }

  private let run: RunID
  private let program: ProcessHandle
  private let group: ProcessGroup
  private let processes: RunProcesses
  private let queue: DispatchQueue
  private let sink: any OutputSink
  private let patienceUSec: Int64
  /// Whether the processes that the program has started live on.
  private let leavesBehind: Bool
  private let whenEnded: (ProcessExit?) -> Void

  private var state = State.running
  private var isExpiring = false
  private var isKilled = false
  private var output: SharedDescriptor?
  private var reader: DescriptorSource?
  private var watch: ProcessWatch?
  private var patience: Countdown?
  /// The processes outside the group that were told to stop.
  private var told: Set<Int32> = []
  /// The processes outside the group that were killed while the program was at work, and are not gone. After
  /// the program's end their run might not be known any more.
  private var killed: [ProcessHandle] = []

  /// Supervises a program that was just started.
  /// - Parameters:
  ///   - output: The reading end of its pipe; nil when it writes somewhere else.
  ///   - patienceUSec: The time that killed processes have to be gone before the run is ended without them.
  ///   - leavesBehind: Whether the processes that the program has started live on when it ends or is stopped.
  ///   - mark: The mark of the program.
  ///   - whenEnded: Called once, on the queue, with the program's end; nil when that is unknown.
  /// - Throws: ``SystemError`` when descriptors or memory are short; the program is not supervised then.
  init(
    _ run: RunID, program: ProcessHandle, output: SharedDescriptor?, queue: DispatchQueue,
    sink: any OutputSink, patienceUSec: Int64, leavesBehind: Bool = false,
    surveyor: ProcessSurveyor, mark: ProcessMark,
    whenEnded: @escaping (ProcessExit?) -> Void
  ) throws(SystemError) {
    self.run = run
    self.program = program
    group = ProcessGroup(leader: program.pid)
    processes = RunProcesses(group: group, mark: mark, surveyor: surveyor)
    self.output = output
    self.queue = queue
    self.sink = sink
    self.patienceUSec = patienceUSec
    self.leavesBehind = leavesBehind
    self.whenEnded = whenEnded
    try program.whenEnded(queue: queue) { [weak self] in self?.programEnded() }
    guard let output else { return }
    reader = try DescriptorSource(output, for: .reading, queue: queue) { [weak self] in self?.readPiece() }
  }

  /// The process that leads the group.
  var leader: Int32 { group.leader }

  /// Tells all processes to stop. A stopped process is continued, or it could not.
  func expire() {
    isExpiring = true
    guard !leavesBehind else { return tell(program) }
    for process in outsiders() { tell(process) }
    group.send(signal: SIGTERM)
    group.send(signal: SIGCONT)
  }

  /// Sends a signal to all processes that can be found.
  func send(_ signal: Int32) {
    for process in outsiders() { try? process.send(signal: signal) }
    group.send(signal: signal)
  }

  private func tell(_ process: ProcessHandle) {
    guard told.insert(process.pid).inserted else { return }
    for signal in [SIGTERM, SIGCONT] { try? process.send(signal: signal) }
  }

  /// Kills all processes. One that does not go away within the patience, because the kernel holds it or
  /// because it belongs to another user now, is left to the system: with SIGKILL pending it never executes
  /// its own code again.
  func kill() {
    switch state {
    case .draining, .ended: return
    case .running: if !leavesBehind { killOutsiders() }
    case .leftBehind: break
    }
    isKilled = true
    if leavesBehind { try? program.send(signal: SIGKILL) } else { group.send(signal: SIGKILL) }
    if patience == nil {
      patience = Countdown(uSec: patienceUSec, queue: queue) { [weak self] in self?.giveUp() }
    }
    // Processes that have left the group get their own signal.
    watch?.look()
  }

  /// Returns the processes that a signal for the group does not reach.
  private func outsiders() -> [ProcessHandle] {
    ((try? processes.find()) ?? []).compactMap { pid in
      guard !processes.isInGroup(pid), let process = try? ProcessHandle(pid: pid), processes.contains(pid)
      else { return nil }
      return process
    }
  }

  /// Kills the processes outside the group, which are known by descent while the program is there.
  private func killOutsiders() {
    for process in outsiders() {
      try? process.send(signal: SIGKILL)
      do throws(SystemError) {
        try process.whenEnded(queue: queue) { [weak self, weak process] in self?.isGone(process) }
        killed.append(process)
      } catch {
        // The end of the process is not reported, but near.
      }
    }
  }

  private func isGone(_ process: ProcessHandle?) {
    killed.removeAll { $0 === process }
    if killed.isEmpty, case .leftBehind = state { watch?.look() }
  }

  private func programEnded() {
    let exit = try? program.exit()
    if leavesBehind { return drain(exit) }
    state = .leftBehind(exit)
    // Processes that a program leaves behind do not outlive it, unless the program was told to stop: then all
    // of them have the grace, which ends with a kill().
    if !isExpiring {
      isKilled = true
      group.send(signal: SIGKILL)
    }
    watch = ProcessWatch(
      queue: queue, find: { [processes] () throws(SystemError) in try processes.find() },
      isMember: { [processes] in processes.contains($0) },
      found: { [weak self] in self?.found($0) },
      whenEmpty: { [weak self] in
        guard let self, killed.isEmpty else { return }
        drain(exit)
      })
    watch?.look()
    // Mostly no process is left, and no countdown is needed.
    guard case .leftBehind = state, isKilled, patience == nil else { return }
    patience = Countdown(uSec: patienceUSec, queue: queue) { [weak self] in self?.giveUp() }
  }

  /// Handles a process that has outlived the program.
  private func found(_ process: ProcessHandle) {
    if isKilled {
      // A process that has joined the group after its kill gets its own signal.
      try? process.send(signal: SIGKILL)
    } else if !processes.isInGroup(process.pid) {
      tell(process)
    }
  }

  private func giveUp() {
    switch state {
    case .running:
      // The program is reaped whenever it goes away; the closure keeps the handle until then.
      let program = program
      try? program.whenEnded(queue: queue) { try? program.reap() }
      finish(nil)
    case .leftBehind(let exit): drain(exit)
    case .draining, .ended: break
    }
  }

  private func readPiece() {
    guard let output else { return }
    switch try? output.read(atMost: sink.writeLimit) {
    case .bytes(let bytes): sink.write(run, bytes)
    case .nothingNow: break
    case .end, nil: closeOutput()
    }
  }

  private func closeOutput() {
    reader?.cancel()
    reader = nil
    output = nil
  }

  /// Reads the present contents of the pipe, piece by piece. They cannot be more than its capacity, so a
  /// process outside the group that still writes into it does not keep the run from ending.
  private func drain(_ exit: ProcessExit?) {
    patience?.cancel()
    patience = nil
    watch = nil
    reader?.cancel()
    reader = nil
    let capacity = output.flatMap { try? OutputPipe.capacity(of: $0) }
    state = .draining(exit, bytes: capacity ?? 0)
    drainPiece()
  }

  private func drainPiece() {
    guard case .draining(let exit, let bytes) = state else { return }
    if bytes > 0, let output, case .bytes(let piece)? = try? output.read(atMost: sink.writeLimit) {
      sink.write(run, piece)
      state = .draining(exit, bytes: bytes - piece.count)
      queue.runLater { [weak self] in self?.drainPiece() }
    } else {
      try? program.reap()
      finish(exit)
    }
  }

  private func finish(_ exit: ProcessExit?) {
    state = .ended
    for process in killed { process.stopWaiting() }
    killed = []
    patience?.cancel()
    patience = nil
    watch = nil
    let remainder = leavesBehind ? output : nil
    closeOutput()
    if let remainder { Remainder.read(remainder, queue: queue) }
    sink.finished(run)
    whenEnded(exit)
  }
}
