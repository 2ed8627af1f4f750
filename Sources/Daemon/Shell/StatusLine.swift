import Dispatch
import LinuxSystem

/// What `systemctl status` shows: at once when it changes, but no more often than every second. The service
/// manager reads every line, and a daemon that takes thousands of submissions a second must not keep it busy.
final class StatusLine {
  private static let restUSec: Int64 = 1_000_000
  private var text = ""
  private let queue: DispatchQueue
  private let show: ((String) -> Void)?
  private var shown = ""
  private var rest: Countdown?

  /// - Parameter show: Gets a line, on the queue; nil where no service manager wants to know.
  init(queue: DispatchQueue, show: ((String) -> Void)?) {
    self.queue = queue
    self.show = show
  }

  func update(_ text: String) {
    self.text = text
    showChange()
  }

  /// The newest line, for who shows it in another message.
  func take() -> String {
    shown = text
    return text
  }

  private func showChange() {
    guard let show, rest == nil, text != shown else { return }
    shown = text
    show(text)
    rest = Countdown(uSec: Self.restUSec, queue: queue) { [weak self] in
      self?.rest = nil
      self?.showChange()
    }
  }
}
