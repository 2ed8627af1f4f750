import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A transient unit is held to what its program may take and touch")
  struct UnitLimitTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    @Test("What it may take is the unit's")
    func resources() throws {
      var limits = ProgramLimits()
      limits.nice = 7
      limits.ioClass = .bestEffort
      limits.memoryMaxBytes = 64 << 20
      limits.cpuQuotaPercent = 150
      limits.ioWeight = 20
      let fifo = try NamedPipe(in: bench.system)
      let run = bench.launch(
        "echo $(nice; ionice -p $$) >\(fifo.path); exec sleep 1000", limits: limits)
      #expect(bench.events.next(run) == .runStarted(run))
      #expect(fifo.readPiece() == "7 best-effort: prio 4\n")
      let shown = try bench.system.run(
        "systemctl", "show", "-p", "MemoryMax,CPUQuotaPerSecUSec,IOWeight", UnitOfRun(task: run).name)
      #expect(
        Set(shown.output.split(separator: "\n")) == [
          "MemoryMax=67108864", "CPUQuotaPerSecUSec=1.500000s", "IOWeight=20",
        ])
      bench.onQueue { bench.executor.kill(run) }
      #expect(bench.end(of: run) == .signal("SIGKILL"))
    }

    @Test(
      "A sandbox keeps from it what it says, and lets it write where it may",
      arguments: [
        (Sandbox.none, "usr tmp dir priv"), (.basic, "usr tmp dir"), (.system, "tmp dir"),
        (.strict, "tmp dir"),
      ])
    func sandbox(sandbox: Sandbox, allowed: String) throws {
      let folder = "/var/lib/bgtaskd-sandbox-\(sandbox.rawValue)"
      try bench.system.run("mkdir", "-p", folder)
      var limits = ProgramLimits()
      limits.sandbox = sandbox
      let fifo = try NamedPipe(in: bench.system)
      let run = bench.launch(
        """
        { for place in usr:/usr/bgtaskd-x tmp:/tmp/bgtaskd-x dir:./bgtaskd-x; do
            touch "${place#*:}" 2>/dev/null && printf '%s ' "${place%%:*}"; done
          grep -q 'NoNewPrivs:.0' /proc/self/status && printf 'priv '; true; } >\(fifo.path)
        """, directory: folder, limits: limits)
      #expect(bench.exit(of: run) == .status(0))
      #expect(fifo.readPiece()?.split(separator: " ").joined(separator: " ") == allowed)
    }

    @Test("What systemd would misread of a directory is refused")
    func directory() throws {
      var limits = ProgramLimits()
      limits.sandbox = .strict
      let run = bench.launch("true", directory: "/a b", limits: limits)
      guard case .launchFailed(_, let message, isPassing: false)? = bench.events.next(run) else {
        Issue.record("it was started")
        return
      }
      #expect(message.contains("Sandbox=strict"))
    }
  }
}
