import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A unit that is there already is started and followed to its end")
  struct ExistingUnitTests {
    private func run(_ bench: UnitBench, _ name: String, _ lines: String, unit: String = "") throws -> RunID {
      let text = "[Unit]\n\(unit)\n[Service]\n\(lines)\n"
      try text.write(
        toFile: bench.system.path("/run/systemd/system/\(name)"), atomically: false, encoding: .utf8)
      try bench.system.run("systemctl", "daemon-reload")
      return start(bench, name)
    }

    private func start(_ bench: UnitBench, _ name: String) -> RunID {
      let run = UnitBench.newRun()
      bench.onQueue { bench.executor.start(unit: name, for: run) }
      return run
    }

    @Test("A simple service, a second time as well")
    func simple() throws {
      let bench = try UnitBench()
      let first = try run(bench, "simple-one.service", "ExecStart=sh -c 'exit 3'")
      #expect(bench.events.next(first) == .runStarted(first))
      #expect(bench.end(of: first) == .status(3))
      let second = start(bench, "simple-one.service")
      #expect(bench.events.next(second) == .runStarted(second))
      #expect(bench.end(of: second) == .status(3))
    }

    @Test("A oneshot is started when it works, not when it is done")
    func oneshot() throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let run = try run(
        bench, "oneshot-one.service", "Type=oneshot\nExecStart=sh -c 'read x <\(gate.inside); exit 4'")
      #expect(bench.events.next(run) == .runStarted(run))
      gate.write("go\n")
      #expect(bench.end(of: run) == .status(4))
      let quick = try self.run(bench, "oneshot-two.service", "Type=oneshot\nExecStart=true")
      #expect(bench.events.next(quick) == .runStarted(quick))
      #expect(bench.end(of: quick) == .status(0))
    }

    @Test(
      "One that is active already is followed; one that stays active without a program is not started again")
    func active() throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let first = try run(bench, "active-one.service", "ExecStart=sh -c 'read x <\(gate.inside); exit 5'")
      #expect(bench.events.next(first) == .runStarted(first))
      let other = try UnitBench()
      let second = start(other, "active-one.service")
      #expect(other.events.next(second) == .runStarted(second))
      gate.write("go\n")
      #expect(bench.end(of: first) == .status(5))
      #expect(other.end(of: second) == .status(5))

      let third = try run(
        bench, "staying-one.service", "Type=oneshot\nRemainAfterExit=yes\nExecStart=sh -c 'exit 0'")
      #expect(bench.events.next(third) == .runStarted(third))
      #expect(bench.end(of: third) == .status(0))
      let failure = bench.failure(of: start(bench, "staying-one.service"))
      #expect(
        failure?.message
          == "systemd did not start it: it stays active after the end of its program (RemainAfterExit=)")
      #expect(failure?.isPassing == false)
    }

    @Test("It can be stopped, and is left as it is by the release")
    func stopping() throws {
      let bench = try UnitBench()
      let run = try run(bench, "long-one.service", "ExecStart=sleep 1000")
      #expect(bench.events.next(run) == .runStarted(run))
      bench.onQueue { bench.executor.expire(run) }
      #expect(bench.end(of: run) == .signal("SIGTERM"))
      bench.onQueue { bench.executor.release(run) }
    }

    @Test("It is adopted by its name")
    func adoption() throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let run = try run(bench, "adopted-one.service", "ExecStart=sh -c 'read x <\(gate.inside); exit 2'")
      #expect(bench.events.next(run) == .runStarted(run))
      bench.restart()
      let unit = UnitOfRun(existing: "adopted-one.service", run: run)
      #expect(try #require(bench.adopt([unit])).get().running == [run])
      gate.write("go\n")
      #expect(bench.end(of: run) == .status(2))
    }

    @Test("A condition that does not hold is passing, and said")
    func skipped() throws {
      let bench = try UnitBench()
      let run = try run(
        bench, "skipped-one.service", "ExecStart=true", unit: "ConditionPathExists=/nonexistent")
      let failure = bench.failure(of: run)
      #expect(failure?.message == "systemd skipped it: a condition of the unit does not hold")
      #expect(failure?.isPassing == true)
    }

    @Test("A unit that is not there, one that is broken, one that is no service")
    func notThere() throws {
      let bench = try UnitBench()
      let missing = bench.failure(of: start(bench, "nonexistent.service"))
      #expect(missing?.message == "systemd does not know the unit nonexistent.service")
      #expect(missing?.isPassing == false)
      let broken = bench.failure(of: try run(bench, "broken-one.service", "Type=nonsense"))
      #expect(broken?.message.hasPrefix("systemd refused: ") == true)
      #expect(broken?.isPassing == false)
      let target = bench.failure(of: start(bench, "basic.target"))
      #expect(target?.message == "unit basic.target: not the name of a service")
    }
  }
}
