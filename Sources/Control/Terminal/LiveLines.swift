/// Lines at the bottom of a terminal that are drawn anew in place, while others scroll away above them.
///
/// The cursor stays below them, at the beginning of a line, so that the shell's prompt comes there whatever
/// ends the program.
struct LiveLines {
  private let console: Console
  private let end: End
  /// The lines that the terminal shows now.
  private var shown: [(text: String, width: Int)] = []

  /// The console's channel that is the terminal.
  enum End {
    case output
    case errors
  }

  init(_ console: Console, on end: End = .output) { (self.console, self.end) = (console, end) }

  /// Writes lines that stay, and below them the lines that are drawn anew next time.
  /// - Parameters:
  ///   - above: Lines no wider than the terminal.
  ///   - lines: Lines no wider than the terminal, and fewer than its rows. Each has its width without
  ///     colours, which it may have.
  mutating func draw(above: [String], _ lines: [(text: String, width: Int)]) {
    guard !above.isEmpty || lines.map(\.text) != shown.map(\.text) else { return }
    // Erasing line by line instead of all at once keeps unchanged lines from flickering.
    let texts = (above + lines.map(\.text)).map { "\u{1B}[2K\($0)\n" }
    write(returnToTop() + texts.joined() + "\u{1B}[J")
    shown = lines
  }

  /// Removes the lines from the terminal.
  mutating func erase() {
    guard !shown.isEmpty else { return }
    write(returnToTop() + "\u{1B}[J")
    shown = []
  }

  private func write(_ text: String) {
    switch end {
    case .output:
      console.write(text)
      console.flush()
    case .errors: console.printError(text)
    }
  }

  /// Returns the command to the first line. A terminal that became narrower since then has broken the lines.
  private func returnToTop() -> String {
    let channel = end == .output ? console.output : console.errors
    let columns = max(channel.width ?? .max, 1)
    let rows = shown.reduce(0) { $0 + max(($1.width - 1) / columns + 1, 1) }
    return rows > 0 ? "\u{1B}[\(rows)A" : ""
  }
}
