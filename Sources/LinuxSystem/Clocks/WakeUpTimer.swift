import CLinux
package import Dispatch
import Glibc

/// The cause of a call by a ``WakeUpTimer``. After each one the owner reads the clocks anew.
package enum WakeUpCause: Hashable, Sendable {
  /// An armed date or point has come.
  case due
  /// The wall clock was set, forwards or backwards.
  case clockChanged
  /// The machine was suspended and is back.
  case resumed
}

/// A daemon's only timer. It waits for a date, for a point on the monotonic clock, or for both, and reports
/// steps of the wall clock and resumes. Confined to its queue. It causes no wake-up while nothing is due.
///
/// Both are timers of the kernel (timerfd_create(2)) and not Dispatch's, which wake a thread that wakes
/// another one. That of the date is always armed: while it is, a step of the clock cancels it
/// (`TFD_TIMER_CANCEL_ON_SET`), which is reported.
package final class WakeUpTimer {
  /// The latest date that is armed, the end of the year 9999, and the one that stands for none.
  private static let farFutureUSec: Int64 = 253_402_300_799_000_000
  /// The shortest suspend that is told apart from a preemption between the reads of the two clocks. After a
  /// shorter one the resume is reported as a change of the clock, which has the same consequence.
  private static let suspendResolutionUSec: Int64 = 100_000

  private let queue: DispatchQueue
  private let handler: @Sendable (WakeUpCause) -> Void
  private let suspendedUSec: () -> Int64
  private let dateTimer: SharedDescriptor
  private let pointTimer: SharedDescriptor
  private var sources: [DescriptorSource] = []
  private var knownSuspendedUSec: Int64
  /// The armed date; nil for none, and once it was reported. The point likewise.
  private var wallUSec: Int64?
  private var monotonicUSec: Int64?
  private var isClosed = false

  /// A timer with nothing armed that already watches the wall clock. The handler is called on the queue,
  /// never from within ``arm(wallUSec:monotonicUSec:)``.
  /// - Throws: ``SystemError`` of timerfd_create(2) and epoll_ctl(2).
  package convenience init(queue: DispatchQueue, handler: @escaping @Sendable (WakeUpCause) -> Void)
    throws(SystemError)
  {
    try self.init(queue: queue, suspendedUSec: { SystemClock.suspendedUSec }, handler: handler)
  }

  /// A timer that takes the suspended time from `suspendedUSec`, for tests, which cannot suspend the machine.
  package init(
    queue: DispatchQueue, suspendedUSec: @escaping () -> Int64,
    handler: @escaping @Sendable (WakeUpCause) -> Void
  ) throws(SystemError) {
    self.queue = queue
    self.handler = handler
    self.suspendedUSec = suspendedUSec
    knownSuspendedUSec = suspendedUSec()
    dateTimer = try Self.timer(CLOCK_REALTIME)
    pointTimer = try Self.timer(CLOCK_MONOTONIC)
    armDate()
    sources = [
      try DescriptorSource(dateTimer, for: .reading, queue: queue) { [weak self] in self?.dateTimerFired() },
      try DescriptorSource(pointTimer, for: .reading, queue: queue) { [weak self] in
        self?.pointTimerFired()
      },
    ]
  }

  private static func timer(_ clock: clockid_t) throws(SystemError) -> SharedDescriptor {
    SharedDescriptor(owning: try systemCall("timerfd_create") { clinux_timer_create(clock) })
  }

  /// Replaces the armed date and point. nil waits for nothing on that clock; a time that has passed is due at
  /// once. Each is reported once.
  /// - Parameters:
  ///   - wallUSec: A date in microseconds since the Unix epoch.
  ///   - monotonicUSec: A point on `CLOCK_MONOTONIC` in microseconds.
  package func arm(wallUSec: Int64?, monotonicUSec: Int64?) {
    guard !isClosed else { return }
    if wallUSec != self.wallUSec {
      self.wallUSec = wallUSec
      armDate()
    }
    if monotonicUSec != self.monotonicUSec {
      self.monotonicUSec = monotonicUSec
      armPoint()
    }
  }

  /// Stops the timer. The handler is not called again.
  package func close() {
    isClosed = true
    for source in sources { source.cancel() }
    sources = []
  }

  /// Arms one of the timers.
  /// - Parameter uSec: An absolute time in microseconds.
  /// - Returns: Whether the wall clock was set since the timer was read last. The timer is armed all the
  ///   same.
  private static func arm(_ timer: SharedDescriptor, _ uSec: Int64, reportsSteps: Bool) -> Bool {
    // The kernel takes zero for "never", and nothing less.
    let uSec = min(max(uSec, 1), farFutureUSec)
    do throws(SystemError) {
      try systemCall("timerfd_settime") {
        clinux_timer_arm(timer.number, uSec / 1_000_000, uSec % 1_000_000 * 1000, reportsSteps ? 1 : 0)
      }
      return false
    } catch {
      guard error.code == ECANCELED else { fatalError("\(error)") }
      return true
    }
  }

  /// The reason why a timer wakes the queue.
  private enum Firing {
    case due, stepped
    /// The timer was armed anew after it was due.
    case outdated
  }

  private static func read(_ timer: SharedDescriptor) -> Firing {
    var count: UInt64 = 0
    do throws(SystemError) {
      let read = try systemCallUnlessBlocked("read") {
        Glibc.read(timer.number, &count, MemoryLayout<UInt64>.size)
      }
      return read == nil ? .outdated : .due
    } catch {
      guard error.code == ECANCELED else { fatalError("\(error)") }
      return .stepped
    }
  }

  // MARK: Dates and points

  private func armDate() {
    guard Self.arm(dateTimer, wallUSec ?? Self.farFutureUSec, reportsSteps: true) else { return }
    queue.runLater { [weak self] in self?.wallClockStepped() }
  }

  private func armPoint() { _ = Self.arm(pointTimer, monotonicUSec ?? .max, reportsSteps: false) }

  /// Reports the date once the wall clock has reached it. The timer may have been armed anew before this
  /// handler ran.
  private func dateTimerFired() {
    switch Self.read(dateTimer) {
    case .outdated: break
    case .stepped:
      armDate()
      wallClockStepped()
    case .due:
      let isDue = wallUSec.map { SystemClock.wallUSec >= $0 } ?? false
      if isDue { wallUSec = nil }
      armDate()
      if isDue { handler(.due) }
    }
  }

  private func pointTimerFired() {
    guard Self.read(pointTimer) == .due, let monotonicUSec else { return }
    guard SystemClock.monotonicUSec >= monotonicUSec else { return armPoint() }
    self.monotonicUSec = nil
    handler(.due)
  }

  // MARK: Steps of the wall clock

  private func wallClockStepped() {
    guard !isClosed else { return }
    let suspended = suspendedUSec()
    let hasSlept = suspended - knownSuspendedUSec > Self.suspendResolutionUSec
    knownSuspendedUSec = suspended
    handler(hasSlept ? .resumed : .clockChanged)
  }
}
