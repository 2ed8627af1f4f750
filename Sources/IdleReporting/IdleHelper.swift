// Room IdleReporting: what helpers at displays tell the daemon, and the code that they share.
// Way in: `IdleHelper` writes, `IdleReportReader` reads.
// Must not know: displays, and tasks.

import CLinux
import Glibc

/// The frame of a helper at a display: a program that follows one display, and writes reports
/// (``IdleReport``) to its standard output until they are not read any more. Its only argument is the pause,
/// in milliseconds. It needs nothing else of the daemon and may end in any way.
package struct IdleHelper {
  /// The time without input after which a person counts as idle.
  package let pauseMSec: UInt32
  private var said: IdleReport?

  /// Runs the program.
  /// - Parameter follow: Follows the display to its end.
  package static func run(_ follow: (inout IdleHelper) -> IdleHelperEnd) -> Never {
    // Protocols have 31 or 32 bits for the pause.
    guard clinux_argument_count() == 2, let word = clinux_argument(1),
      let pause = Int32(String(cString: word)), pause > 0
    else {
      exit(IdleHelperEnd.misuse.rawValue)
    }
    var helper = IdleHelper(pauseMSec: UInt32(pause))
    exit(follow(&helper).rawValue)
  }

  /// Writes a report, unless the last one was the same.
  package mutating func say(_ report: IdleReport) {
    guard report != said else { return }
    said = report
    var line = Array((report.rawValue + "\n").utf8)[...]
    while !line.isEmpty {
      let count = line.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Without a reader this is not reached: SIGPIPE has ended the process.
      guard count > 0 else { exit(IdleHelperEnd.unheard.rawValue) }
      line = line.dropFirst(count)
    }
  }

  /// Waits until the display has bytes to read, or takes more. Ends the process when its output is not read
  /// any more: its parent may have gone without a word.
  /// - Returns: Whether there are bytes to read.
  package func wait(for display: CInt, toWrite: Bool = false) -> Bool {
    var watched = [
      pollfd(fd: display, events: Int16(POLLIN | (toWrite ? POLLOUT : 0)), revents: 0),
      // POLLERR and POLLHUP come unasked.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while poll(&watched, 2, -1) < 0 {
      if errno != EINTR { exit(IdleHelperEnd.displayGone.rawValue) }
    }
    if watched[1].revents != 0 { exit(IdleHelperEnd.unheard.rawValue) }
    return watched[0].revents & ~Int16(POLLOUT) != 0
  }
}

/// The reason why a helper at a display has ended by itself: its exit status.
package enum IdleHelperEnd: Int32, Sendable {
  /// The output is not read any more.
  case unheard = 0
  /// The display is missing, refuses the helper, or has gone.
  case displayGone = 3
  /// The display does not report idleness, or only that of its own windows.
  case unsupported = 4
  /// The argument is no pause (EX_USAGE in sysexits(3)).
  case misuse = 64
}
