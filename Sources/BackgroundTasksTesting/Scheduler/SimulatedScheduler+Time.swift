public import BackgroundTasks
import SchedulerCore
import SystemdSyntax

extension SimulatedScheduler {
  /// The present date of the simulation.
  public var now: Date { simulation.withState { $0.now } }

  /// Lets virtual time pass, from one wake-up of the scheduler to the next, so that everything happens at its
  /// own moment. Zero seconds call the handlers that are due now. Returns when the handlers have come as far
  /// as `wait` says.
  /// - Parameters:
  ///   - interval: The time in seconds, not negative.
  ///   - wait: The event that virtual time waits for.
  /// - Throws: ``SimulationError``, which says what hangs and what to do.
  @available(*, noasync, message: "await the asynchronous form")
  public func advance(by interval: TimeInterval, waitingFor wait: Wait = .completion) throws {
    try run(try point(after: interval), wait)
  }

  /// Lets virtual time pass, as the other form does, without blocking a thread.
  /// - Parameters:
  ///   - interval: The time in seconds, not negative.
  ///   - wait: The event that virtual time waits for.
  /// - Throws: ``SimulationError``; `CancellationError` when the task is cancelled.
  nonisolated(nonsending) public func advance(by interval: TimeInterval, waitingFor wait: Wait = .completion)
    async throws
  {
    try await run(try point(after: interval), wait)
  }

  /// Lets virtual time pass up to a date of the simulation, which must not lie behind ``now``.
  /// - Throws: ``SimulationError``.
  @available(*, noasync, message: "await the asynchronous form")
  public func advance(to date: Date, waitingFor wait: Wait = .completion) throws {
    try run(try point(at: date), wait)
  }

  /// Lets virtual time pass up to a date of the simulation, as the other form does, without blocking a
  /// thread.
  /// - Throws: ``SimulationError``; `CancellationError` when the task is cancelled.
  nonisolated(nonsending) public func advance(to date: Date, waitingFor wait: Wait = .completion) async throws
  {
    try await run(try point(at: date), wait)
  }

  /// Suspends the machine for these seconds: dates pass, but no run time. Nothing happens before the machine
  /// is back, and work that piled up starts a little at a time after that.
  public func suspend(for interval: TimeInterval) {
    let length = TimeSpan(seconds: interval)
    simulation.withState { state in
      state.clock.sleep(length)
      state.timeMoved()
      state.note(
        .suspended(length.seconds), "The machine was suspended for \(TimeSpanSyntax.format(length.uSec)).")
      state.handle(.resumed)
    }
  }

  /// Sets the wall clock forwards, or backwards if negative, by these seconds; run time does not notice.
  public func stepClock(by interval: TimeInterval) {
    let length = TimeSpan(seconds: interval.magnitude)
    let step = interval < 0 ? TimeSpan.zero - length : length
    simulation.withState { state in
      state.clock.step(step)
      state.timeMoved()
      let direction = interval < 0 ? "back" : "forwards"
      state.note(
        .clockStepped(step.seconds),
        "The wall clock was set \(direction) by \(TimeSpanSyntax.format(length.uSec)).")
      state.handle(.clockChanged)
    }
  }

  private func point(after interval: TimeInterval) throws -> MonotonicTime {
    guard interval >= 0 else {
      throw SimulationError.invalid(
        "found \(interval) seconds, allowed is no negative length; stepClock(by:) sets the clock back")
    }
    return simulation.point(after: TimeSpan(seconds: interval))
  }

  private func point(at date: Date) throws -> MonotonicTime {
    let length = WallTime(date) - simulation.withState { $0.clock.moment.wall }
    guard length >= .zero else {
      throw SimulationError.invalid(
        "\(date.logText) is before the simulation's present, \(now.logText); "
          + "stepClock(by:) sets the clock back"
      )
    }
    return simulation.point(after: length)
  }
}

extension SimulatedScheduler {
  /// The event that the simulation waits for before virtual time goes on.
  public enum Wait: Sendable {
    /// Every run has completed: work takes no virtual time. Handlers that are due at the same moment are
    /// called one after the other, so that the ``SimulatedScheduler/log`` is the same each time.
    case completion
    /// Every handler that was called has returned, or has asked `BGTask.shouldDefer` and goes on: work
    /// continues while virtual time passes, until it completes or its time is up. Use it for work that waits
    /// for something in the test's hand; the progress of other work is a matter of luck.
    case handler
  }
}
