import Foundation
import LinuxSystem
import SchedulerCore
import TaskExecution
import TestSupport
import Testing

extension Booted {
  /// Figures are printed; what is asserted is that each run was a real one.
  @Suite("How fast transient units are", .serialized)
  struct UnitSpeedTests {
    private static let rounds = 50

    @Test("One at a time, from the request to the end, beside systemd-run --wait")
    func rate() throws {
      let bench = try UnitBench()
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

    @Test("From the request to the program's first line, beside a systemd timer with AccuracySec=1us")
    func latency() throws {
      let bench = try UnitBench()
      _ = bench.exit("exit 0")
      let fifo = try Fifo(bench.system)
      let script = "date +%s%N >\(fifo.inside)"
      var own: [Int64] = []
      for _ in 0..<Self.rounds {
        let asked = SystemClock.wallUSec
        let run = bench.launch(script)
        guard let line = fifo.read(), let nanoseconds = Int64(line.dropLast()) else { continue }
        own.append(nanoseconds / 1000 - asked)
        _ = bench.events.next(run)
        _ = bench.end(of: run)
        bench.onQueue { bench.executor.release(run) }
      }
      #expect(own.count == Self.rounds)
      let peer = try timer(bench, fifo, script)
      #expect(peer.count == Self.rounds)
      print("request to first line: \(text(own)); systemd timer, due to first line: \(text(peer))")
    }

    /// One calendar timer that is set anew for each round.
    private func timer(_ bench: UnitBench, _ fifo: Fifo, _ script: String) throws -> [Int64] {
      let folder = bench.system.path("/run/systemd/system")
      try "[Service]\nType=oneshot\nExecStart=/bin/sh -c '\(script.replacing("%", with: "%%"))'\n".write(
        toFile: folder + "/measured.service", atomically: false, encoding: .utf8)
      try "[Timer]\nOnActiveSec=20ms\nAccuracySec=1us\n".write(
        toFile: folder + "/measured.timer", atomically: false, encoding: .utf8)
      try bench.system.run("systemctl", "daemon-reload")
      var late: [Int64] = []
      for _ in 0..<Self.rounds {
        // The shell says when the timer is due: 20 ms after it became active, in the clock of the program.
        try bench.system.run("systemctl", "start", "measured.timer")
        guard let line = fifo.read(), let nanoseconds = Int64(line.dropLast()) else { continue }
        let text = try bench.system.run(
          "systemctl", "show", "measured.timer",
          "--property=LastTriggerUSecMonotonic,ActiveEnterTimestampMonotonic"
        ).output
        let started = text.split(separator: "\n").first { $0.hasPrefix("ActiveEnterTimestampMonotonic=") }
        guard let began = Int64(started?.split(separator: "=").last ?? "") else { continue }
        let offset = SystemClock.wallUSec - SystemClock.monotonicUSec
        late.append(nanoseconds / 1000 - (began + 20_000 + offset))
        try bench.system.run("systemctl", "stop", "measured.timer", "measured.service")
      }
      return late
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
