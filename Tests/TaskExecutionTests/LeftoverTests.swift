import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

@Suite("What a crashed daemon left running is ended")
struct LeftoverTests {
  /// A process as a daemon that has crashed leaves it: in a group of its own, with its run in its
  /// environment.
  private final class Leftover {
    let handle: ProcessHandle
    let output: OutputPipe

    init(_ run: RunID, _ script: String) throws {
      output = try OutputPipe()
      let pid = try ProcessSpawner.spawn(
        arguments: ["/bin/sh", "-c", script],
        environment: ["BGTASK_RUN_ID": run.text, "PATH": TaskEnvironment.path],
        workingDirectory: "/", output: output.writing.number)
      handle = try ProcessHandle(child: pid)
    }

    /// Waits until it has written something.
    func waitUntilReady() throws {
      while case .nothingNow = try output.reading.read(atMost: 100) { sched_yield() }
    }

    /// Waits for its end, which may be on its way: a process that dies is gone from its group a moment before
    /// its parent hears of it.
    func ended() throws -> ProcessExit? {
      _ = try handle.waitForEnd()
      return try end()
    }

    /// How it ended; it is killed when it has not.
    func end() throws -> ProcessExit? {
      let exit = try handle.exit()
      ProcessGroup(leader: handle.pid).send(signal: SIGKILL)
      try handle.reap()
      return exit
    }
  }

  private func stop(_ runs: [RunID], grace: TimeSpan) -> LeftoverReport? {
    let queue = DispatchQueue(label: "test")
    let leftovers = LeftoverProcesses(queue: queue, grace: grace)
    let answer = Mailbox<LeftoverReport>()
    queue.sync { leftovers.stop(runs) { answer.append($0) } }
    defer { withExtendedLifetime(leftovers) {} }
    return answer.next()
  }

  @Test("Processes of the named runs get SIGTERM; those of other runs are left alone")
  func named() throws {
    let (one, two, other) = (UnitBench.newRun(), UnitBench.newRun(), UnitBench.newRun())
    let first = try Leftover(one, "echo; exec sleep 1000")
    let second = try Leftover(two, "trap 'exit 3' TERM; echo; while :; do sleep 0.01; done")
    let third = try Leftover(other, "echo; exec sleep 1000")
    for leftover in [first, second, third] { try leftover.waitUntilReady() }
    #expect(
      stop([two, one, UnitBench.newRun()], grace: .seconds(10))
        == LeftoverReport(found: [two, one], remaining: 0))
    #expect(try first.ended() == .signal(SIGTERM))
    #expect(try second.ended() == .status(3))
    #expect(try third.end() == nil)
  }

  @Test("Those that ignore SIGTERM are killed after the grace, with the group they are in")
  func stubborn() throws {
    let run = UnitBench.newRun()
    let leftover = try Leftover(run, "trap '' TERM; env -i sleep 1000 & echo $!; wait; wait")
    try leftover.waitUntilReady()
    let group = ProcessGroup(leader: leftover.handle.pid)
    #expect(try group.members().count == 1)
    #expect(stop([run], grace: .milliseconds(50)) == LeftoverReport(found: [run], remaining: 0))
    #expect(try group.members().isEmpty)
    #expect(try leftover.ended() == .signal(SIGKILL))
  }

  @Test("Nothing left is said at once")
  func nothing() {
    #expect(stop([UnitBench.newRun()], grace: .seconds(10)) == LeftoverReport(found: [], remaining: 0))
    #expect(stop([], grace: .seconds(10)) == LeftoverReport(found: [], remaining: 0))
  }
}
