import Glibc

/// Waiting for the first answer of a daemon that does not give it at once: with very many tasks it takes its
/// time to start. On a terminal a line says that and how far it is, and goes when the answer comes.
struct AnswerWait {
  /// So long nothing is said, in milliseconds; nearly every answer comes before.
  private static let patience: CInt = 1000
  /// Between two looks at how far it is, in milliseconds.
  private static let pause: CInt = 500

  let console: Console
  /// What the daemon that listens there has told systemd last; nil when nobody knows.
  let status: () -> String?

  /// Returns when there is something to read, or at the deadline.
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

  /// Whether there is something to read, or to learn about the connection.
  static func hasInput(_ descriptor: CInt, withinMilliseconds limit: CInt) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, limit) > 0
  }
}
