import Glibc

/// How large a terminal is.
enum TerminalSize {
  /// Its columns (TIOCGWINSZ, ioctl_tty(2)); 80 when it does not say.
  static func columns(of descriptor: CInt) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
