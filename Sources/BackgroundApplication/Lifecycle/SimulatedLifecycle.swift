/// A program's life for its tests: the test says what happens, and when its time has passed.
///
/// ```swift
/// let life = SimulatedLifecycle()
/// life.lifecycle.onBackground(limit: .seconds(2)) { await connections.close() }
/// await life.lifecycle.enter(.active)
/// ```
public final class SimulatedLifecycle: Sendable {
  /// What the tested code is given in the place of ``Lifecycle/shared``. bgtaskd hears nothing of it.
  public let lifecycle: Lifecycle
  private let clock = SimulatedClock()
  private let system = SimulatedChanges()

  /// A program in the background.
  public init() { lifecycle = Lifecycle(clock: clock, system: system) }

  /// Lets time pass for the limits of hooks.
  public func advance(by duration: Duration) { clock.advance(by: duration) }

  /// Memory is short.
  public func warnOfMemory() { system.memory.tell(MemoryWarning()) }

  /// Somebody sets the clock or the zone.
  public func changeTime(_ change: SignificantTimeChange) { system.time.tell(change) }

  /// People want the machine to save power, or no more.
  public func setLowPowerMode(_ isEnabled: Bool) { system.power.tell(isEnabled) }
}

/// A machine to which only happens what a test says.
private struct SimulatedChanges: LifecycleSystem {
  let memory = Listeners<MemoryWarning>()
  let time = Listeners<SignificantTimeChange>()
  let power = Listeners<Bool>()

  func memoryWarnings() -> AsyncStream<MemoryWarning> { memory.stream() }
  func timeChanges() -> AsyncStream<SignificantTimeChange> { time.stream() }
  func lowPowerModes() -> AsyncStream<Bool> { power.stream() }
}
