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
  ///   - identifier: The task.
  ///   - reason: What `BGTask.expirationReason` is to say; nil is that it was simulated, as the ``history``
  ///     does.
  ///   - wait: What is waited for.
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

  /// The scheduler ends and another one takes over with what was stored (R19). Handlers that are working go
  /// on: the application comes back to the new one and says so.
  public func restart() { simulation.restart() }

  /// The application's process dies (R38): runs that go on are interrupted. ``scheduler`` is that of a new
  /// process, where handlers have to be registered again; so is `.shared` within
  /// ``withShared(isolation:_:)``.
  public func endApplication() { simulation.endApplication() }

  /// The machine goes off, and on again after so many seconds: pending requests are all that is left (R19).
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
