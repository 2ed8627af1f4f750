import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("Runs outlive the daemon, and the next one learns their true ends")
  struct UnitAdoptionTests {
    @Test("A running unit goes on, and its end is told")
    func running() throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.inside); exit 5")
      bench.restart()
      let adoption = try #require(bench.adopt([UnitOfRun(task: run)])).get()
      #expect(adoption.running == [run])
      #expect(bench.events.count(run) == 0)
      gate.write("go\n")
      #expect(bench.end(of: run) == .status(5))
    }

    @Test("An adopted unit can be stopped")
    func stopping() throws {
      let bench = try UnitBench()
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000")
      bench.restart()
      #expect(try #require(bench.adopt([UnitOfRun(task: run)])).get().running == [run])
      let pid = try #require(bench.processes(run).first)
      #expect(bench.onQueue { bench.executor.program(of: pid) } == run)
      bench.onQueue { bench.executor.expire(run) }
      #expect(bench.end(of: run) == .signal("SIGTERM"))
    }

    @Test(
      "One that ended meanwhile ends as it did, after the answer that it was found", arguments: [0, 9, -9])
    func ended(status: Int32) throws {
      let bench = try UnitBench()
      let gate = try Fifo(bench.system)
      let end = status < 0 ? "kill \(status) $$" : "exit \(status)"
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.inside); \(end)")
      bench.restart()
      let program = try ProcessHandle(pid: try #require(bench.processes(run).first))
      let isGone = DispatchSemaphore(value: 0)
      try bench.onQueue { try program.whenEnded(queue: bench.queue) { isGone.signal() } }
      gate.write("go\n")
      #expect(isGone.wait(timeout: .now() + 20) == .success)
      // systemd hears of it a moment later.
      #expect(try bench.waitForProperty("MainPID", run, "0"))
      let found = Box<Result<UnitAdoption, BusError>>()
      bench.onQueue {
        bench.executor.adopt([UnitOfRun(task: run)]) { [events = bench.events] answer in
          if events.count(run) == 0 { found.put(answer) }
        }
      }
      #expect(try #require(found.take()).get().ended == [run])
      #expect(bench.end(of: run) == (status < 0 ? .signal("SIGKILL") : .status(status)))
      #expect(bench.events.end(of: run)?.ended != nil)
      bench.onQueue { bench.executor.release(run) }
      #expect(bench.areGone([UnitOfRun(task: run).name]))
      #expect(try #require(bench.adopt([UnitOfRun(task: run)])).get().missing == [run])
    }

    @Test("An end that was told is kept until it is released, so a daemon that dies in between asks again")
    func keptUntilReleased() throws {
      let bench = try UnitBench()
      let run = bench.launch("exit 0")
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(bench.end(of: run) == .status(0))
      bench.restart()
      #expect(try #require(bench.adopt([UnitOfRun(task: run)])).get().ended == [run])
      #expect(bench.end(of: run) == .status(0))
    }

    @Test("What is not there is missing; what nobody asked about is a stray, and can be discarded")
    func missingAndStray() throws {
      let bench = try UnitBench()
      let stray = try bench.launchAndWait("echo >$READY; exec sleep 1000")
      let name = UnitOfRun(task: stray).name
      bench.restart()
      let absent = UnitBench.newRun()
      let first = try #require(bench.adopt([UnitOfRun(task: absent), UnitOfRun(application: absent)])).get()
      #expect(first.missing == [absent, absent])
      #expect(first.strays.contains(name))
      bench.onQueue { bench.executor.discard([name]) }
      #expect(bench.areGone([name]))
      #expect(bench.processes(stray) == [])
    }

    @Test("A second launch of a run is not a second start")
    func idempotent() throws {
      let bench = try UnitBench()
      let counter = try Fifo(bench.system)
      let gate = try Fifo(bench.system)
      let script = "echo started >\(counter.inside); read x <\(gate.inside); exit 6"
      let run = bench.launch(script)
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(counter.read() == "started\n")
      bench.restart()
      bench.launch(script, run: run)
      #expect(bench.events.next(run) == .runStarted(run))
      gate.write("go\n")
      #expect(bench.end(of: run) == .status(6))
      #expect(!counter.hasText)
      // Even when it has ended.
      bench.restart()
      bench.launch(script, run: run)
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(bench.end(of: run) == .status(6))
      #expect(!counter.hasText)
    }
  }
}
