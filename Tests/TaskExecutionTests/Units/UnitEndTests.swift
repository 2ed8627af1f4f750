import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  @Suite("A program as a transient unit ends as it says")
  struct UnitEndTests {
    @Test("Success, any exit status, any signal")
    func exits() throws {
      let bench = try UnitBench()
      #expect(bench.exit("exit 0") == .status(0))
      #expect(bench.exit("exit 1") == .status(1))
      #expect(bench.exit("read x </dev/null; exit 75") == .status(75))
      #expect(bench.exit("exit 255") == .status(255))
      for name in ["SIGKILL", "SIGTERM", "SIGSEGV", "SIGPIPE"] {
        #expect(bench.exit("kill -\(name.dropFirst(3)) $$") == .signal(name))
      }
      #expect(bench.onQueue { bench.executor.count } == 0)
    }
  }
}
