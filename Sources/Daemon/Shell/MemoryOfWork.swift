import Dispatch
import LinuxSystem

/// Gives back the pages of code that only work needs, once there has been none for a while: what waits for
/// days holds a few of them. Confined to its queue.
///
/// One wake-up follows work, and no other until there is work again. Code that is needed again comes from the
/// page cache.
final class MemoryOfWork {
  /// Callers that come again, the bus and the conditions after a start come within less.
  private static let restUSec: Int64 = 5_000_000

  private let queue: DispatchQueue
  private var countdown: Countdown?
  private var hasWorkedSince = false

  init(queue: DispatchQueue) { self.queue = queue }

  /// Something was done.
  func worked() {
    hasWorkedSince = true
    if countdown == nil { rest() }
  }

  private func rest() {
    hasWorkedSince = false
    countdown = Countdown(uSec: Self.restUSec, queue: queue) { [weak self] in self?.look() }
  }

  private func look() {
    guard !hasWorkedSince else { return rest() }
    countdown = nil
    ProgramText.release()
  }
}
