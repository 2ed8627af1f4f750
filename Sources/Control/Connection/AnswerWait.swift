import Glibc

/// Waits for the first answer of a daemon that is slow, because it starts with very many tasks. A line on the
/// terminal says so, with the daemon's progress, until the answer comes.
struct AnswerWait {
  /// The time in milliseconds before the line is shown; nearly every answer comes sooner.
  private static let patience: CInt = 1000
  /// The time in milliseconds between two updates of the line.
  private static let pause: CInt = 500

  let console: Console
  /// Returns the last status that the daemon told systemd, or nil when it is unknown.
  let status: () -> String?

  /// Returns when the descriptor has input, or at the deadline.
  func wait(for descriptor: CInt, until end: Deadline) {
    guard !hasInput(descriptor, within: Self.patience, until: end), !end.hasPassed else { return }
    var lines = LiveLines(console, on: .errors)
    defer { lines.erase() }
    repeat {
      let text = TextWidth.cut(line, to: console.errors.width ?? .max)
      lines.draw(above: [], [(text, TextWidth.of(text))])
    } while !end.hasPassed && !hasInput(descriptor, within: Self.pause, until: end)
  }

  private func hasInput(_ descriptor: CInt, within most: CInt, until end: Deadline) -> Bool {
    let limit = end.timeLeft().map { min($0, .milliseconds(most)) } ?? .milliseconds(most)
    return Self.hasInput(descriptor, withinMilliseconds: CInt(limit / .milliseconds(1)))
  }

  private var line: String {
    status().map { "Waiting for the daemon. \(SafeText.inline($0))" } ?? "Waiting for the daemon"
  }

  /// Returns whether the descriptor has input, or its connection has ended, within the limit.
  static func hasInput(_ descriptor: CInt, withinMilliseconds limit: CInt) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, limit) > 0
  }
}
