import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("Runs outlive the daemon, and the next one learns their true ends")
  struct UnitAdoptionTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    @Test("A running unit goes on, and its end is told")
    func running() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path); exit 5")
      bench.restart()
      let adoption = try #require(bench.adopt([UnitOfRun(task: run)])).get()
      #expect(adoption.running == [run])
      #expect(bench.events.count(run) == 0)
      gate.write()
      #expect(bench.end(of: run) == .status(5))
    }

    @Test("An adopted unit can be stopped")
    func stopping() throws {
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
      let gate = try NamedPipe(in: bench.system)
      let end = status < 0 ? "kill \(status) $$" : "exit \(status)"
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path); \(end)")
      bench.restart()
      let program = try ProcessHandle(pid: try #require(bench.processes(run).first))
      gate.write()
      #expect(try program.waitForEnd())
      // systemd hears of it a moment later.
      #expect(try bench.waitForProperty("MainPID", run, "0"))
      let found = Mailbox<Result<UnitAdoption, BusError>>()
      bench.onQueue {
        bench.executor.adopt([UnitOfRun(task: run)]) { [events = bench.events] answer in
          if events.count(run) == 0 { found.append(answer) }
        }
      }
      #expect(try #require(found.next()).get().ended == [run])
      #expect(bench.end(of: run) == (status < 0 ? .signal("SIGKILL") : .status(status)))
      #expect(bench.events.end(of: run)?.ended != nil)
      bench.onQueue { bench.executor.release(run) }
      #expect(bench.areGone([UnitOfRun(task: run).name]))
      #expect(try #require(bench.adopt([UnitOfRun(task: run)])).get().missing == [run])
    }

    @Test("An end that was told is kept until it is released, so a daemon that dies in between asks again")
    func keptUntilReleased() throws {
      let run = bench.launch("exit 0")
      #expect(bench.exit(of: run) == .status(0))
      bench.restart()
      #expect(try #require(bench.adopt([UnitOfRun(task: run)])).get().ended == [run])
      #expect(bench.end(of: run) == .status(0))
    }

    @Test("What is not there is missing; what nobody asked about is a stray, and can be discarded")
    func missingAndStray() throws {
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

    @Test("A reboot ends a run, which is missing afterwards; what it has written to the disk is there")
    func reboot() throws {
      let note = "/var/tmp/\(UnitBench.newRun().text)"
      let run = try bench.launchAndWait("echo written >\(note); echo >$READY; exec sleep 1000")
      try bench.system.reboot()
      let next = try UnitBench()
      let adoption = try #require(next.adopt([UnitOfRun(task: run)])).get()
      #expect(adoption.missing == [run])
      #expect(adoption.strays == [])
      #expect(try next.system.run("cat", note).output == "written\n")
      #expect(next.exit("exit 16") == .status(16))
    }

    @Test("A second launch of a run is not a second start")
    func idempotent() throws {
      let counter = try NamedPipe(in: bench.system)
      let gate = try NamedPipe(in: bench.system)
      let script = "echo started >\(counter.path); read x <\(gate.path); exit 6"
      let run = bench.launch(script)
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(counter.readPiece() == "started\n")
      bench.restart()
      bench.launch(script, run: run)
      #expect(bench.events.next(run) == .runStarted(run))
      gate.write()
      #expect(bench.end(of: run) == .status(6))
      #expect(!counter.hasText())
      // Even when it has ended.
      bench.restart()
      bench.launch(script, run: run)
      #expect(bench.exit(of: run) == .status(6))
      #expect(!counter.hasText())
    }
  }
}
