import Dispatch
import Synchronization

/// The work on a queue after one wake-up of the process, with the work that it puts off.
///
/// A thread that enters a free queue (`sync`) pays for a lock only; handing the work over (`async`) wakes
/// another thread, which is most of a small call's cost. Work that this work puts on the queue would need
/// another thread all the same, so it is collected during a turn and done at the turn's end.
///
/// A turn is confined to its queue.
final class Turn: @unchecked Sendable {
  /// The longest time of a turn before other work on the queue runs. The limit is no number of calls, because
  /// the caller decides what one call costs.
  private static let limitUSec: Int64 = 2000

  private unowned let queue: DispatchQueue
  /// The poller of the queue's descriptors. The lock of ``Poller/of(_:)`` guards it.
  weak var poller: Poller?
  private var isOpen = false
  private var count: UInt64 = 0
  /// Whether another turn is on the queue.
  private var isHandedOver = false
  private var later: [() -> Void] = []
  /// Called when the process was woken for this queue.
  var wakeUpHandler: (() -> Void)?

  private init(_ queue: DispatchQueue) { self.queue = queue }

  // A key is compared by its identity and never changes.
  private static let key = DispatchSpecificKey<Turn>()

  /// Prepares a queue, once: Dispatch destroys a value that is replaced on a global queue, whose workers'
  /// monitor then wakes the process every second (seen with Swift 6.3: 20 wake-ups in 20 s instead of none).
  @discardableResult
  static func prepare(_ queue: DispatchQueue) -> Turn {
    preparation.withLock { _ in
      if let known = queue.getSpecific(key: key) { return known }
      let turn = Turn(queue)
      queue.setSpecific(key: key, value: turn)
      return turn
    }
  }

  private static let preparation = Mutex(())

  /// Returns the turn of the queue that the caller is on; nil on another queue or without turns.
  static func current(of queue: DispatchQueue) -> Turn? {
    guard let turn = DispatchQueue.getSpecific(key: key), turn.queue === queue else { return nil }
    return turn
  }

  /// The number of this turn, which no other has; `nil` between turns.
  var number: UInt64? { isOpen ? count : nil }

  /// Runs `body`, then all work that was put off, by it or before. Called on the queue.
  func run(_ body: () -> Void) {
    wakeUpHandler?()
    isOpen = true
    count += 1
    body()
    doPutOff()
    isOpen = false
    if !later.isEmpty { handOver() }
  }

  /// Puts work off to the end of this turn, or of the next. Work is done in the order in which it was put
  /// off, in whichever turn.
  func putOff(_ body: @escaping () -> Void) {
    later.append(body)
    if !isOpen { handOver() }
  }

  private func doPutOff() {
    let end = SystemClock.monotonicUSec + Self.limitUSec
    repeat {
      let now = later
      later = []
      for body in now { body() }
    } while !later.isEmpty && SystemClock.monotonicUSec < end
  }

  /// Enqueues another turn, behind the work that waits for the queue.
  private func handOver() {
    guard !isHandedOver else { return }
    isHandedOver = true
    queue.async {
      self.isHandedOver = false
      self.run {}
    }
  }
}
