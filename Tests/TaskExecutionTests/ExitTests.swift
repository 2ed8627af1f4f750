import SchedulerCore
import TestSupport
import Testing

@Suite("How a program ends is reported")
struct ExitTests {
  @Test("Exit statuses arrive as they are, 75 among them", arguments: [0, 1, 75, 255])
  func statuses(status: Int32) {
    #expect(Bench().exit("exit \(status)") == .status(status))
  }

  @Test(
    "Signals arrive by name, core dumps too",
    arguments: [
      ("TERM", "SIGTERM"), ("KILL", "SIGKILL"), ("SEGV", "SIGSEGV"), ("USR1", "SIGUSR1"), ("PIPE", "SIGPIPE"),
      ("37", "SIGRTMIN+3"),
    ])
  func signals(sent: String, reported: String) {
    #expect(Bench().exit("kill -\(sent) $$") == .signal(reported))
  }

  @Test("A program that catches SIGTERM and exits has a status, not a signal")
  func caught() {
    let bench = Bench()
    let run = bench.start("trap 'exit 3' TERM; echo ready; while :; do read -r x <&1; done")
    #expect(bench.waitForOutput(of: run) { $0.contains("ready") } != nil)
    bench.expire(run)
    #expect(bench.events.next() == .runEnded(run, .status(3)))
  }

  @Test("Two hundred programs at once all end with their own status, and nothing is left")
  func many() {
    let bench = Bench()
    var expected: [RunID: Int32] = [:]
    for number in 0..<200 { expected[bench.launch("echo \(number); exit \(number)")] = Int32(number) }
    var started: Set<RunID> = []
    while let event = expected.isEmpty ? nil : bench.events.next() {
      switch event {
      case .runStarted(let run): started.insert(run)
      case .runEnded(let run, .status(let status)):
        #expect(started.contains(run))
        #expect(expected.removeValue(forKey: run) == status)
        #expect(bench.output(of: run)?.text == "\(status)\n")
      default: Issue.record("\(event)")
      }
    }
    #expect(expected.isEmpty)
    #expect(bench.liveRuns == 0)
  }
}
