import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A unit that is there already is started and followed to its end")
  struct ExistingUnitTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    private func run(_ name: String, _ lines: String, unit: String = "") throws -> RunID {
      try write(name, lines, unit: unit)
      return start(name)
    }

    private func write(_ name: String, _ lines: String, unit: String = "") throws {
      try "[Unit]\n\(unit)\n[Service]\n\(lines)\n".write(
        toFile: bench.system.path("/run/systemd/system/\(name)"), atomically: false, encoding: .utf8)
    }

    private func start(_ name: String) -> RunID {
      let run = UnitBench.newRun()
      bench.onQueue { bench.executor.start(unit: name, for: run) }
      return run
    }

    @Test("A simple service, a second time as well")
    func simple() throws {
      let first = try run("simple-one.service", "ExecStart=sh -c 'exit 3'")
      #expect(bench.exit(of: first) == .status(3))
      let second = start("simple-one.service")
      #expect(bench.exit(of: second) == .status(3))
    }

    @Test("A oneshot is started when it works, not when it is done")
    func oneshot() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = try run("oneshot-one.service", "Type=oneshot\nExecStart=sh -c 'read x <\(gate.path); exit 4'")
      #expect(bench.events.next(run) == .runStarted(run))
      gate.write()
      #expect(bench.end(of: run) == .status(4))
      let quick = try self.run("oneshot-two.service", "Type=oneshot\nExecStart=true")
      #expect(bench.exit(of: quick) == .status(0))
    }

    private func mainPID(_ name: String) throws -> String {
      try bench.system.run("systemctl", "show", "-P", "MainPID", name).output
    }

    /// Has somebody else start a unit.
    /// - Returns: Its main process.
    private func startElsewhere(_ name: String) throws -> String {
      try write(name, "ExecStart=sleep 1000")
      try bench.system.run("systemctl", "start", name)
      return try mainPID(name)
    }

    @Test("One that is active already is not the run: the start fails, and it is never stopped or killed")
    func active() throws {
      let pid = try startElsewhere("active-one.service")
      #expect(pid != "0\n")
      for orders in [[], [bench.executor.expire], [bench.executor.kill]] as [[(RunID) -> Void]] {
        let run = UnitBench.newRun()
        bench.onQueue {
          bench.executor.start(unit: "active-one.service", for: run)
          for order in orders { order(run) }
        }
        let failure = bench.failure(of: run)
        #expect(failure?.isPassing == true)
        if orders.isEmpty {
          #expect(
            failure?.message == "active-one.service is active already, but not for this run")
        }
        bench.onQueue {
          bench.executor.expire(run)
          bench.executor.kill(run)
          bench.executor.release(run)
        }
      }
      // What was asked of the manager before this has been done.
      #expect(bench.exit("exit 0") == .status(0))
      #expect(try mainPID("active-one.service") == pid)
      try bench.system.run("systemctl", "stop", "active-one.service")
    }

    @Test("An order to stop that comes while the manager is asked about the unit leaves it alone")
    func stoppedWhileAsked() throws {
      let pid = try startElsewhere("asked-one.service")
      #expect(bench.exit("exit 0") == .status(0))
      // The manager has the question, and answers it when it goes on.
      kill(bench.system.leader, SIGSTOP)
      let run = start("asked-one.service")
      bench.onQueue {
        bench.executor.expire(run)
        bench.executor.kill(run)
      }
      kill(bench.system.leader, SIGCONT)
      #expect(bench.failure(of: run)?.isPassing == true)
      #expect(bench.exit("exit 0") == .status(0))
      #expect(try mainPID("asked-one.service") == pid)
      try bench.system.run("systemctl", "stop", "asked-one.service")
    }

    @Test("Two runs of one unit, also under another of its names: the second fails, the first goes on")
    func shared() throws {
      let gate = try NamedPipe(in: bench.system)
      try bench.system.run(
        "ln", "-s", "shared-one.service", "/run/systemd/system/shared-alias.service")
      let first = try run("shared-one.service", "ExecStart=sh -c 'read x <\(gate.path); exit 5'")
      let others = [start("shared-one.service"), start("shared-alias.service")]
      for other in others { #expect(bench.failure(of: other)?.isPassing == true) }
      #expect(bench.events.next(first) == .runStarted(first))
      #expect(bench.failure(of: start("shared-alias.service"))?.isPassing == true)
      bench.onQueue { for other in others { bench.executor.kill(other) } }
      gate.write()
      #expect(bench.end(of: first) == .status(5))
      let next = start("shared-alias.service")
      #expect(bench.events.next(next) == .runStarted(next))
      gate.write()
      #expect(bench.end(of: next) == .status(5))
    }

    @Test("One that stays active without a program is not started again")
    func staying() throws {
      let third = try run(
        "staying-one.service", "Type=oneshot\nRemainAfterExit=yes\nExecStart=sh -c 'exit 0'")
      #expect(bench.exit(of: third) == .status(0))
      let failure = bench.failure(of: start("staying-one.service"))
      #expect(
        failure?.message
          == "systemd did not start it: it stays active after the end of its program (RemainAfterExit=)")
      #expect(failure?.isPassing == false)
    }

    @Test("What was active or had ended before a run was recorded is not adopted for it")
    func olderActivity() throws {
      let gate = try NamedPipe(in: bench.system)
      let before = WallTime(uSec: SystemClock.wallUSec)
      let run = try run("older-one.service", "ExecStart=sh -c 'read x <\(gate.path); exit 2'")
      #expect(bench.events.next(run) == .runStarted(run))
      // Its process is there before the unit counts as active, which is what its activity is dated by.
      #expect(try bench.waitForProperty("ActiveState", ofUnit: "older-one.service", "active"))
      let after = WallTime(uSec: SystemClock.wallUSec)
      bench.restart()
      let later = UnitOfRun(existing: "older-one.service", run: UnitBench.newRun(), recorded: after)
      #expect(try #require(bench.adopt([later])).get().missing == [later.run])
      let own = UnitOfRun(existing: "older-one.service", run: run, recorded: before)
      #expect(try #require(bench.adopt([own])).get().running == [run])
      #expect(try #require(bench.adopt([own])).get().running == [run], "one that is followed already")
      gate.write()
      #expect(bench.end(of: run) == .status(2))
      #expect(try #require(bench.adopt([later])).get().missing == [later.run])
    }

    @Test("It can be stopped, and is left as it is by the release")
    func stopping() throws {
      let run = try run("long-one.service", "ExecStart=sleep 1000")
      #expect(bench.events.next(run) == .runStarted(run))
      bench.onQueue { bench.executor.expire(run) }
      #expect(bench.end(of: run) == .signal("SIGTERM"))
      bench.onQueue { bench.executor.release(run) }
    }

    @Test("It is adopted by its name")
    func adoption() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = try run("adopted-one.service", "ExecStart=sh -c 'read x <\(gate.path); exit 2'")
      #expect(bench.events.next(run) == .runStarted(run))
      bench.restart()
      let unit = UnitOfRun(existing: "adopted-one.service", run: run)
      #expect(try #require(bench.adopt([unit])).get().running == [run])
      gate.write()
      #expect(bench.end(of: run) == .status(2))
    }

    @Test("A condition that does not hold is passing, and said")
    func skipped() throws {
      let run = try run("skipped-one.service", "ExecStart=true", unit: "ConditionPathExists=/nonexistent")
      let failure = bench.failure(of: run)
      #expect(failure?.message == "systemd skipped it: a condition of the unit does not hold")
      #expect(failure?.isPassing == true)
    }

    @Test("A unit that is not there, one that is broken, one that is no service")
    func notThere() throws {
      let missing = bench.failure(of: start("nonexistent.service"))
      #expect(missing?.message == "systemd does not know the unit nonexistent.service")
      #expect(missing?.isPassing == false)
      let broken = bench.failure(of: try run("broken-one.service", "Type=nonsense"))
      #expect(broken?.message.hasPrefix("systemd refused: ") == true)
      #expect(broken?.isPassing == false)
      let target = bench.failure(of: start("basic.target"))
      #expect(target?.message == "unit basic.target: not the name of a service")
    }
  }
}
