import Dispatch
import LinuxSystem

/// Releases memory that only work needs, pages of code and gaps in the heap: a daemon that waits for days
/// holds little of them. Confined to its queue.
///
/// One wake-up follows work, and no other until there is work again. Where work never ends (a network that
/// comes and goes, callers that read) there is one every ``restUSec``: pages that are needed again come from
/// the page cache, and pages that only the start or a rare call needed stay away.
final class MemoryOfWork {
  /// The time from work to release; repeated callers, the bus and conditions after a start come within less.
  private static let restUSec: Int64 = 5_000_000

  private let queue: DispatchQueue
  private var countdown: Countdown?

  /// Counts every wake-up of the queue as work, even one without a result: a false alarm of the kernel's
  /// needs the pages of code that detect it.
  init(queue: DispatchQueue) {
    self.queue = queue
    queue.onWakeUp { [weak self] in self?.worked() }
  }

  /// Records work, which starts the countdown unless it runs already.
  func worked() {
    guard countdown == nil else { return }
    countdown = Countdown(uSec: Self.restUSec, queue: queue) { [weak self] in
      self?.countdown = nil
      ProgramText.release()
      HeapMemory.release()
    }
  }
}
