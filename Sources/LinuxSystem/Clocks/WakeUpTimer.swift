import CLinux
package import Dispatch
import Glibc

/// Why a ``WakeUpTimer`` woke its owner. After each of them time is looked at anew.
package enum WakeUpCause: Hashable, Sendable {
  /// An armed date or point has come.
  case due
  /// The wall clock was set, forwards or backwards.
  case clockChanged
  /// The machine was suspended and is back.
  case resumed
}

/// The one timer of a daemon. It waits for a date, for a point on the monotonic clock, or for both, and
/// notices steps of the wall clock and resumes. It is confined to its queue, and causes no wake-up while
/// nothing is due.
///
/// Dates and points are Dispatch's timers: a wall timer follows `CLOCK_REALTIME`, one with a deadline follows
/// `CLOCK_MONOTONIC`. Neither tells of a step, so a timerfd that is never due does
/// (timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`).
package final class WakeUpTimer {
  /// What the timerfd waits for, the end of the year 9999: one that is not armed would miss steps.
  private static let farFutureUSec: Int64 = 253_402_300_799_000_000
  /// Dispatch counts nanoseconds in 62 bits, on the wall clock until the year 2116. What is later is not
  /// waited for.
  private static let latestUSec: Int64 = (1 << 62) / 1000
  /// Reading two clocks is not atomic. A suspend lasts longer than a preemption between the reads, mostly;
  /// where it does not, the resume is called a change of the clock, which has the same consequence.
  private static let suspendResolutionUSec: Int64 = 100_000

  private let queue: DispatchQueue
  private let handler: @Sendable (WakeUpCause) -> Void
  private let suspendedUSec: () -> Int64
  private let dateTimer: any DispatchSourceTimer
  private let pointTimer: any DispatchSourceTimer
  private let stepTimer: SharedDescriptor
  private var steps: DescriptorSource?
  private var knownSuspendedUSec: Int64
  /// What is waited for; nil for nothing, and for what was reported.
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

  /// A timer that asks `suspendedUSec` how long the machine has slept: tests cannot suspend it.
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

  /// Waits for these instead of what was armed before. nil waits for nothing on that clock; what has passed
  /// already is due at once. Each is reported once.
  /// - Parameters:
  ///   - wallUSec: A date in microseconds since the Unix epoch.
  ///   - monotonicUSec: A point on `CLOCK_MONOTONIC` in microseconds.
  ///   - leewayUSec: How much later than the point is as good.
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

  /// Stops. The handler is not called again.
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

  /// The time as Dispatch takes it; nil for what it cannot wait for. 0 and less would mean something else to
  /// it, and 1 is long past on both clocks.
  private static func reachable(_ uSec: Int64?) -> Int64? {
    uSec.flatMap { $0 < latestUSec ? max($0, 1) : nil }
  }

  /// A timer that was due may have been armed anew, or the clock set back, before its handler ran. So what is
  /// reported is what the clock says now, and for the rest the timer is armed again.
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
      // The timer is armed, and the step that nobody has read yet is reported by this call instead.
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
    // The date is nearer or farther than it was when it was armed.
    if wallUSec != nil { scheduleDate() }
    let suspended = suspendedUSec()
    let hasSlept = suspended - knownSuspendedUSec > Self.suspendResolutionUSec
    knownSuspendedUSec = suspended
    handler(hasSlept ? .resumed : .clockChanged)
  }
}
