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

  /// What was written to the terminal so far; there has to be something.
  func read() -> String {
    var space = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(master, &space, space.count)
    return String(decoding: space[..<max(count, 0)], as: UTF8.self)
  }
}
