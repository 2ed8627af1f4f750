import SchedulerAPI
import SchedulerCore

/// Tasks and runs that tests show. Dates are relative to ``ControlRun/now``.
enum Samples {
  static let hour: Int64 = 3_600_000_000

  static func task(
    _ identifier: String = "org.example.backup", state: Wire.TaskState = .waiting,
    earliestIn distance: Int64? = nil, reason: String? = "The machine runs on battery",
    progress: Wire.Progress? = nil, runningFor elapsed: Int64? = nil
  ) -> Wire.Task {
    Wire.Task(
      request: Wire.TaskRequest(
        identifier: identifier, kind: .processing, earliestBeginUSec: distance.map { ControlRun.now + $0 },
        requiresExternalPower: true,
        command: Wire.Command(argv: ["/usr/bin/tar", "-cf", "a b.tar"], workingDirectory: "/home/tester")),
      uid: 0, state: state, submittedUSec: ControlRun.now - hour, attempt: 1,
      runId: state == .waiting ? nil : runId, progress: progress,
      reason: reason.map { Wire.Reason(code: "externalPower", message: $0) },
      startedUSec: elapsed.map { ControlRun.now - $0 })
  }

  static let runId = "0123456789abcdef0123456789abcdef"

  /// What a daemon says that has just begun.
  static let status = SchedulerMethod.Status.Reply(
    version: "1", startedUSec: 0, pending: 0, running: 0, reasonCodes: [], counters: [:])

  static func run(
    _ identifier: String = "org.example.backup", outcome: Wire.Outcome? = .completed, success: Bool? = true,
    exitStatus: Int32? = 0, signal: String? = nil, reason: String? = nil, tookUSec: Int64 = 90_500_000,
    progress: Wire.Progress? = nil
  ) -> Wire.Run {
    Wire.Run(
      runId: runId, identifier: identifier, uid: 0, kind: .processing, attempt: 2,
      startedUSec: ControlRun.now - hour, endedUSec: outcome == nil ? nil : ControlRun.now - hour + tookUSec,
      outcome: outcome, success: success, exitStatus: exitStatus,
      stopReason: reason.map { Wire.Reason(code: "runtimeLimit", message: $0) }, progress: progress,
      signal: signal)
  }

  static func conditions(
    unmet: [String]? = ["externalPower"], powerSource: Wire.PowerSource = .battery
  ) -> Wire.Conditions {
    Wire.Conditions(
      powerSource: powerSource, batteryPercent: 42, lowPowerMode: false, network: .unmetered, idle: true,
      thermalPressure: false, cpuPressure: false, memoryPressure: false, ioPressure: false, storageLow: false,
      simulated: ["powerSource"], unmet: unmet, unknown: ["idle"],
      observations: [
        Wire.Observation(
          field: "powerSource", value: powerSource.rawValue, source: "simulation", certainty: .certain,
          sinceUSec: ControlRun.now - hour),
        Wire.Observation(
          field: "network", value: "unmetered", source: "rtnetlink", certainty: .guessed,
          sinceUSec: ControlRun.now - 2 * hour),
      ])
  }

  static let explanation = SchedulerMethod.Explain.Reply(
    canProceed: false,
    reasons: [
      Wire.Reason(
        code: "earliestBegin", message: "Its date has not come", required: "2026-11-21 09:54",
        observed: "2026-11-21 07:54"),
      Wire.Reason(
        code: "externalPower", message: "The machine runs on battery", required: "external power",
        observed: "battery", sinceUSec: ControlRun.now - 180_000_000),
    ], forecastUSec: ControlRun.now + 2 * hour)
}
