import CLinux
public import Dispatch
import Glibc

/// The one timer of a daemon. It waits for a date, for a point on the monotonic clock, or for both, and
/// notices steps of the wall clock and resumes, which Dispatch's own timers do not (timerfd_create(2),
/// `TFD_TIMER_CANCEL_ON_SET`). It is confined to its queue, and causes no wake-up while nothing is due.
public final class WakeUpTimer {
  /// With no date the wall timer waits for the end of the year 9999: an unarmed timer would miss clock steps.
  private static let farFutureUSec: Int64 = 253_402_300_799_000_000
  /// Reading two clocks is not atomic. A suspend lasts longer than a preemption between the reads, mostly;
  /// where it does not, the resume is called a change of the clock, which has the same consequence.
  private static let suspendResolutionUSec: Int64 = 100_000

  private let queue: DispatchQueue
  private let handler: @Sendable (WakeUpCause) -> Void
  private let suspendedUSec: () -> Int64
  private let wallTimer: SharedDescriptor
  private let monotonicTimer: SharedDescriptor
  private var sources: [DescriptorSource] = []
  private var knownSuspendedUSec: Int64
  private var wallUSec = WakeUpTimer.farFutureUSec
  private var isClosed = false

  /// A timer with nothing armed that already watches the wall clock. The handler is called on the queue,
  /// never from within ``arm(wallUSec:monotonicUSec:)``.
  /// - Throws: ``SystemError`` of timerfd_create(2) and epoll_ctl(2).
  public convenience init(queue: DispatchQueue, handler: @escaping @Sendable (WakeUpCause) -> Void)
    throws(SystemError)
  {
    try self.init(queue: queue, suspendedUSec: { SystemClock.suspendedUSec }, handler: handler)
  }

  /// A timer that asks `suspendedUSec` how long the machine has slept: tests cannot suspend it.
  package init(
    queue: DispatchQueue, suspendedUSec: @escaping () -> Int64,
    handler: @escaping @Sendable (WakeUpCause) -> Void
  ) throws(SystemError) {
    self.queue = queue
    self.handler = handler
    self.suspendedUSec = suspendedUSec
    knownSuspendedUSec = suspendedUSec()
    wallTimer = SharedDescriptor(
      owning: try systemCall("timerfd_create") { clinux_timer_create(CLOCK_REALTIME) })
    monotonicTimer = SharedDescriptor(
      owning: try systemCall("timerfd_create") { clinux_timer_create(CLOCK_MONOTONIC) })
    armWall()
    sources = [
      try DescriptorSource(wallTimer, for: .reading, queue: queue) { [weak self] in self?.wallFired() },
      try DescriptorSource(monotonicTimer, for: .reading, queue: queue) { [weak self] in
        self?.monotonicFired()
      },
    ]
  }

  /// Waits for these instead of what was armed before. nil waits for nothing on that clock; what has passed
  /// already is due at once.
  /// - Parameters:
  ///   - wallUSec: A date in microseconds since the Unix epoch.
  ///   - monotonicUSec: A point on `CLOCK_MONOTONIC` in microseconds.
  public func arm(wallUSec: Int64?, monotonicUSec: Int64?) {
    guard !isClosed else { return }
    self.wallUSec = min(wallUSec ?? Self.farFutureUSec, Self.farFutureUSec)
    armWall()
    // 0 would disarm, and is long past on both clocks.
    arm(monotonicTimer, uSec: monotonicUSec.map { max($0, 1) } ?? 0, cancelOnSet: false)
  }

  /// Stops. The handler is not called again.
  public func close() {
    isClosed = true
    for source in sources { source.cancel() }
    sources = []
  }

  private func armWall() { arm(wallTimer, uSec: max(wallUSec, 1), cancelOnSet: true) }

  private func arm(_ timer: SharedDescriptor, uSec: Int64, cancelOnSet: Bool) {
    do throws(SystemError) {
      try systemCall("timerfd_settime") {
        clinux_timer_arm(timer.number, uSec / 1_000_000, uSec % 1_000_000 * 1000, cancelOnSet ? 1 : 0)
      }
    } catch {
      // The timer is armed, and the step that nobody has read yet is reported by this call instead.
      guard error.code == ECANCELED else { fatalError("\(error)") }
      queue.runLater { [weak self] in self?.wallClockStepped() }
    }
  }

  private func wallFired() {
    do throws(SystemError) {
      if try readExpirations(of: wallTimer) { handler(.due) }
    } catch {
      guard error.code == ECANCELED else { fatalError("\(error)") }
      armWall()
      wallClockStepped()
    }
  }

  private func monotonicFired() {
    do throws(SystemError) {
      if try readExpirations(of: monotonicTimer) { handler(.due) }
    } catch {
      fatalError("\(error)")
    }
  }

  private func wallClockStepped() {
    guard !isClosed else { return }
    let suspended = suspendedUSec()
    let hasSlept = suspended - knownSuspendedUSec > Self.suspendResolutionUSec
    knownSuspendedUSec = suspended
    handler(hasSlept ? .resumed : .clockChanged)
  }

  /// False when the timer was armed anew after Dispatch saw it due.
  private func readExpirations(of timer: SharedDescriptor) throws(SystemError) -> Bool {
    var count: UInt64 = 0
    return try systemCallUnlessBlocked("read") { read(timer.number, &count, MemoryLayout<UInt64>.size) }
      != nil
  }
}
