import Dispatch
import LinuxSystem

/// The line that `systemctl status` shows: a change at once, but at most one line a second. The service
/// manager reads every line, and a daemon that takes thousands of submissions a second must not keep it busy.
final class StatusLine {
  private static let restUSec: Int64 = 1_000_000
  private var text = ""
  private let queue: DispatchQueue
  private let show: ((String) -> Void)?
  private var shown = ""
  private var rest: Countdown?

  /// - Parameter show: Gets each line, on the queue; `nil` without a service manager.
  init(queue: DispatchQueue, show: ((String) -> Void)?) {
    self.queue = queue
    self.show = show
  }

  func update(_ text: String) {
    self.text = text
    showChange()
  }

  /// Returns the newest line, which the caller shows in another message.
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
