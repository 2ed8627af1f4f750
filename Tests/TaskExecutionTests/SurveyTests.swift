import Glibc
import LinuxSystem
import SchedulerCore
import TestSupport
import Testing

@testable import TaskExecution

@Suite("Runs that end together share a look at the machine's processes")
struct SurveyTests {
  private let bench = Bench()

  @Test("A hundred programs that are killed at once take a few looks, not a hundred")
  func shared() {
    let pids = bench.startAll(100) { "echo $$; exec sleep \(1000 + $0)" }
    let runs = Array(pids.keys)
    let before = bench.onQueue { bench.executor.surveys }
    bench.onQueue {
      for run in runs { bench.executor.kill(run) }
      for pid in pids.values { #expect(bench.waitUntilEnded(pid)) }
    }
    for _ in runs { #expect(bench.events.next()?.exit == .signal("SIGKILL")) }
    #expect(bench.liveRuns == 0)
    // Each kill looks for processes outside the group, at once and not in a turn of the queue.
    #expect(bench.onQueue { bench.executor.surveys } - before - runs.count <= 10)
  }

  @Test("What programs that end together leave behind is found by the shared look, and killed")
  func leftBehind() {
    let pids = bench.startAll(20) { _ in
      "trap 'exit 5' TERM; (trap '' TERM; echo $$; sleep 1000; sleep 1000) & wait"
    }
    let groups = pids.values.map(ProcessGroup.init)
    bench.onQueue {
      for run in pids.keys { bench.executor.expire(run) }
      for pid in pids.values { #expect(bench.waitUntilEnded(pid)) }
    }
    #expect(groups.allSatisfy { (try? $0.members().isEmpty) == false })
    for run in pids.keys { bench.kill(run) }
    for _ in pids { #expect(bench.events.next()?.exit == .status(5)) }
    #expect(bench.liveRuns == 0)
    #expect(groups.allSatisfy { (try? $0.members().isEmpty) == true })
  }
}

extension Event {
  fileprivate var exit: Exit? {
    guard case .runEnded(_, let exit) = self else { return nil }
    return exit
  }
}

extension Bench {
  /// Starts scripts that say the number of a process.
  /// - Returns: The processes by the scripts' runs.
  fileprivate func startAll(_ count: Int, _ script: (Int) -> String) -> [RunID: Int32] {
    var pids: [RunID: Int32] = [:]
    for number in 0..<count {
      let run = start(script(number))
      let output = waitForOutput(of: run) { $0.hasSuffix("\n") }
      pids[run] = Int32(output?.split(whereSeparator: \.isWhitespace).first ?? "")
    }
    return pids
  }
}

extension ProcessGroup {
  /// Returns the members that are alive, without the leader.
  /// - Throws: ``SystemError`` when `/proc` cannot be read.
  func members() throws(SystemError) -> [Int32] {
    try ProcessTable.all().filter {
      $0 != leader && ProcessTable.group(of: $0) == leader && ProcessTable.isAlive($0)
    }
  }
}
