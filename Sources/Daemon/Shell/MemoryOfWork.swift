import Dispatch
import LinuxSystem

/// Gives back what only work needs, pages of code and gaps in the heap: what waits for days holds little of
/// them. Confined to its queue.
///
/// One wake-up follows work, and no other until there is work again. Where something happens all the time
/// (a network that comes and goes, callers that look) there is one every ``restUSec``: what is needed again
/// comes from the page cache, and what only the start or a rare call has needed stays away.
final class MemoryOfWork {
  /// Callers that come again, the bus and the conditions after a start come within less.
  private static let restUSec: Int64 = 5_000_000

  private let queue: DispatchQueue
  private var countdown: Countdown?

  /// What wakes the queue is work, also when nothing comes of it: a false alarm of the kernel's needs the
  /// pages of code that find out.
  init(queue: DispatchQueue) {
    self.queue = queue
    queue.onWakeUp { [weak self] in self?.worked() }
  }

  /// Something was done.
  func worked() {
    guard countdown == nil else { return }
    countdown = Countdown(uSec: Self.restUSec, queue: queue) { [weak self] in
      self?.countdown = nil
      ProgramText.release()
      HeapMemory.release()
    }
  }
}
