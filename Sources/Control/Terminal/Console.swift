import Glibc
import SystemdSyntax

/// Where the program writes to. What goes to standard output is collected and written in one piece, by
/// ``flush()``; what goes to standard error is written at once.
final class Console {
  /// One end that is written to.
  struct Channel {
    /// Somebody looks at it, so control characters in it would be obeyed.
    var isTerminal: Bool
    /// How large it is now; nil is no limit.
    var size: () -> TerminalSize?
    /// Writes all of it; false when that failed.
    var write: ([UInt8]) -> Bool

    /// Columns; nil is no limit.
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
      write: { bytes in writeAll(bytes, to: descriptor) })
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// A line of standard output that is made by this program; what came from elsewhere in it was made safe
  /// before.
  func print(_ text: String = "") {
    pending += text.utf8
    pending.append(0x0A)
  }

  /// A sentence of this program's: on a terminal it goes on in the next line between its words.
  func printSentence(_ text: String, hanging: Int = 0) {
    for line in TextWrap.sentence(text, width: output.width, hanging: hanging) { print(line) }
  }

  /// A part of standard output, commands to the terminal included.
  func write(_ text: String) { pending += text.utf8 }

  /// Text of a program, as it is. On a terminal its control characters are made visible, apart from those
  /// that only set the text.
  func printForeign(_ text: String) {
    pending += (output.isTerminal ? SafeText.lines(text) : text).utf8
  }

  /// What a program reads, and no person.
  func printBytes(_ bytes: [UInt8]) { pending += bytes }

  /// A JSON document on a line of its own. On a terminal control characters within its strings are escaped.
  func printJSON(_ json: some Sequence<UInt8>) {
    let text = String(decoding: Array(json), as: UTF8.self)
    print(output.isTerminal ? SafeText.json(text) : text)
  }

  /// Something in a style, if colours are shown.
  func styled(_ text: String, _ style: Style) -> String { showsColors ? style.wrap(text) : text }

  /// Text for standard error, written at once.
  func printError(_ text: String) {
    flush()
    _ = errors.write(Array(text.utf8))
  }

  /// Writes what was collected.
  func flush() {
    guard !pending.isEmpty else { return }
    if !output.write(pending) { hasFailed = true }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes what was collected; the failure, if any of it could not be written.
  func finish() -> Failure? {
    flush()
    return hasFailed
      ? Failure(.inputOutput, name: "WriteFailed", message: "standard output cannot be written") : nil
  }
}
