import SchedulerAPI

/// The display of `watch` on a terminal: events scroll away, and below them is a line for each run under way.
final class LiveWatch {
  /// The interval in which the runs' times are drawn again without events.
  private static let tickMilliseconds: CInt = 1000
  /// The shortest time between two drawings, because nobody reads faster. Events do not wait for it.
  private static let shortestPauseMilliseconds: CInt = 50

  private let invocation: Invocation
  private let prefix: String?
  private var lines: LiveLines
  private var runs = LiveRuns()
  private var events: [String] = []
  private var hasListed = false
  private var lastDrawn: Int64?

  init(_ invocation: Invocation) {
    self.invocation = invocation
    prefix = invocation.line.value("prefix")
    lines = LiveLines(invocation.console)
  }

  /// Takes an event.
  /// - Parameter line: The line that scrolls, made for the terminal's width.
  func take(_ event: SchedulerMethod.Watch.Reply, line: String) {
    runs.take(event, now: invocation.now, monotonic: invocation.context.monotonic())
    // A run's progress is shown in the run's own line.
    if ReportKind(event: event.event) != .progress { events.append(line) }
  }

  /// Draws when all events were taken.
  /// - Throws: A failure when the daemon does not list the runs under way.
  func idle() throws(Failure) -> DaemonConnection.Pause {
    if !hasListed {
      // Listed after the call for events, so that none is missed in between; on a connection of its own,
      // because that call takes the other one.
      try list()
      hasListed = true
    }
    let now = invocation.context.monotonic()
    if events.isEmpty, let lastDrawn {
      let passed = CInt(clamping: (now - lastDrawn) / 1000)
      let left = Self.shortestPauseMilliseconds - passed
      if left > 0 { return .milliseconds(left) }
    }
    draw(now)
    if let failure = invocation.console.finish() { throw failure }
    return runs.isEmpty ? .endless : .milliseconds(Self.tickMilliseconds)
  }

  /// Leaves the events on the terminal, and removes the lines of runs, which will not be true any more.
  func end() {
    lines.erase()
    for event in events { invocation.console.print(event) }
    events = []
  }

  private func draw(_ now: Int64) {
    let size = invocation.console.output.size() ?? .usual
    lines.draw(above: events, runs.lines(for: invocation, monotonic: now, size: size))
    events = []
    lastDrawn = now
  }

  private func list() throws(Failure) {
    let monotonic = invocation.context.monotonic()
    try invocation.connect().stream(
      SchedulerMethod.List.self, .init(identifierPrefix: prefix, allUsers: invocation.allUsers)
    ) { page, _ throws(Failure) in
      runs.take(page.tasks, now: invocation.now, monotonic: monotonic)
      return true
    }
  }
}
