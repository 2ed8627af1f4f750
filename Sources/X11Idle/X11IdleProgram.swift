// Room X11Idle: `bgtask-idle-x11`, on libxcb.
// Way in: `X11IdleProgram`.
// Must not know: the daemon, which only reads its reports.

import CXCB
import Glibc
import IdleReporting

/// `bgtask-idle-x11`: reports whether the display of an X server (`DISPLAY`) is idle.
package enum X11IdleProgram {
  /// Runs the program.
  package static func run() -> Never { IdleHelper.run { follow(&$0) } }

  private static func follow(_ helper: inout IdleHelper) -> IdleHelperEnd {
    // The connection is never nil; one that has failed reports its error.
    guard let connection = xcb_connect(nil, nil), xcb_connection_has_error(connection) == 0 else {
      return .displayGone
    }
    var idleTime: X11IdleTime
    do throws(IdleTimeError) {
      idleTime = try X11IdleTime(on: connection, pauseMSec: helper.pauseMSec)
    } catch {
      return xcb_connection_has_error(connection) == 0 ? .unsupported : .displayGone
    }
    while true {
      helper.say(idleTime.isIdle ? .idle : .active)
      _ = helper.wait(for: xcb_get_file_descriptor(connection))
      while let event = xcb_poll_for_event(connection) {
        idleTime.take(event)
        free(event)
      }
      if xcb_connection_has_error(connection) != 0 { return .displayGone }
    }
  }
}
