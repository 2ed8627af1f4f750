import Glibc

/// A terminal of which the test holds the other end.
final class PseudoTerminal {
  let master: CInt
  /// The end that a program writes to.
  let terminal: CInt

  init(columns: UInt16) throws {
    master = open("/dev/ptmx", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var number: CUnsignedInt = 0
    var unlocked: CInt = 0
    // TIOCGPTN and TIOCSPTLCK of ioctl_tty(2), which Swift does not import.
    guard master >= 0, ioctl(master, 0x8004_5430, &number) == 0, ioctl(master, 0x4004_5431, &unlocked) == 0
    else { throw TestFailure("/dev/ptmx: \(errno)") }
    terminal = open("/dev/pts/\(number)", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard terminal >= 0, ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else {
      throw TestFailure("/dev/pts/\(number): \(errno)")
    }
  }

  deinit {
    close(master)
    close(terminal)
  }

  /// Changes its size.
  func resize(columns: UInt16, rows: UInt16 = 24) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Reads what is written to the terminal until it shows what is waited for.
  /// - Returns: False when it does not within 20 s.
  func wait(_ screen: inout TerminalScreen, until isThere: (TerminalScreen) -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while !isThere(screen) {
      var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20_000) > 0, ContinuousClock.now < end else { return false }
      screen.show(read())
    }
    return true
  }

  /// What was written to the terminal so far; there has to be something.
  func read() -> String {
    var space = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(master, &space, space.count)
    return String(decoding: space[..<max(count, 0)], as: UTF8.self)
  }
}
