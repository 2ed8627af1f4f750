/// Lines at the bottom of a terminal that are drawn anew in place, while others scroll away above them.
///
/// The cursor stays below them, at the beginning of a line: whatever ends the program, the shell's prompt
/// comes where it belongs.
struct LiveLines {
  private let console: Console
  /// The lines that the terminal shows now.
  private var shown: [(text: String, width: Int)] = []

  init(_ console: Console) { self.console = console }

  /// Writes lines that stay, and below them the ones that are drawn anew next time.
  /// - Parameters:
  ///   - above: Not wider than the terminal.
  ///   - lines: The same, and fewer than the terminal has rows; in colours or not, with their widths without
  ///     them.
  mutating func draw(above: [String], _ lines: [(text: String, width: Int)]) {
    guard !above.isEmpty || lines.map(\.text) != shown.map(\.text) else { return }
    // Erasing line by line instead of all at once keeps what does not change from flickering.
    console.write(returnToTop())
    for text in above + lines.map(\.text) { console.write("\u{1B}[2K\(text)\n") }
    console.write("\u{1B}[J")
    console.flush()
    shown = lines
  }

  /// Takes the lines away.
  mutating func erase() {
    guard !shown.isEmpty else { return }
    console.write(returnToTop() + "\u{1B}[J")
    console.flush()
    shown = []
  }

  /// A terminal that became narrower since then has broken the lines.
  private func returnToTop() -> String {
    let columns = max(console.output.width ?? .max, 1)
    let rows = shown.reduce(0) { $0 + max(($1.width - 1) / columns + 1, 1) }
    return rows > 0 ? "\u{1B}[\(rows)A" : ""
  }
}
