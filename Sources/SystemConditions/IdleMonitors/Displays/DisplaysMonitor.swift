import Dispatch
import LinuxSystem
import SchedulerCore

/// Whether a person is at their displays, where the desktop has no service that knows: sway, Hyprland, river,
/// i3, Xfce. Wayland's compositors are asked, and where there is none the X server, each by a program of its
/// own, which may crash. Confined to its bus's queue.
final class DisplaysMonitor {
  /// For so long the first answer is waited for: a compositor that hangs keeps nobody from being believed.
  private static let patienceUSec: Int64 = 2_000_000

  private let queue: DispatchQueue
  private var wayland: WaylandDisplays?
  private var x11: X11Display?
  private var handler: ((Bool?) -> Void)?
  private var patience: Countdown?
  private var hasAnswered = false

  init(
    _ places: DisplayPlaces, on bus: BusConnection, pause: TimeSpan, queue: DispatchQueue,
    warn: @escaping (String) -> Void
  ) {
    self.queue = queue
    if let program = places.waylandHelper, let folder = places.runtimeDirectory {
      wayland = WaylandDisplays(
        program, folder: folder, uid: places.uid, pause: pause, queue: queue, warn: warn
      ) { [weak self] in self?.look() }
    }
    if let program = places.x11Helper {
      x11 = X11Display(program, places: places, on: bus, pause: pause, queue: queue, warn: warn) {
        [weak self] in self?.look()
      }
    }
  }

  /// Begins to follow the displays.
  /// - Parameter handler: Called on the queue when something else may be known: nobody is there, or nil when
  ///   that is unknown. The first call says that the displays have answered, or are not there.
  func start(_ handler: @escaping (Bool?) -> Void) {
    self.handler = handler
    // One that was started with an ignored SIGCHLD would not learn how a helper has ended.
    SignalSource.keepEndedChildren()
    patience = Countdown(uSec: Self.patienceUSec, queue: queue) { [weak self] in
      self?.hasAnswered = true
      self?.look()
    }
    wayland?.start()
    look()
  }

  /// Looks where the displays are, as far as nobody tells.
  func refresh() {
    guard handler != nil else { return }
    wayland?.refresh()
    x11?.refresh()
  }

  /// Somebody has logged in or out, or is about to.
  func expect() {
    guard handler != nil else { return }
    x11?.expect()
  }

  /// Follows them no more, and ends the helpers.
  func stop() {
    (handler, patience, hasAnswered) = (nil, nil, false)
    wayland?.stop()
    x11?.isWanted = false
  }

  private func look() {
    guard let handler else { return }
    let words = wayland?.words ?? []
    let isWayland = words.contains(where: \.isDisplay)
    x11?.isWanted = !isWayland
    let x11Word = isWayland ? .displayGone : x11.map(\.word) ?? .displayGone
    let said = (words + [x11Word ?? .nothing]).compactMap(\.isIdle)
    if !words.contains(.nothing), x11Word != nil, x11Word != .nothing { hasAnswered = true }
    guard hasAnswered else { return }
    patience = nil
    // Somebody at one of them is somebody.
    handler(said.isEmpty ? nil : !said.contains(false))
  }
}
