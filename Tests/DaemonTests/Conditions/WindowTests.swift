import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Windows of conditions, in the daemon")
struct WindowTests {
  private static func daemon(lapse: String) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      configuration: "\(DaemonProcess.quick)[Scheduler]\nJudgement=patient\nLapseSec=\(lapse)\n")
    try daemon.setPower("battery")
    try daemon.client().simulateConditions([
      "lowPowerMode": "no", "thermalPressure": "no", "cpuPressure": "no", "memoryPressure": "no",
      "ioPressure": "no", "storageLow": "no", "batteryPercent": "unknown",
    ])
    return daemon
  }

  /// A run that says that it works, and then works until it is told to stop. The shell begins no more
  /// processes by then: one that is stopped between vfork(2) and execve(2) leaves the shell in state D.
  private static func work(_ ready: NamedPipe) -> Wire.TaskRequest {
    .shell("a", "trap 'exit 0' TERM; sleep 3600 & echo $$ > \(ready.path); while :; do wait; done").with {
      $0.requiresExternalPower = true
      $0.expectedDurationUSec = 600_000_000
      $0.runtimeLimitDurationUSec = 3_600_000_000
    }
  }

  /// The letter of the state of a process; T is stopped.
  private static func state(of pid: Int32) -> Character? {
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return status?.split(separator: ")").last?.first { $0 != " " }
  }

  /// Starts the work, with power, whatever its window is like.
  /// - Returns: The number of its process.
  private static func begin(_ daemon: DaemonProcess) throws -> Int32 {
    let ready = try NamedPipe(daemon.folder, "ready")
    try daemon.client().submit(work(ready))
    try daemon.setPower("external")
    // Where power was away for no longer than a lapse its window goes on, and the work has begun.
    _ = try daemon.control("run", "a")
    return try #require(Int32(try ready.read()))
  }

  @Test("A task whose window has just begun is held and explained, and bgtaskctl run starts it at once")
  func held() throws {
    let daemon = try Self.daemon(lapse: "0")
    let ready = try NamedPipe(daemon.folder, "ready")
    let client = try daemon.client()
    try client.submit(Self.work(ready))
    #expect(try client.explain("a").reasons.map(\.code) == ["externalPower"])
    try daemon.setPower("external")
    let explanation = try client.explain("a")
    let reason = try #require(explanation.reasons.first)
    #expect(explanation.reasons.map(\.code) == ["youngWindow"] && !explanation.canProceed)
    #expect(reason.message.hasPrefix("what it needs has held for "))
    #expect(reason.message.contains(" last the 10min more that it needs; chance of another within a day: "))
    let held = try #require(explanation.forecastUSec) - (reason.sinceUSec ?? 0)
    #expect((20_000_000...3_600_000_000).contains(held))
    let task = try #require(try client.tasks().first)
    #expect(task.state == .waiting && task.forecastUSec != nil && task.reason?.code == "youngWindow")
    let status = try daemon.control("status")
    #expect(status.output.contains("Held: 1: a until "))
    #expect(try client.runs(identifier: "a").isEmpty)
    let run = try daemon.control("run", "a")
    #expect(run.status == 0, "\(run.errors)")
    _ = try ready.read()
    #expect(try client.tasks().first?.state == .running)
  }

  @Test("A run that is stopped and leaves its file behind lets the next one start after 20 s, else not")
  func checkpointFile() throws {
    let daemon = try Self.daemon(lapse: "0")
    let ready = try NamedPipe(daemon.folder, "ready")
    let kept = daemon.folder.path("kept")
    try daemon.client().submit(
      Self.work(ready).with {
        $0.command?.argv[2] =
          "trap 'exit 1' TERM; : > \(kept); echo > \(ready.path); while :; do sleep 0.05; done"
        $0.checkpointFile = kept
      })
    for isLeft in [true, false] {
      // It waits for no window of a condition that no source reports.
      try daemon.setPower("unknown")
      _ = try ready.read()
      if !isLeft { try FileManager.default.removeItem(atPath: kept) }
      // Battery tells it to stop. Each look is at a window that has just begun.
      let isAsMeant = try daemon.wait { client -> Bool? in
        try daemon.setPower("battery")
        try daemon.setPower("external")
        let reason = try client.explain("a").reasons.first { $0.code == "youngWindow" }
        return reason.map { ($0.required == "20s") == isLeft } == true ? true : nil
      }
      #expect(isAsMeant == true)
    }
  }

  @Test("A run that loses power for a short time stands still, and goes on when it is back")
  func lapse() throws {
    let daemon = try Self.daemon(lapse: "1h")
    let pid = try Self.begin(daemon)
    try daemon.setPower("battery")
    #expect(try daemon.wait { _ in Self.state(of: pid) == "T" ? true : nil } == true)
    let client = try daemon.client()
    let explanation = try client.explain("a")
    #expect(explanation.reasons.map(\.code) == ["externalPower"] && explanation.running == true)
    #expect(explanation.expression?.first { $0.text == "external-power" }?.state == .lacks)
    let hour: Int64 = 3_600_000_000
    let listed = try #require(try client.tasks().first)
    let until = try #require(listed.frozenUntilUSec)
    #expect((listed.submittedUSec...listed.submittedUSec + 2 * hour).contains(until))
    #expect(listed.reason?.code == "externalPower" && listed.runtimeLimitDurationUSec == hour)
    #expect(try client.get("a").task.frozenUntilUSec != nil)
    #expect(try daemon.control("explain", "a").output.hasPrefix("a is frozen until "))
    #expect(try daemon.control("status").output.contains("Frozen: 1: a until "))
    try daemon.setPower("external")
    #expect(try daemon.wait { _ in Self.state(of: pid) != "T" ? true : nil } == true)
    #expect(try client.explain("a").canProceed && client.tasks().first?.frozenUntilUSec == nil)
    try client.cancel("a")
    #expect(try daemon.waitForEnd(of: "a")?.outcome == .cancelled)
  }

  @Test("A run that is without power for longer than a lapse stood still and is told to stop")
  func longLapse() throws {
    let daemon = try Self.daemon(lapse: "300ms")
    let pid = try Self.begin(daemon)
    try daemon.setPower("battery")
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.outcome == .expired && run.stopReason?.code == "externalPower")
    #expect((run.endedUSec ?? 0) - run.startedUSec >= 300_000)
    #expect(daemon.waitForLog("a: is frozen"))
    #expect(Processes.waitForEnd(pid))
  }
}
