import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// Runs as `history` and `show` show them.
enum RunTable {
  static func make(
    _ runs: [Wire.Run], for invocation: Invocation, showsUsers: Bool = false, showsIdentifiers: Bool = true
  ) -> Table {
    var table = Table([
      .init(heading: "USER", minimumWidth: 6, dropRank: 5),
      .init(heading: "IDENTIFIER", minimumWidth: 12, dropRank: showsIdentifiers ? nil : 0),
      .init(heading: "STARTED", dropRank: 2),
      .init(heading: "AGO", dropRank: 4),
      .init(heading: "TOOK", dropRank: 3),
      .init(heading: "ATTEMPT", isRightAligned: true, dropRank: 1),
      .init(heading: "OUTCOME"),
      .init(heading: "RESULT", minimumWidth: 7),
      .init(heading: "REASON", minimumWidth: 12, dropRank: 6),
      .init(heading: "RUN", dropRank: 0),
    ])
    for run in runs {
      table.rows.append([
        .init(showsUsers ? UserAccount(uid: run.uid).name : ""),
        .init(showsIdentifiers ? run.identifier : "", .bold),
        .init(invocation.shortDate(run.startedUSec)),
        .init(TimestampSyntax.formatRelative(run.startedUSec, now: invocation.now)),
        .init(took(run, now: invocation.now)),
        .init(String(run.attempt)),
        .init(run.outcome?.rawValue ?? "running", style(run)),
        .init(result(run), style(run)),
        .init(run.stopReason?.message ?? ""),
        .init(run.runId, .dim),
      ])
    }
    return table
  }

  /// How long it ran, or runs by now.
  static func took(_ run: Wire.Run, now: Int64) -> String {
    if let measured = run.durationUSec { return text(measured) }
    let (length, overflow) = (run.endedUSec ?? now).subtractingReportingOverflow(run.startedUSec)
    // A step of the clock may have put the end before the start.
    guard !overflow, length >= 0 else { return "" }
    return text(length)
  }

  private static func text(_ length: Int64) -> String {
    TimeSpanSyntax.format(length, accuracy: length < 60_000_000 ? 1000 : 1_000_000, maximumUnits: 2)
  }

  /// What its program said: `success`, `exit 3`, `SIGSEGV`, `failed`.
  static func result(_ run: Wire.Run) -> String {
    if let signal = run.signal { return signal }
    if let status = run.exitStatus, status != 0 { return "exit \(status)" }
    switch run.success {
    case true: return "success"
    case false: return "failed"
    case nil: return run.exitStatus == 0 ? "exit 0" : ""
    }
  }

  static func style(_ run: Wire.Run) -> Style {
    switch run.outcome {
    case nil: .cyan
    case .completed: run.success == false ? .red : .green
    case .expired, .cancelled: .yellow
    case .killed, .interrupted, .launchFailed, .missed: .red
    }
  }
}
