import CIdleProtocols
import CWayland

/// A seat of a compositor, from its coming to its going.
final class WaylandSeat {
  private enum Notification {
    case ext(OpaquePointer)
    case kde(OpaquePointer)
  }

  let proxy: OpaquePointer
  private var notification: Notification?
  /// Whether the seat had no input for the whole pause. The pause begins with the first request, so until it
  /// is over the person counts as present.
  private(set) var isIdle = false

  init(_ proxy: OpaquePointer) { self.proxy = proxy }

  deinit {
    switch notification {
    case .ext(let notification)?: ext_idle_notification_v1_destroy(notification)
    case .kde(let notification)?: org_kde_kwin_idle_timeout_release(notification)
    case nil: break
    }
    wl_seat_destroy(proxy)
  }

  /// Follows the seat's idleness from now on, by the protocol of wayland-protocols.
  func watch(ext: OpaquePointer?) {
    guard let ext else { return }
    notification = .ext(ext)
    ext_idle_notification_v1_add_listener(ext, Self.extListener, context)
  }

  /// Follows the seat's idleness from now on, by KDE's protocol.
  func watch(kde: OpaquePointer?) {
    guard let kde else { return }
    notification = .kde(kde)
    org_kde_kwin_idle_timeout_add_listener(kde, Self.kdeListener, context)
  }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func took(_ context: UnsafeMutableRawPointer?, isIdle: Bool) {
    guard let context else { return }
    Unmanaged<WaylandSeat>.fromOpaque(context).takeUnretainedValue().isIdle = isIdle
  }

  // libwayland keeps the addresses of the listeners, so they stay as long as the process.

  private nonisolated(unsafe) static let extListener = {
    let listener = UnsafeMutablePointer<ext_idle_notification_v1_listener>.allocate(capacity: 1)
    listener.initialize(
      to: ext_idle_notification_v1_listener(
        idled: { context, _ in took(context, isIdle: true) },
        resumed: { context, _ in took(context, isIdle: false) }))
    return listener
  }()

  private nonisolated(unsafe) static let kdeListener = {
    let listener = UnsafeMutablePointer<org_kde_kwin_idle_timeout_listener>.allocate(capacity: 1)
    listener.initialize(
      to: org_kde_kwin_idle_timeout_listener(
        idle: { context, _ in took(context, isIdle: true) },
        resumed: { context, _ in took(context, isIdle: false) }))
    return listener
  }()
}
