import LinuxSystem

/// Whether a desktop's screen saver is on or has locked the screen (the Idle Inhibition Service draft of
/// freedesktop.org and GNOME's interface have the same method and signal). Confined to its bus's queue.
final class ScreenSaver {
  private let name: String
  private let path: String
  private let service: BusService
  private var handler: ((Bool?) -> Void)?
  private var match: BusMatch?
  private var question: BusCall?

  /// - Parameter name: Its name on the bus, which is its interface's as well.
  init(_ name: String, path: String, on bus: BusConnection) {
    self.name = name
    self.path = path
    service = BusService(name, on: bus)
  }

  /// - Parameter handler: Called with whether it is on, or with nil when nobody knows; the first call says
  ///   that it has answered, or is not there.
  func start(_ handler: @escaping (Bool?) -> Void) {
    self.handler = handler
    service.start { [weak self] in self?.changed($0) }
  }

  func stop() {
    handler = nil
    service.stop()
    forget()
  }

  private func changed(_ change: BusService.Change) {
    forget()
    switch change {
    case .found:
      match = service.signals(path, name, "ActiveChanged") { [weak self] in self?.take($0) }
      question = service.call(path, name, "GetActive") { [weak self] answer in
        self?.question = nil
        self?.take(try? answer.get())
      }
    case .missing: handler?(nil)
    }
  }

  private func forget() {
    question?.cancel()
    (match, question) = (nil, nil)
  }

  private func take(_ message: BusMessage?) {
    handler?(try? message?.read { (reader) throws(BusError) in try reader.bool() })
  }
}
