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
/// Dates and points are Dispatch's timers: a wall timer follows `CLOCK_REALTIME`, one with a deadline follows
/// `CLOCK_MONOTONIC`. Neither reports a step, so a timerfd that is never due does (timerfd_create(2),
/// `TFD_TIMER_CANCEL_ON_SET`).
package final class WakeUpTimer {
  /// The timerfd's date, the end of the year 9999: a timerfd that is not armed would miss steps.
  private static let farFutureUSec: Int64 = 253_402_300_799_000_000
  /// The latest time that is armed: Dispatch counts nanoseconds in 62 bits, on the wall clock until the year
  /// 2116. Later times are not waited for.
  private static let latestUSec: Int64 = (1 << 62) / 1000
  /// The shortest suspend that is told apart from a preemption between the reads of the two clocks. After a
  /// shorter one the resume is reported as a change of the clock, which has the same consequence.
  private static let suspendResolutionUSec: Int64 = 100_000

  private let queue: DispatchQueue
  private let handler: @Sendable (WakeUpCause) -> Void
  private let suspendedUSec: () -> Int64
  private let dateTimer: any DispatchSourceTimer
  private let pointTimer: any DispatchSourceTimer
  private let stepTimer: SharedDescriptor
  private var steps: DescriptorSource?
  private var knownSuspendedUSec: Int64
  /// The armed date; nil for none, and once it was reported. The point likewise.
  private var wallUSec: Int64?
  private var monotonicUSec: Int64?
  private var leewayUSec: Int64 = 0
  private var isClosed = false

  /// A timer with nothing armed that already watches the wall clock. The handler is called on the queue,
  /// never from within ``arm(wallUSec:monotonicUSec:leewayUSec:)``.
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
    dateTimer = DispatchSource.makeTimerSource(queue: queue)
    pointTimer = DispatchSource.makeTimerSource(queue: queue)
    stepTimer = SharedDescriptor(
      owning: try systemCall("timerfd_create") { clinux_timer_create(CLOCK_REALTIME) })
    armStepTimer()
    steps = try DescriptorSource(stepTimer, for: .reading, queue: queue) { [weak self] in
      self?.stepTimerFired()
    }
    dateTimer.setEventHandler { [weak self] in self?.dateTimerFired() }
    pointTimer.setEventHandler { [weak self] in self?.pointTimerFired() }
    dateTimer.activate()
    pointTimer.activate()
  }

  deinit {
    dateTimer.cancel()
    pointTimer.cancel()
  }

  /// Replaces the armed date and point. nil waits for nothing on that clock; a time that has passed is due at
  /// once. Each is reported once.
  /// - Parameters:
  ///   - wallUSec: A date in microseconds since the Unix epoch.
  ///   - monotonicUSec: A point on `CLOCK_MONOTONIC` in microseconds.
  ///   - leewayUSec: The delay of the point that is tolerated, in microseconds.
  package func arm(wallUSec: Int64?, monotonicUSec: Int64?, leewayUSec: Int64 = 0) {
    guard !isClosed else { return }
    if wallUSec != self.wallUSec {
      self.wallUSec = wallUSec
      scheduleDate()
    }
    if monotonicUSec != self.monotonicUSec || leewayUSec != self.leewayUSec {
      self.monotonicUSec = monotonicUSec
      self.leewayUSec = leewayUSec
      schedulePoint()
    }
  }

  /// Stops the timer. The handler is not called again.
  package func close() {
    isClosed = true
    dateTimer.cancel()
    pointTimer.cancel()
    steps?.cancel()
    steps = nil
  }

  // MARK: What is due

  private func scheduleDate() {
    guard let uSec = Self.reachable(wallUSec) else {
      return dateTimer.schedule(wallDeadline: .distantFuture)
    }
    let date = timespec(tv_sec: Int(uSec / 1_000_000), tv_nsec: Int(uSec % 1_000_000 * 1000))
    dateTimer.schedule(wallDeadline: DispatchWallTime(timespec: date))
  }

  private func schedulePoint() {
    guard let uSec = Self.reachable(monotonicUSec) else {
      return pointTimer.schedule(deadline: .distantFuture)
    }
    pointTimer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(uSec) * 1000),
      leeway: .microseconds(Int(min(max(leewayUSec, 0), Self.latestUSec))))
  }

  /// Returns the time as Dispatch takes it; nil for one that it cannot wait for. Dispatch gives 0 and less
  /// another meaning, and 1 is long past on both clocks.
  private static func reachable(_ uSec: Int64?) -> Int64? {
    uSec.flatMap { $0 < latestUSec ? max($0, 1) : nil }
  }

  /// Reports the date once the wall clock has reached it, and arms the timer again before: the timer may have
  /// been armed anew, or the clock set back, before this handler ran.
  private func dateTimerFired() {
    guard !isClosed, let wallUSec else { return }
    guard SystemClock.wallUSec >= wallUSec else { return scheduleDate() }
    self.wallUSec = nil
    handler(.due)
  }

  private func pointTimerFired() {
    guard !isClosed, let monotonicUSec else { return }
    guard SystemClock.monotonicUSec >= monotonicUSec else { return schedulePoint() }
    self.monotonicUSec = nil
    handler(.due)
  }

  // MARK: Steps of the wall clock

  private func armStepTimer() {
    do throws(SystemError) {
      try systemCall("timerfd_settime") {
        clinux_timer_arm(stepTimer.number, Self.farFutureUSec / 1_000_000, 0, 1)
      }
    } catch {
      // The timer is armed. The error stands for a step that was not read yet, and that is reported here.
      guard error.code == ECANCELED else { fatalError("\(error)") }
      queue.runLater { [weak self] in self?.wallClockStepped() }
    }
  }

  private func stepTimerFired() {
    var count: UInt64 = 0
    do throws(SystemError) {
      _ = try systemCallUnlessBlocked("read") {
        read(stepTimer.number, &count, MemoryLayout<UInt64>.size)
      }
    } catch {
      guard error.code == ECANCELED else { fatalError("\(error)") }
      armStepTimer()
      wallClockStepped()
    }
  }

  private func wallClockStepped() {
    guard !isClosed else { return }
    // The step has moved the date nearer or farther.
    if wallUSec != nil { scheduleDate() }
    let suspended = suspendedUSec()
    let hasSlept = suspended - knownSuspendedUSec > Self.suspendResolutionUSec
    knownSuspendedUSec = suspended
    handler(hasSlept ? .resumed : .clockChanged)
  }
}
