import Dispatch
import LinuxSystem
import SchedulerCore

/// A monitor of a person's displays, where the desktop has no service for that: sway, Hyprland, river, i3,
/// Xfce. Helpers ask Wayland's compositors, and where there is none the X server, each in a process of its
/// own, which may crash. Confined to its bus's queue.
final class DisplaysMonitor {
  /// The longest wait for the first answer: a compositor that hangs does not hold back other answers.
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

  /// Starts to follow the displays.
  /// - Parameter handler: Called on the queue when the state may have changed: whether the displays are idle,
  ///   or nil for unknown. The first call means that the displays have answered, or are missing.
  func start(_ handler: @escaping (Bool?) -> Void) {
    self.handler = handler
    // A process that was started with an ignored SIGCHLD would not learn how a helper has ended.
    SignalSource.keepEndedChildren()
    patience = Countdown(uSec: Self.patienceUSec, queue: queue) { [weak self] in
      self?.hasAnswered = true
      self?.look()
    }
    wayland?.start()
    look()
  }

  /// Looks for displays that no event reports.
  func refresh() {
    guard handler != nil else { return }
    wayland?.refresh()
    x11?.refresh()
  }

  /// Looks for an X server for a while, because a person has logged in or out, or is about to.
  func expect() {
    guard handler != nil else { return }
    x11?.expect()
  }

  /// Stops following the displays, and ends the helpers.
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
    // The person is active when one of the displays is.
    handler(said.isEmpty ? nil : !said.contains(false))
  }
}
