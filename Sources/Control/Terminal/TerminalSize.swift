import Glibc

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
