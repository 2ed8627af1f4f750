import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A program as a transient unit ends as it says")
  struct UnitEndTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    @Test("Success, any exit status, any signal")
    func exits() throws {
      #expect(bench.exit("exit 0") == .status(0))
      #expect(bench.exit("exit 1") == .status(1))
      #expect(bench.exit("exit 75") == .status(75))
      #expect(bench.exit("exit 255") == .status(255))
      for name in ["SIGKILL", "SIGTERM", "SIGSEGV", "SIGPIPE"] {
        #expect(bench.exit("kill -\(name.dropFirst(3)) $$") == .signal(name))
      }
      #expect(bench.onQueue { bench.executor.count } == 0)
    }

    @Test("A status that systemd itself uses for failures of its own is the program's once it was at work")
    func statusOfSystemd() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = bench.launch("read x <\(gate.path); exit 203")
      #expect(bench.events.next(run) == .runStarted(run))
      gate.write()
      #expect(bench.end(of: run) == .status(203))
    }

    @Test("Times and systemd's own word for the end come with it")
    func times() throws {
      let before = SystemClock.wallUSec
      let run = bench.launch("exit 3")
      #expect(bench.exit(of: run) == .status(3))
      let after = SystemClock.wallUSec
      let end = try #require(bench.events.end(of: run))
      #expect(end.result == "exit-code")
      #expect(!end.isOutOfMemory)
      let (started, ended) = (try #require(end.started), try #require(end.ended))
      #expect(before <= started.uSec && started <= ended && ended.uSec <= after)
    }

    @Test("A kill for want of memory is a field of its own")
    func outOfMemory() throws {
      let run = try bench.launchAndWait("echo >$READY; exec sleep 1000")
      // The way in which systemd-oomd tells systemd of its kills (systemd-oomd.service(8)). The kernel's own
      // are told by memory.events, which needs the memory controller: a container on a machine with version 1
      // of it has none.
      let group = bench.system.controlGroupFolder("/bgtask.slice/\(UnitOfRun(task: run).name)")
      for name in ["user.oomd_ooms", "user.oomd_kill"] {
        #expect(try ExtendedAttribute.set(name, "1", of: group) == 0)
      }
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .outOfMemory)
      let end = bench.events.end(of: run)
      #expect(end?.isOutOfMemory == true)
      #expect(end?.result == "oom-kill")
      #expect(end?.exit == .signal("SIGKILL"))
    }

    @Test(
      "A program that the kernel kills for want of memory",
      .enabled(
        if: BootedSystem.canLimitMemory,
        "a limit of memory needs the memory controller of cgroup2 on this machine"))
    func outOfKernelMemory() throws {
      let gate = try NamedPipe(in: bench.system)
      let run = try bench.launchAndWait("echo >$READY; read x <\(gate.path); tail /dev/zero; exit 0")
      try bench.system.run(
        "systemctl", "set-property", "--runtime", UnitOfRun(task: run).name, "MemoryMax=16M",
        "MemorySwapMax=0")
      gate.write()
      #expect(bench.end(of: run) == .outOfMemory)
      #expect(bench.events.end(of: run)?.result == "oom-kill")
    }

    @Test("The backstop stops a program that nobody stops")
    func backstop() throws {
      let run = bench.launch("exec sleep 1000", backstop: .milliseconds(100))
      #expect(bench.exit(of: run) == .signal("SIGTERM"))
      #expect(bench.events.end(of: run)?.result == "timeout")
    }

    @Test("What a program leaves behind does not outlive it, and the run ends after it")
    func leftovers() throws {
      for status in [0, 1] {
        let script =
          "setsid sh -c 'trap \"\" TERM; echo $$ >$0; sleep 1000' $READY & read x <$READY.go; exit \(status)"
        let run = try bench.launchAndWait("mkfifo $READY.go; " + script)
        #expect(bench.processes(run).count >= 2)
        try bench.system.run("sh", "-c", "echo go >$(ls /run/fifo-*.go | tail -n 1)")
        #expect(bench.end(of: run) == .status(Int32(status)))
        #expect(bench.processes(run) == [])
        try bench.system.run("sh", "-c", "rm -f /run/fifo-*.go")
      }
    }

    @Test("With KillMode=process what a program leaves behind lives on, whatever becomes of its run")
    func leavesBehind() throws {
      var limits = ProgramLimits()
      limits.killMode = .process
      let left = "sh -c 'exec sleep 1000' & "
      for status in [0, 1] {
        let run = try bench.launchAndWait(
          left + "echo >$READY; sleep 0.1; exit \(status)", limits: limits)
        #expect(bench.end(of: run) == .status(Int32(status)))
        bench.onQueue { bench.executor.release(run) }
        #expect(bench.processes(run).count == 1)
        try bench.system.run("sh", "-c", "pkill -KILL -f '^sleep 1000' || true")
      }
      for stop in [{ bench.executor.expire($0) }, { bench.executor.kill($0) }] as [(RunID) -> Void] {
        let run = try bench.launchAndWait(left + "echo >$READY; exec sleep 999", limits: limits)
        bench.onQueue { stop(run) }
        guard case .signal = bench.end(of: run) else {
          Issue.record("it did not end by a signal")
          return
        }
        #expect(bench.processes(run).count == 1)
        try bench.system.run("sh", "-c", "pkill -KILL -f '^sleep 1000' || true")
      }
    }

    @Test("50 programs at once end each as it says, and leave no unit behind")
    func many() throws {
      let runs = (0..<50).map { bench.launch("exit \($0)") }
      for (number, run) in runs.enumerated() {
        try #require(bench.exit(of: run) == .status(Int32(number)))
        bench.onQueue { bench.executor.release(run) }
      }
      #expect(bench.areGone(runs.map { UnitOfRun(task: $0).name }))
    }
  }
}
