import Glibc
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

@Suite("A run ends with all that it started in its group")
struct GroupTests {
  private let bench = Bench()

  private func pids(_ text: String?) -> [Int32] {
    (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
  }

  private func lines(_ text: String) -> Int { text.count { $0 == "\n" } }

  @Test("Expired: SIGTERM reaches the program and its children, and the run has that signal")
  func expire() {
    let run = bench.start("sleep 1000 & echo $!; echo $$; exec sleep 1000")
    let processes = pids(bench.waitForOutput(of: run) { lines($0) == 2 })
    #expect(processes.count == 2 && processes.allSatisfy(ProcessTable.isAlive))
    bench.expire(run)
    #expect(bench.events.next() == .runEnded(run, .signal("SIGTERM")))
    #expect(!processes.contains(where: ProcessTable.isAlive))
  }

  @Test("Killed: grandchildren that ignore SIGTERM are gone too when the run ends")
  func kill() {
    let run = bench.start("trap '' TERM; sh -c 'echo $$; sleep 1000; sleep 1000' & wait; wait")
    let processes = pids(bench.waitForOutput(of: run) { lines($0) == 1 })
    bench.expire(run)
    #expect(processes.count == 1 && processes.allSatisfy(ProcessTable.isAlive))
    bench.kill(run)
    #expect(bench.events.next() == .runEnded(run, .signal("SIGKILL")))
    #expect(!processes.contains(where: ProcessTable.isAlive))
  }

  @Test("The program stops when told to, a grandchild does not: the run goes on until it is killed")
  func slowGrandchild() {
    let run = bench.start("trap 'exit 5' TERM; (trap '' TERM; echo $$; sleep 1000; sleep 1000) & wait")
    // In a subshell $$ is still the shell that it was forked from.
    guard let leader = pids(bench.waitForOutput(of: run) { lines($0) == 1 }).first else {
      Issue.record("the program did not begin")
      return
    }
    let group = ProcessGroup(leader: leader)
    bench.expire(run)
    #expect(bench.waitUntilEnded(leader))
    #expect((try? group.members().isEmpty) == false)
    #expect(bench.liveRuns == 1)
    bench.kill(run)
    #expect(bench.events.next() == .runEnded(run, .status(5)))
    #expect((try? group.members().isEmpty) == true)
  }

  @Test("A grandchild that stops within the grace ends the run without a kill")
  func graceOfGrandchild() throws {
    let gate = try NamedPipe(TemporaryFolder(), "gate")
    let run = bench.start(
      "trap 'exit 6' TERM; (trap '' TERM; echo ready; read -r x < \(gate.path); echo told) & wait")
    #expect(bench.waitForOutput(of: run) { $0.contains("ready") } != nil)
    bench.expire(run)
    gate.write()
    #expect(bench.events.next() == .runEnded(run, .status(6)))
    #expect(bench.output(of: run)?.text == "ready\ntold\n")
  }

  @Test("With KillMode=process what a program leaves in the background lives on and may go on writing")
  func leavesBehind() throws {
    var limits = ProgramLimits()
    limits.killMode = .process
    let folder = try TemporaryFolder()
    let (gate, told) = (try NamedPipe(folder, "gate"), try NamedPipe(folder, "told"))
    // One writes after the run has ended, and says then that it still lives.
    let run = bench.launch(
      "(read -r x <\(gate.path); echo later; echo >\(told.path)) & setsid sleep 1000 & echo $!; exit 3",
      limits: limits)
    #expect(bench.exit(of: run) == .status(3))
    #expect(bench.liveRuns == 0)
    let processes = pids(bench.output(of: run)?.text)
    #expect(processes.count == 1 && processes.allSatisfy(ProcessTable.isAlive))
    gate.write()
    _ = try told.read()
    // Neither a stop nor a kill of the run reaches more than the program.
    for stop in [Bench.expire, Bench.kill] {
      let other = bench.start("sleep 1000 & echo $!; exec sleep 1000", limits: limits)
      let child = pids(bench.waitForOutput(of: other) { lines($0) == 1 })
      stop(bench)(other)
      guard case .runEnded(other, .signal) = bench.events.next() else {
        Issue.record("the run did not end")
        return
      }
      #expect(child.count == 1 && child.allSatisfy(ProcessTable.isAlive))
      for pid in child + processes { Glibc.kill(pid, SIGKILL) }
    }
  }

  @Test("What a program leaves in the background does not outlive it")
  func background() {
    let run = bench.launch("(trap '' TERM HUP; sleep 1000) & echo $!; exit 4")
    #expect(bench.exit(of: run) == .status(4))
    let processes = pids(bench.output(of: run)?.text)
    #expect(processes.count == 1 && !processes.contains(where: ProcessTable.isAlive))
  }

  @Test("A process outside the group that still holds the pipe does not keep the run from ending")
  func session() throws {
    let gate = try NamedPipe(TemporaryFolder(), "gate")
    let run = bench.launch(
      "setsid sh -c 'echo $$; echo > \(gate.path); exec sleep 1000' & read -r x < \(gate.path); exit 8")
    #expect(bench.exit(of: run) == .status(8))
    let processes = pids(bench.output(of: run)?.text)
    #expect(processes.count == 1 && processes.allSatisfy(ProcessTable.isAlive))
    for process in processes { _ = Glibc.kill(process, SIGKILL) }
  }

  @Test("A stopped program can be expired")
  func stopped() {
    let run = bench.start("echo $$; kill -STOP $$; exit 0")
    #expect(bench.waitForOutput(of: run) { lines($0) == 1 } != nil)
    bench.expire(run)
    let end = bench.events.next()
    #expect(end == .runEnded(run, .signal("SIGTERM")) || end == .runEnded(run, .status(0)))
  }

  @Test("Orders for a run that is over, or was never there, do nothing")
  func unknown() {
    #expect(bench.exit("exit 0") == .status(0))
    for run in [Bench.run(0), Bench.run(77)] {
      bench.expire(run)
      bench.kill(run)
    }
    #expect(bench.exit("exit 1") == .status(1))
  }

  @Test("A process that cannot be killed in time does not hold the run for ever")
  func unkillable() {
    // With no patience at all every process is too slow.
    let bench = Bench(patience: .zero)
    let run = bench.start("echo ready; exec sleep 1000")
    #expect(bench.waitForOutput(of: run) { $0.contains("ready") } != nil)
    bench.kill(run)
    let end = bench.events.next()
    #expect(end == .runEnded(run, .unknown) || end == .runEnded(run, .signal("SIGKILL")))
    #expect(bench.liveRuns == 0)
  }
}
