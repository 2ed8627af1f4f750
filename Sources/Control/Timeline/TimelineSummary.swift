import SystemdSyntax

/// A timeline's summary in a sentence.
struct TimelineSummary {
  let text: String

  init(_ timeline: Timeline, for invocation: Invocation) {
    let counts = timeline.counts
    let runs = counts.values.reduce(0, +)
    let parts = TimelineKind.allCases.reversed().compactMap { kind in
      counts[kind].map { "\($0) \(kind.word)" }
    }
    let tasks = timeline.rows.count { !$0.counts.isEmpty }
    let waiting = timeline.rows.count { $0.waitingSince(now: timeline.untilUSec) != nil }
    text =
      "Since \(TimestampSyntax.format(timeline.sinceUSec, zone: invocation.context.zone)): "
      + "\(runs) \(runs == 1 ? "run" : "runs") of \(tasks) "
      + (tasks == 1 ? "task" : "tasks")
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
      + (waiting > 0 ? "; \(waiting) \(waiting == 1 ? "waits" : "wait") now." : ".")
  }
}
