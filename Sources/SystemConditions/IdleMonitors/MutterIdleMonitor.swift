import LinuxSystem
import SchedulerCore

/// The idleness of keyboard and pointer, as GNOME's compositor knows it (mutter's
/// org.gnome.Mutter.IdleMonitor.xml). The compositor is told the idle time once, and reports from then on
/// when idleness begins and ends. Confined to its bus's queue.
final class MutterIdleMonitor: IdleMonitor {
  private static let interface = "org.gnome.Mutter.IdleMonitor"
  private static let path = "/org/gnome/Mutter/IdleMonitor/Core"

  let service: BusService
  private let pauseMSec: UInt64
  var handler: ((Bool?) -> Void)?
  private var match: BusMatch?
  private var question: BusCall?
  private var order: BusCall?
  /// The watch that fires whenever idleness begins.
  private var idleWatch: UInt32?
  /// The watch that fires once, when idleness ends.
  private var activeWatch: UInt32?

  init(on bus: BusConnection, pause: TimeSpan) {
    service = BusService(Self.interface, on: bus)
    pauseMSec = UInt64(max(0, pause.uSec / 1000))
  }

  func follow() {
    match = service.signals(Self.path, Self.interface, "WatchFired") { [weak self] in self?.fired($0) }
    // The watch is set before the first question, so that no beginning of idleness is missed.
    order("AddIdleWatch") { [pauseMSec] (writer) throws(BusError) in
      try writer.uint64(pauseMSec)
    } then: { [weak self] watch in
      self?.idleWatch = watch
      self?.look()
    }
  }

  func forget() {
    question?.cancel()
    order?.cancel()
    (match, question, order, idleWatch, activeWatch) = (nil, nil, nil, nil, nil)
  }

  /// Has a watch made. Without it no event would come, so the state is unknown then.
  private func order(
    _ member: String, write: (BusWriter) throws(BusError) -> Void = { _ in },
    then: @escaping (UInt32) -> Void
  ) {
    guard order == nil else { return }
    order = service.call(Self.path, Self.interface, member, write: write) { [weak self] answer in
      guard let self else { return }
      order = nil
      let watch = try? answer.get().read { (reader) throws(BusError) in try reader.uint32() }
      if let watch { then(watch) } else { handler?(nil) }
    }
  }

  /// Asks for the idle time.
  func look() {
    guard idleWatch != nil else { return }
    question?.cancel()
    question = service.call(Self.path, Self.interface, "GetIdletime") { [weak self] answer in
      guard let self else { return }
      question = nil
      took(mSec: try? answer.get().read { (reader) throws(BusError) in try reader.uint64() })
    }
  }

  private func took(mSec: UInt64?) {
    guard let mSec, mSec >= pauseMSec else {
      handler?(mSec == nil ? nil : false)
      return
    }
    guard activeWatch == nil else {
      handler?(true)
      return
    }
    // A return before the watch is set would be missed: the time is asked for again then.
    order("AddUserActiveWatch") { [weak self] watch in
      self?.activeWatch = watch
      self?.look()
    }
  }

  private func fired(_ message: BusMessage) {
    let watch = try? message.read { (reader) throws(BusError) in try reader.uint32() }
    guard let watch else { return }
    if watch == activeWatch {
      activeWatch = nil
      question?.cancel()
      handler?(false)
    } else if watch == idleWatch {
      removeActiveWatch()
      look()
    }
  }

  /// Removes a watch of an earlier idleness, whose end was not reported.
  private func removeActiveWatch() {
    guard let watch = activeWatch else { return }
    activeWatch = nil
    service.call(Self.path, Self.interface, "RemoveWatch") { (writer) throws(BusError) in
      try writer.uint32(watch)
    } reply: { _ in
    }
  }
}
