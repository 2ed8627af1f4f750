import LinuxSystem

/// The state of a desktop's screen saver: on, or with the screen locked (the Idle Inhibition Service draft of
/// freedesktop.org and GNOME's interface have the same method and signal). Confined to its bus's queue.
final class ScreenSaver: IdleMonitor {
  private let name: String
  private let path: String
  let service: BusService
  var handler: ((Bool?) -> Void)?
  private var match: BusMatch?
  private var question: BusCall?

  /// - Parameter name: The saver's name on the bus, which is its interface's as well.
  init(_ name: String, path: String, on bus: BusConnection) {
    self.name = name
    self.path = path
    service = BusService(name, on: bus)
  }

  func follow() {
    match = service.signals(path, name, "ActiveChanged") { [weak self] in self?.take($0) }
    question = service.call(path, name, "GetActive") { [weak self] answer in
      self?.question = nil
      self?.take(try? answer.get())
    }
  }

  func forget() {
    question?.cancel()
    (match, question) = (nil, nil)
  }

  private func take(_ message: BusMessage?) {
    handler?(try? message?.read { (reader) throws(BusError) in try reader.bool() })
  }
}
