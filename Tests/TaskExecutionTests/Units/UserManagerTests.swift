import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A user's own manager runs programs as well")
  struct UserManagerTests {
    @Test("Programs run, end, are stopped and adopted there")
    func life() throws {
      let system = try BootedSystem.shared()
      let tester = try Account.tester(system)
      // Returns when the manager is up, since it is Type=notify.
      try system.run("systemctl", "start", "user@\(tester.uid).service")
      let bench = try UnitBench(
        manager: UnitManager(
          address: .bus(system.userBus(uid: tester.uid)), runsAsUsers: false,
          controlGroup:
            "\(system.controlGroup)/user.slice/user-\(tester.uid).slice/user@\(tester.uid).service"))
      let fifo = try NamedPipe(in: system)
      let run = bench.launch("{ id -u; pwd; } >\(fifo.path)", uid: tester.uid, directory: nil)
      #expect(bench.exit(of: run) == .status(0))
      #expect(fifo.readPiece() == "\(tester.uid)\n\(tester.home)\n")

      var limits = ProgramLimits()
      limits.nice = 3
      limits.sandbox = .basic
      let held = bench.launch(
        "echo $(nice; grep NoNewPrivs /proc/self/status) >\(fifo.path)",
        uid: tester.uid, limits: limits)
      #expect(bench.events.next(held) == .runStarted(held))
      #expect(fifo.readPiece() == "3 NoNewPrivs: 1\n")
      #expect(bench.end(of: held) == .status(0))

      let long = try bench.launchAndWait("echo >$READY; exec sleep 1000")
      bench.restart()
      #expect(
        try #require(bench.adopt([UnitOfRun(task: long), UnitOfRun(task: run)])).get().running == [long])
      #expect(bench.end(of: run) == .status(0))
      let group = "/user.slice/user-\(tester.uid).slice/user@\(tester.uid).service/bgtask.slice"
      let pid = try #require(bench.processes(long, slice: group).first)
      #expect(bench.onQueue { bench.executor.program(of: pid) } == long)
      #expect(bench.control(TransientUnitExecutor.freeze, long) == .some(nil))
      #expect(bench.control(TransientUnitExecutor.thaw, long) == .some(nil))
      bench.onQueue { bench.executor.expire(long) }
      #expect(bench.end(of: long) == .signal("SIGTERM"))
      bench.onQueue { bench.executor.release(run) }
      #expect(bench.exit("exit 3") == .status(3))

      // R99: what this manager starts, it ends as well.
      let told = try NamedPipe(in: system)
      _ = try bench.launchAndWait(
        "trap 'echo told >\(told.path); exit' TERM; echo >$READY; while :; do sleep 1000 & wait; done",
        lease: ProgramLease(until: BootTime(uSec: SystemClock.bootUSec), grace: .seconds(10)))
      bench.die()
      #expect(told.readPiece() == "told\n")
    }
  }
}
