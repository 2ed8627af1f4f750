import Dispatch
import LinuxSystem
import SchedulerCore

/// The idle time of keyboard and pointer, as KDE's screen locker knows it on X11 (kscreenlocker's
/// interface.cpp). On Wayland the locker answers 0, or with an error. Confined to its queue.
///
/// Other screen savers have the method as well, in seconds instead of milliseconds, so only the locker that
/// has KDE's name is asked. The locker has no signal: it is asked when the person could have become idle, as
/// terminals are, and at each ``look()``.
final class KDEIdleTime: IdleMonitor {
  private static let path = "/ScreenSaver"
  private static let interface = "org.freedesktop.ScreenSaver"

  let service: BusService
  private let queue: DispatchQueue
  private let pause: TimeSpan
  var handler: ((Bool?) -> Void)?
  private var question: BusCall?
  /// The time until the person may be idle.
  private var countdown: Countdown?

  init(on bus: BusConnection, queue: DispatchQueue, pause: TimeSpan) {
    service = BusService("org.kde.screensaver", on: bus)
    self.queue = queue
    self.pause = pause
  }

  func follow() { look() }

  func forget() {
    question?.cancel()
    (question, countdown) = (nil, nil)
  }

  /// Asks for the idle time.
  func look() {
    question?.cancel()
    question = service.call(Self.path, Self.interface, "GetSessionIdleTime") { [weak self] answer in
      guard let self else { return }
      question = nil
      let mSec = try? answer.get().read { (reader) throws(BusError) in try reader.uint32() }
      took(.milliseconds(Int64(mSec ?? 0)))
    }
  }

  private func took(_ idle: TimeSpan) {
    countdown = nil
    guard idle > .zero else {
      handler?(nil)
      return
    }
    if idle < pause {
      countdown = Countdown(uSec: (pause - idle).uSec, queue: queue) { [weak self] in self?.look() }
    }
    handler?(idle >= pause)
  }
}
