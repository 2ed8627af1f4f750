// Room WaylandIdle: `bgtask-idle-wayland`, on libwayland-client.
// Way in: `WaylandIdleProgram`.
// Must not know: the daemon, which only reads its reports.

import CWayland
import Glibc
import IdleReporting

/// `bgtask-idle-wayland`: reports whether the display of a Wayland compositor (`WAYLAND_DISPLAY`) is idle.
package enum WaylandIdleProgram {
  /// Runs the program.
  package static func run() -> Never { IdleHelper.run { follow(&$0) } }

  private static func follow(_ helper: inout IdleHelper) -> IdleHelperEnd {
    guard let display = wl_display_connect(nil) else { return .displayGone }
    guard let seats = WaylandSeats(of: display, pauseMSec: helper.pauseMSec),
      // The first answer brings the globals, the second one the errors of the requests.
      wl_display_roundtrip(display) >= 0
    else { return .displayGone }
    guard seats.begin() else { return .unsupported }
    guard wl_display_roundtrip(display) >= 0 else { return .displayGone }
    while seats.isTold {
      // Events that were read before are dispatched before any wait (wl_display(3)).
      while wl_display_prepare_read(display) != 0 {
        if wl_display_dispatch_pending(display) < 0 { return .displayGone }
      }
      let isFull = wl_display_flush(display) < 0
      if isFull, errno != EAGAIN {
        wl_display_cancel_read(display)
        return .displayGone
      }
      // The requests that lead to the report are sent by then.
      helper.say(seats.report)
      if helper.wait(for: wl_display_get_fd(display), toWrite: isFull) {
        if wl_display_read_events(display) < 0 { return .displayGone }
      } else {
        wl_display_cancel_read(display)
      }
      if wl_display_dispatch_pending(display) < 0 { return .displayGone }
    }
    return .displayGone
  }
}
