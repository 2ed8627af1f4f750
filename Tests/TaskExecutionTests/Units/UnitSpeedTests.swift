import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  /// Figures are printed; what is asserted is that each run was a real one.
  @Suite("How fast transient units are")
  struct UnitSpeedTests {
    private let bench: UnitBench

    init() throws { bench = try UnitBench() }

    private static let rounds = 30

    @Test("One at a time, from the request to the end, beside systemd-run --wait")
    func rate() throws {
      _ = bench.exit("exit 0")
      let clock = ContinuousClock()
      var failures = 0
      let own = clock.measure {
        for _ in 0..<Self.rounds {
          let run = bench.launch(arguments: ["/bin/true"])
          _ = bench.events.next(run)
          if bench.end(of: run) != .status(0) { failures += 1 }
          bench.onQueue { bench.executor.release(run) }
        }
      }
      #expect(failures == 0)
      let script = "for i in $(seq \(Self.rounds)); do systemd-run --quiet --wait /bin/true; done"
      let peer = try clock.measure { try bench.system.run("sh", "-c", script) }
      print("transient units, one at a time: \(rate(own)); systemd-run --wait: \(rate(peer))")
    }

    @Test("From due to the program's first line, beside a systemd timer with AccuracySec=1us")
    func latency() throws {
      _ = bench.exit("exit 0")
      let fifo = try NamedPipe(in: bench.system)
      let script = "date +%s%N >\(fifo.path)"
      try writeTimer(script)
      var own: [Int64] = []
      var peer: [Int64] = []
      for _ in 0..<Self.rounds {
        own.append(try ownLateness(fifo, script))
        peer.append(try timerLateness(fifo))
      }
      #expect(own.allSatisfy { $0 > 0 } && peer.allSatisfy { $0 > 0 })
      print("due to first line, transient unit: \(text(own)); systemd timer: \(text(peer))")
    }

    private static let delayUSec: Int64 = 20_000

    /// The daemon's timer is due after 20 ms and launches.
    private func ownLateness(_ fifo: NamedPipe, _ script: String) throws -> Int64 {
      let run = UnitBench.newRun()
      let program = Program(
        run: run, identifier: UnitBench.identifier, uid: 0, arguments: ["/bin/sh", "-c", script],
        workingDirectory: "/", environment: [:])
      // Used on the bench's queue only.
      nonisolated(unsafe) let executor: any Executor = bench.onQueue { bench.executor }
      let timer = try bench.onQueue { try WakeUpTimer(queue: bench.queue) { _ in executor.launch(program) } }
      let due = SystemClock.monotonicUSec + Self.delayUSec
      bench.onQueue { timer.arm(wallUSec: nil, monotonicUSec: due) }
      let first = try #require(Int64(try fifo.read()))
      #expect(bench.exit(of: run) == .status(0))
      bench.onQueue {
        bench.executor.release(run)
        timer.close()
      }
      return first / 1000 - onWallClock(due)
    }

    private func writeTimer(_ script: String) throws {
      let folder = bench.system.path("/run/systemd/system")
      let command = script.replacing("%", with: "%%")
      try "[Service]\nType=oneshot\nSlice=bgtask.slice\nExecStart=/bin/sh -c '\(command)'\n".write(
        toFile: folder + "/measured.service", atomically: false, encoding: .utf8)
      try "[Timer]\nOnActiveSec=\(Self.delayUSec)us\nAccuracySec=1us\n".write(
        toFile: folder + "/measured.timer", atomically: false, encoding: .utf8)
    }

    /// It is due 20 ms after it became active, which systemd tells.
    private func timerLateness(_ fifo: NamedPipe) throws -> Int64 {
      try bench.system.run("systemctl", "start", "measured.timer")
      let first = try #require(Int64(try fifo.read()))
      let text = try bench.system.run(
        "systemctl", "show", "measured.timer", "--property=ActiveEnterTimestampMonotonic", "--value"
      ).output
      let began = try #require(Int64(text.dropLast()))
      try bench.system.run("systemctl", "stop", "measured.timer", "measured.service")
      return first / 1000 - onWallClock(began + Self.delayUSec)
    }

    private func onWallClock(_ monotonicUSec: Int64) -> Int64 {
      monotonicUSec + SystemClock.wallUSec - SystemClock.monotonicUSec
    }

    private func rate(_ duration: Duration) -> String {
      let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
      return String(format: "%.0f/s", Double(Self.rounds) / seconds)
    }

    private func text(_ uSec: [Int64]) -> String {
      let sorted = uSec.sorted()
      guard let last = sorted.last else { return "nothing" }
      return String(
        format: "median %.2f ms, worst %.2f ms", Double(sorted[sorted.count / 2]) / 1000, Double(last) / 1000)
    }
  }
}
