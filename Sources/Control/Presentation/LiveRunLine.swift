import SchedulerAPI
import SchedulerCore

/// The progress of one run, in a line at the bottom of the terminal of a user who waits for it.
struct LiveRunLine {
  /// The interval in which a run's time is drawn again without events.
  private static let tick = DaemonConnection.Pause.milliseconds(1000)

  private let invocation: Invocation
  private var lines: LiveLines
  private var runs = LiveRuns()

  init(_ invocation: Invocation) {
    self.invocation = invocation
    lines = LiveLines(invocation.console)
  }

  /// Takes an event. Text that is printed because of it stays above the line, which is drawn again after it.
  mutating func take(_ event: SchedulerMethod.Watch.Reply) {
    guard event.run != nil else { return }
    if ReportKind(event: event.event) != .progress { lines.erase() }
    runs.take(event, now: invocation.now, monotonic: invocation.context.monotonic())
  }

  /// Draws the line when all events were taken.
  mutating func draw() -> DaemonConnection.Pause {
    let size = invocation.console.output.size() ?? .usual
    let monotonic = invocation.context.monotonic()
    lines.draw(above: [], runs.lines(for: invocation, monotonic: monotonic, size: size))
    return runs.isEmpty ? .endless : Self.tick
  }

  /// Removes the line.
  mutating func end() { lines.erase() }
}
