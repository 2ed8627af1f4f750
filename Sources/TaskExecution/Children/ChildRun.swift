import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore

/// One run's processes, from their start until none is left: the program, which leads a group, and what it
/// has started in that group.
///
/// The program is reaped last. As a zombie it keeps its number and the group's from being given to others, so
/// no signal for the group can reach a stranger.
final class ChildRun {
  private enum State {
    /// The program works.
    case running
    /// The program has ended, others of its group have not.
    case leftBehind(ProcessExit?)
    /// No process is left; so many bytes may still be in the pipe.
    case draining(ProcessExit?, bytes: Int)
    /// All is over.
    case ended
  }

  private let run: RunID
  private let program: ProcessHandle
  private let group: ProcessGroup
  private let queue: DispatchQueue
  private let sink: any OutputSink
  private let patienceUSec: Int64
  private let whenEnded: (ProcessExit?) -> Void

  private var state = State.running
  private var isExpiring = false
  private var isKilled = false
  private var output: SharedDescriptor?
  private var reader: DescriptorSource?
  private var watch: ProcessWatch?
  private var patience: Countdown?

  /// Looks after a program that was just started.
  /// - Parameters:
  ///   - output: The reading end of its pipe; nil when it writes somewhere else.
  ///   - patienceUSec: How long killed processes may take to be gone before the run is ended without them.
  ///   - whenEnded: Called once, on the queue, with how the program ended; nil when nobody can say.
  /// - Throws: ``SystemError``: the system is out of something, and nobody looks after the program.
  init(
    _ run: RunID, program: ProcessHandle, output: SharedDescriptor?, queue: DispatchQueue,
    sink: any OutputSink, patienceUSec: Int64, whenEnded: @escaping (ProcessExit?) -> Void
  ) throws(SystemError) {
    self.run = run
    self.program = program
    group = ProcessGroup(leader: program.pid)
    self.output = output
    self.queue = queue
    self.sink = sink
    self.patienceUSec = patienceUSec
    self.whenEnded = whenEnded
    try program.whenEnded(queue: queue) { [weak self] in self?.programEnded() }
    guard let output else { return }
    reader = try DescriptorSource(output, for: .reading, queue: queue) { [weak self] in self?.readPiece() }
  }

  /// The process that leads the group.
  var leader: Int32 { group.leader }

  /// Asks the group to stop. A stopped process is continued, or it could not.
  func expire() {
    isExpiring = true
    group.send(signal: SIGTERM)
    group.send(signal: SIGCONT)
  }

  /// Ends the group. A process that does not go away within the patience, because the kernel holds it or
  /// because it has become another user's, is left to the system: with SIGKILL pending it never executes its
  /// own code again.
  func kill() {
    if case .draining = state { return }
    isKilled = true
    group.send(signal: SIGKILL)
    guard patience == nil else { return }
    patience = Countdown(uSec: patienceUSec, queue: queue) { [weak self] in self?.giveUp() }
  }

  private func programEnded() {
    let exit = try? program.exit()
    state = .leftBehind(exit)
    // What a program leaves in the background does not outlive it, unless the program was told to stop: then
    // all of its group have the grace, which ends with a kill().
    if !isExpiring { group.send(signal: SIGKILL) }
    watch = ProcessWatch(
      queue: queue, find: { [group] () throws(SystemError) in try group.members() },
      isMember: { [group] in ProcessTable.group(of: $0) == group.leader },
      // Who has joined the group after its kill gets its own.
      found: { [weak self] in if self?.isKilled == true { try? $0.send(signal: SIGKILL) } },
      whenEmpty: { [weak self] in self?.drain(exit) })
    watch?.look()
    // Mostly nobody is left, and nothing has to be measured.
    if case .leftBehind = state, !isExpiring { kill() }
  }

  private func giveUp() {
    switch state {
    case .running:
      // Reaped whenever it goes away; the closure keeps the handle until then.
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

  /// Reads what the pipe holds now, piece by piece. It cannot be more than its capacity, so a process outside
  /// the group that still writes into it does not keep the run from ending.
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
    patience?.cancel()
    patience = nil
    watch = nil
    closeOutput()
    sink.finished(run)
    whenEnded(exit)
  }
}
