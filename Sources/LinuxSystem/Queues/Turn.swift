import Dispatch
import Synchronization

/// What is done on a queue because of one thing that woke the process: that, and what it wants done later.
///
/// A thread that has something for a queue and enters it (`sync`) costs nothing but a lock while nobody is on
/// the queue; handing it over instead (`async`) wakes another thread, which is most of what a small call
/// costs. But whatever that something puts on the queue would need another thread all the same. So what is to
/// be done later on the queue is collected while a turn lasts, and done at its end.
///
/// It is confined to its queue.
final class Turn: @unchecked Sendable {
  /// For so long it goes on before others on the queue have their turn. It is time and no number of things,
  /// because what one thing takes is up to whoever asked for it.
  private static let limitUSec: Int64 = 2000

  private unowned let queue: DispatchQueue
  /// Who takes turns for descriptors. It belongs to ``Poller/of(_:)``, under whose lock it is.
  weak var poller: Poller?
  private var isOpen = false
  /// A turn is on the queue.
  private var isHandedOver = false
  private var later: [() -> Void] = []
  /// Told that something has woken the process for this queue.
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

  /// That of the queue that the caller is on; nil when it is another one, or takes no turns.
  static func current(of queue: DispatchQueue) -> Turn? {
    guard let turn = DispatchQueue.getSpecific(key: key), turn.queue === queue else { return nil }
    return turn
  }

  /// Does it now, and then what was put off, by this or before. On the queue.
  func run(_ body: () -> Void) {
    wakeUpHandler?()
    isOpen = true
    body()
    doPutOff()
    isOpen = false
    if !later.isEmpty { handOver() }
  }

  /// Puts it off to the end of this turn, or of the next: in the order in which it was put off, whoever takes
  /// the turn.
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

  /// Another turn is taken when those who wait for the queue have had theirs.
  private func handOver() {
    guard !isHandedOver else { return }
    isHandedOver = true
    queue.async {
      self.isHandedOver = false
      self.run {}
    }
  }
}
