import CIdleProtocols
import CWayland
import Glibc
import IdleReporting

/// The seats of a compositor, each with keyboards and pointers of its own, and their idleness. Seats come and
/// go.
///
/// Both protocols count a film, or whatever else inhibits idleness, as activity: `ext_idle_notifier_v1`, and
/// its predecessor, which compositors before 2023 have, `org_kde_kwin_idle`. Listeners are called only while
/// events are dispatched, as by wl_display_dispatch_pending(3).
final class WaylandSeats {
  private enum Notifier {
    case ext(OpaquePointer)
    case kde(OpaquePointer)
  }

  private let registry: OpaquePointer
  private let pauseMSec: UInt32
  /// The notifiers, as the seats below, by the number that the compositor gave them.
  private var notifiers: [UInt32: Notifier] = [:]
  private var seats: [UInt32: WaylandSeat] = [:]
  /// The notifier that is asked.
  private var chosen: UInt32?

  /// Asks for the compositor's globals.
  /// - Returns: Nil without memory.
  init?(of display: OpaquePointer, pauseMSec: UInt32) {
    guard let registry = wl_display_get_registry(display) else { return nil }
    self.registry = registry
    self.pauseMSec = pauseMSec
    wl_registry_add_listener(registry, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Has the seats watched from now on.
  /// - Returns: False when the compositor does not report idleness.
  func begin() -> Bool {
    chosen =
      notifiers.first { if case .ext = $0.value { true } else { false } }?.key ?? notifiers.first?.key
    for seat in seats.values { watch(seat) }
    return chosen != nil
  }

  /// Whether the compositor still reports idleness.
  var isTold: Bool { chosen != nil }

  /// The report for all seats: one active seat makes the person active.
  var report: IdleReport {
    if seats.isEmpty { return .unknown }
    return seats.values.allSatisfy(\.isIdle) ? .idle : .active
  }

  private func watch(_ seat: WaylandSeat) {
    switch chosen.flatMap({ notifiers[$0] }) {
    case .ext(let notifier)?:
      seat.watch(ext: ext_idle_notifier_v1_get_idle_notification(notifier, pauseMSec, seat.proxy))
    case .kde(let notifier)?:
      seat.watch(kde: org_kde_kwin_idle_get_idle_timeout(notifier, seat.proxy, pauseMSec))
    case nil: break
    }
  }

  private func came(_ number: UInt32, _ interface: String) {
    switch interface {
    case "wl_seat":
      guard let proxy = cidle_bind_seat(registry, number) else { return }
      let seat = WaylandSeat(proxy)
      seats[number] = seat
      watch(seat)
    case "ext_idle_notifier_v1":
      notifiers[number] = cidle_bind_ext_notifier(registry, number).map { .ext($0) }
    case "org_kde_kwin_idle":
      notifiers[number] = cidle_bind_kde_notifier(registry, number).map { .kde($0) }
    default: break
    }
  }

  private func went(_ number: UInt32) {
    seats[number] = nil
    if chosen == number { chosen = nil }
  }

  /// libwayland keeps the listener's address, so it stays as long as the process.
  private nonisolated(unsafe) static let listener = {
    let listener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)
    listener.initialize(
      to: wl_registry_listener(
        global: { context, _, number, interface, _ in
          guard let context, let interface else { return }
          WaylandSeats.of(context).came(number, String(cString: interface))
        },
        global_remove: { context, _, number in
          guard let context else { return }
          WaylandSeats.of(context).went(number)
        }))
    return listener
  }()

  private static func of(_ context: UnsafeMutableRawPointer) -> WaylandSeats {
    Unmanaged<WaylandSeats>.fromOpaque(context).takeUnretainedValue()
  }
}
