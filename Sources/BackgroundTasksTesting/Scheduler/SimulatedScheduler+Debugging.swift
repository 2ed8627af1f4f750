public import BackgroundTasks
import SchedulerAPI
import SchedulerCore

extension SimulatedScheduler {
  /// Launches a pending task now, whatever it waits for (R60), and returns when its handler has come as far
  /// as `wait` says.
  /// - Throws: ``SimulationError``.
  @available(*, noasync, message: "await the asynchronous form")
  public func simulateLaunch(_ identifier: String, waitingFor wait: Wait = .completion) throws {
    try launch(identifier)
    try run(simulation.point(after: .zero), wait)
  }

  /// Launches a pending task now, as the other form does, without blocking a thread.
  /// - Throws: ``SimulationError``; `CancellationError` when the task is cancelled.
  nonisolated(nonsending) public func simulateLaunch(
    _ identifier: String, waitingFor wait: Wait = .completion
  ) async throws {
    try launch(identifier)
    try await run(simulation.point(after: .zero), wait)
  }

  /// Tells a running task to stop (R61), and returns when its expiration handler has returned and the run has
  /// come as far as `wait` says.
  /// - Parameters:
  ///   - identifier: The task's identifier.
  ///   - reason: The `BGTask.expirationReason`; nil is that it was simulated, as the ``history`` says.
  ///   - wait: The point up to which this waits.
  /// - Throws: ``SimulationError``.
  @available(*, noasync, message: "await the asynchronous form")
  public func simulateExpiration(
    _ identifier: String, reason: BGTaskReason? = nil, waitingFor wait: Wait = .completion
  ) throws {
    try expire(identifier, reason)
    try run(simulation.point(after: .zero), wait)
  }

  /// Tells a running task to stop, as the other form does, without blocking a thread.
  /// - Throws: ``SimulationError``; `CancellationError` when the task is cancelled.
  nonisolated(nonsending) public func simulateExpiration(
    _ identifier: String, reason: BGTaskReason? = nil, waitingFor wait: Wait = .completion
  ) async throws {
    try expire(identifier, reason)
    try await run(simulation.point(after: .zero), wait)
  }

  /// Replaces the scheduler by another one with what was stored (R19). Handlers that are working go on: the
  /// application connects to the new scheduler and names their runs.
  public func restart() { simulation.restart() }

  /// Ends the application's process as if it died (R38): runs in progress are interrupted. ``scheduler`` is
  /// that of a new process, where handlers have to be registered again; so is `.shared` within
  /// ``withShared(isolation:_:)``.
  public func endApplication() { simulation.endApplication() }

  /// Turns the machine off, and on again after these seconds: only pending requests are left (R19).
  /// ``scheduler`` is that of a new process, where handlers have to be registered again.
  public func reboot(downtime: TimeInterval = 60) {
    simulation.reboot(downtime: TimeSpan(seconds: downtime))
  }

  private func launch(_ identifier: String) throws {
    try refusable { try simulation.withState { _ = try $0.call(.simulateLaunch(identifier: identifier)) } }
  }

  private func expire(_ identifier: String, _ reason: BGTaskReason?) throws {
    try refusable { try simulation.withState { try $0.simulateExpiration(identifier, reason) } }
  }

  private func refusable(_ body: () throws -> Void) throws {
    do { try body() } catch let error as SchedulerInterfaceError {
      throw SimulationError.refused(error.description)
    }
  }
}
