import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("Stopping, killing and freezing a unit reaches all of its processes")
  struct UnitStopTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    @Test("A program that is told to stop ends as it likes within its grace")
    func cooperative() throws {
      let run = try bench.launchAndWait(
        "trap 'exit 7' TERM; echo >$READY; while :; do sleep 1000 & wait; done")
      bench.onQueue { bench.executor.expire(run) }
      #expect(bench.end(of: run) == .status(7))
      #expect(bench.processes(run) == [])
    }

    @Test("One that does nothing about it ends by the signal")
    func byDefault() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000")
      bench.onQueue { bench.executor.expire(run) }
      #expect(bench.end(of: run) == .signal("SIGTERM"))
    }

    @Test("One that ignores it is killed by systemd after its grace, not before")
    func ignoring() throws {
      let run = try bench.launchAndWait(
        "trap '' TERM; echo >$READY; while :; do sleep 1000; done", grace: .milliseconds(300))
      let clock = ContinuousClock()
      let elapsed = clock.measure {
        bench.onQueue { bench.executor.expire(run) }
        #expect(bench.end(of: run) == .signal("SIGKILL"))
      }
      #expect(elapsed >= .milliseconds(300))
      #expect(bench.processes(run) == [])
    }

    @Test("A kill takes grandchildren in sessions of their own")
    func grandchildren() throws {
      let run = try bench.launchAndWait(
        "setsid sh -c 'trap \"\" TERM; setsid sh -c \"trap \\\"\\\" TERM; echo >$0; sleep 1000; :\" "
          + "& sleep 1000' $READY; :"
      )
      #expect(bench.processes(run).count >= 4)
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .signal("SIGKILL"))
      #expect(bench.processes(run) == [])
    }

    @Test("A run that is gone, or was never there, can be stopped and killed")
    func gone() throws {
      let run = bench.launch("exit 0")
      #expect(bench.exit(of: run) == .status(0))
      bench.onQueue {
        bench.executor.expire(run)
        bench.executor.kill(run)
        bench.executor.release(run)
        bench.executor.release(run)
        bench.executor.expire(UnitBench.newRun())
      }
      #expect(bench.exit("exit 1") == .status(1))
      #expect(bench.events.count(run) == 0)
    }

    @Test("A run that is stopped while its program begins is over when nothing of it is left")
    func whileBeginning() throws {
      var units: [String] = []
      for _ in 0..<12 {
        let run = bench.launch(
          "trap '' TERM; while :; do sleep 1000; done", grace: .milliseconds(300))
        units.append(UnitOfRun(task: run).name)
        // systemd has made the process, and does not know yet whether it has become the program.
        while bench.processes(run).isEmpty, bench.events.count(run) == 0 {}
        bench.onQueue { bench.executor.expire(run) }
        switch bench.events.next(run) {
        case .runStarted?: #expect(bench.end(of: run) != nil)
        case .launchFailed?: break
        case let other: Issue.record("\(String(describing: other))")
        }
        #expect(bench.processes(run) == [])
        bench.onQueue { bench.executor.release(run) }
      }
      #expect(bench.areGone(units))
    }

    @Test("A frozen unit stands still until it is thawed")
    func freezing() throws {
      let gate = try NamedPipe(in: bench.system)
      let answer = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait(
        "echo >$READY; read x <\(gate.path); echo $x >\(answer.path); read x <\(gate.path); exit 4")
      #expect(bench.control(TransientUnitExecutor.freeze, run) == .some(nil))
      #expect(try bench.property("FreezerState", run) == "frozen")
      let events =
        bench.system.controlGroupFolder("/bgtask.slice/\(UnitOfRun(task: run).name)") + "/cgroup.events"
      #expect(try String(contentsOf: URL(filePath: events), encoding: .utf8).contains("frozen 1"))
      gate.write("on")
      #expect(!answer.hasText())
      #expect(bench.control(TransientUnitExecutor.thaw, run) == .some(nil))
      #expect(answer.readPiece() == "on\n")
      gate.write("on")
      #expect(bench.end(of: run) == .status(4))
    }

    @Test("A frozen unit can be stopped and killed")
    func frozenEnds() throws {
      for isKilled in [false, true] {
        let run = try bench.launchAndWait("echo >$READY; exec sleep 1000")
        #expect(bench.control(TransientUnitExecutor.freeze, run) == .some(nil))
        bench.onQueue { isKilled ? bench.executor.kill(run) : bench.executor.expire(run) }
        #expect(bench.end(of: run) == .signal(isKilled ? "SIGKILL" : "SIGTERM"))
      }
    }

    @Test("A run without a unit cannot be frozen")
    func notThere() throws {
      let run = UnitBench.newRun()
      #expect(bench.control(TransientUnitExecutor.freeze, run) == .some("run \(run) has no unit"))
    }
  }
}
