import Glibc
import LinuxSystem
import SystemdSyntax

/// The program's standard output and standard error. Standard output is collected and written in one piece,
/// by ``flush()``; standard error is written at once.
final class Console {
  /// The standard output, or the standard error.
  struct Channel {
    /// Whether the channel is a terminal, which would obey control characters.
    var isTerminal: Bool
    /// Returns the present size; nil is no limit.
    var size: () -> TerminalSize?
    /// Writes all of the bytes; false when that failed.
    var write: ([UInt8]) -> Bool

    /// The number of columns; nil is no limit.
    var width: Int? { size()?.columns }
  }

  let output: Channel
  let errors: Channel
  /// Whether standard output shows colours.
  var showsColors: Bool
  private var pending: [UInt8] = []
  private var hasFailed = false

  init(output: Channel, errors: Channel, showsColors: Bool = false) {
    self.output = output
    self.errors = errors
    self.showsColors = showsColors
  }

  /// The console of this process.
  static func ofProcess() -> Console {
    Console(output: channel(STDOUT_FILENO), errors: channel(STDERR_FILENO))
  }

  private static func channel(_ descriptor: CInt) -> Channel {
    let isTerminal = isatty(descriptor) == 1
    return Channel(
      isTerminal: isTerminal, size: { isTerminal ? TerminalSize.of(descriptor) : nil },
      write: { bytes in StandardStream.write(bytes, to: descriptor) })
  }

  /// Prints a line that this program made; parts of it from elsewhere were made safe before.
  func print(_ text: String = "") {
    pending += text.utf8
    pending.append(0x0A)
  }

  /// Prints a sentence of this program, which a terminal shows broken between its words.
  func printSentence(_ text: String, hanging: Int = 0) {
    for line in TextWrap.sentence(text, width: output.width, hanging: hanging) { print(line) }
  }

  /// Writes a part of standard output, which may have control sequences.
  func write(_ text: String) { pending += text.utf8 }

  /// Prints a program's text as it is. On a terminal its control characters are made visible, apart from
  /// those that only set the text.
  func printForeign(_ text: String) {
    pending += (output.isTerminal ? SafeText.lines(text) : text).utf8
  }

  /// Prints bytes that only programs read.
  func printBytes(_ bytes: [UInt8]) { pending += bytes }

  /// Prints a JSON document on a line of its own. A terminal gets control characters in its strings escaped.
  func printJSON(_ json: some Sequence<UInt8>) {
    let text = String(decoding: Array(json), as: UTF8.self)
    print(output.isTerminal ? SafeText.json(text) : text)
  }

  /// Returns the text in a style, if colours are shown.
  func styled(_ text: String, _ style: Style) -> String { showsColors ? style.wrap(text) : text }

  /// Writes text to standard error at once.
  func printError(_ text: String) {
    flush()
    _ = errors.write(Array(text.utf8))
  }

  /// Writes the collected output.
  func flush() {
    guard !pending.isEmpty else { return }
    if !output.write(pending) { hasFailed = true }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes the collected output, and returns the failure if any of it could not be written.
  func finish() -> Failure? {
    flush()
    return hasFailed
      ? Failure(.inputOutput, name: "WriteFailed", message: "standard output cannot be written") : nil
  }
}

struct TerminalSize: Hashable, Sendable {
  var columns: Int
  var rows: Int

  /// The size where none is known.
  static let usual = TerminalSize(columns: 80, rows: 24)

  /// Returns the size of the terminal (TIOCGWINSZ, ioctl_tty(2)), or the usual one when it does not say.
  static func of(_ descriptor: CInt) -> TerminalSize {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    return TerminalSize(
      columns: isKnown && size.ws_col > 0 ? Int(size.ws_col) : usual.columns,
      rows: isKnown && size.ws_row > 0 ? Int(size.ws_row) : usual.rows)
  }
}
