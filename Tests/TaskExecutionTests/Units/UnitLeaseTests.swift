import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("R99: systemd ends the run of a lease that a dead daemon cannot end")
  struct UnitLeaseTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    private func lease(_ length: TimeSpan, grace: TimeSpan = .seconds(30)) -> ProgramLease {
      ProgramLease(until: BootTime(uSec: SystemClock.bootUSec) + length, grace: grace)
    }

    /// The timers of a run's leases that systemd has.
    private func timers(_ run: RunID) throws -> [String] {
      let text = try bench.system.run(
        "systemctl", "list-units", "--all", "--plain", "--no-legend", "bgtask-\(run.text)-lease-*.timer"
      ).output
      return text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// Asks for the timers until there are as many. False after 20 s.
    private func waitForTimers(_ run: RunID, _ count: Int) throws -> Bool {
      let end = ContinuousClock.now + .seconds(20)
      while try timers(run).count != count { guard ContinuousClock.now < end else { return false } }
      return true
    }

    @Test("A program is told to stop after the end of its lease, and its end is kept for the next daemon")
    func dead() throws {
      let told = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait(
        "trap 'echo told >\(told.path); exit 7' TERM; echo >$READY; while :; do sleep 1000 & wait; done",
        lease: lease(.milliseconds(200)))
      bench.die()
      let clock = ContinuousClock()
      let elapsed = clock.measure { #expect(told.readPiece() == "told\n") }
      #expect(elapsed >= .seconds(1), "the daemon is first")
      bench.restart()
      #expect(try bench.adopt([UnitOfRun(task: run)])?.get().ended == [run])
      #expect(bench.end(of: run) == .status(7))
      bench.onQueue { bench.executor.release(run) }
      #expect(try waitForTimers(run, 0))
    }

    @Test("A program that ignores it is killed with all of its processes after its grace")
    func ignoring() throws {
      let run = try bench.launchAndWait(
        "trap '' TERM; sleep 1000 & echo >$READY; while :; do sleep 1000; done",
        lease: lease(.milliseconds(100), grace: .seconds(1)))
      bench.die()
      #expect(try bench.waitForProperty("SubState", run, "failed"))
      #expect(bench.processes(run) == [])
      bench.restart()
      #expect(try bench.adopt([UnitOfRun(task: run)])?.get().ended == [run])
      #expect(bench.end(of: run) == .signal("SIGKILL"))
      bench.onQueue { bench.executor.release(run) }
    }

    @Test("A frozen program is thawed, and hears that it has to stop")
    func frozen() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000", lease: lease(.seconds(1)))
      #expect(bench.control(TransientUnitExecutor.freeze, run) == .some(nil))
      bench.die()
      #expect(try bench.waitForProperty("SubState", run, "exited"))
      bench.restart()
      #expect(try bench.adopt([UnitOfRun(task: run)])?.get().ended == [run])
      #expect(bench.end(of: run) == .signal("SIGTERM"))
      bench.onQueue { bench.executor.release(run) }
    }

    @Test("A renewal moves the end, by this daemon or by the next one, and there is one timer a run")
    func renewed() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000", lease: lease(.seconds(1)))
      for index in 0..<20 {
        bench.onQueue { bench.executor.guardLease(of: run, lease(.seconds(1000 + Int64(index)))) }
      }
      #expect(try waitForTimers(run, 1))
      bench.restart()
      #expect(try bench.adopt([UnitOfRun(task: run)])?.get().running == [run])
      let last = lease(.seconds(2000))
      bench.onQueue { bench.executor.guardLease(of: run, last) }
      let name = "bgtask-\(run.text)-lease-\(last.until.uSec).timer"
      #expect(try bench.waitForProperty("ActiveState", ofUnit: name, "active"))
      #expect(try waitForTimers(run, 1))
      // The first lease, the grace of the daemon and the timer's accuracy are over by then.
      let later = bench.launch("exit 3", lease: lease(.seconds(1000)))
      #expect(bench.exit(of: later) == .status(3))
      #expect(try bench.property("SubState", run) == "running")
      bench.onQueue { bench.executor.expire(run) }
      #expect(bench.end(of: run) == .signal("SIGTERM"))
      for ended in [run, later] {
        bench.onQueue { bench.executor.release(ended) }
        #expect(try waitForTimers(ended, 0))
      }
    }

    @Test("The timers of runs that nobody asks about are stopped")
    func strays() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000", lease: lease(.seconds(1000)))
      bench.restart()
      let found = try bench.adopt([])?.get()
      #expect(found?.strays.contains(UnitOfRun(task: run).name) == true)
      bench.onQueue { bench.executor.discard(found?.strays ?? []) }
      #expect(try waitForTimers(run, 0))
    }
  }
}
