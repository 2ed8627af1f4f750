import BackgroundTasks
import Synchronization

/// A program's lifecycle for its tests: the test says what happens, and when time passes.
///
/// ```swift
/// let life = SimulatedLifecycle()
/// life.lifecycle.onBackground(limit: .seconds(2)) { await connections.close() }
/// await life.lifecycle.enter(.active)
/// ```
public final class SimulatedLifecycle: Sendable {
  /// The lifecycle that tested code gets in the place of ``Lifecycle/shared``. bgtaskd hears nothing of it.
  public let lifecycle: Lifecycle
  private let clock = SimulatedClock()
  private let system = SimulatedChanges()

  /// Creates a program in the background.
  public init() { lifecycle = Lifecycle(clock: clock, system: system) }

  /// Lets time pass for the limits of hooks.
  public func advance(by duration: Duration) { clock.advance(by: duration) }

  /// Reports that memory is short.
  public func warnOfMemory() { system.memory.tell(MemoryWarning()) }

  /// Reports that the clock or the zone was set.
  public func changeTime(_ change: SignificantTimeChange) { system.time.tell(change) }

  /// Reports whether people want the machine to save power.
  public func setLowPowerMode(_ isEnabled: Bool) { system.power.tell(isEnabled) }

  /// Announces the machine's sleep, of which a program hears that calls ``Lifecycle/followMachine()``.
  /// - Returns: When the program lets the machine sleep.
  public func sleep() async { await system.machine.tell(.sleeps) }

  /// Announces the machine's shutdown.
  /// - Returns: When the program lets the machine shut down.
  public func shutDown() async { await system.machine.tell(.shutsDown) }

  /// Reports that the machine is back from sleep, or does not shut down after all.
  public func comeBack() async { await system.machine.tell(.isBack) }

  /// Locks all screens, or unlocks them.
  public func setLocked(_ isLocked: Bool) async { await system.machine.tell(.unseen(.locked, isLocked)) }

  /// Closes the lid over the only screen, or opens it.
  public func setLidClosed(_ isClosed: Bool) async {
    await system.machine.tell(.unseen(.lidClosed, isClosed))
  }

  /// Brings the user's session to the front, or another one.
  public func setSessionActive(_ isActive: Bool) async {
    await system.machine.tell(.unseen(.sessionBehind, !isActive))
  }

  /// Gives the terminal's keyboard to the program, or stops the program or puts it behind another one:
  /// ``Lifecycle/followTerminal()``.
  public func setForeground(_ isInForeground: Bool) async {
    await system.terminal.tell(isInForeground ? .foreground : .background)
  }
}

/// The follower that a test tells.
private final class Followed<News: Sendable>: Sendable {
  private let follower = Mutex<(@Sendable (News) async -> Void)?>(nil)

  func follow(_ tell: @escaping @Sendable (News) async -> Void) { follower.withLock { $0 = tell } }

  func tell(_ news: News) async { await follower.withLock { $0 }?(news) }
}

/// A machine with only the events that a test tells.
private struct SimulatedChanges: LifecycleSystem {
  let memory = Listeners<MemoryWarning>()
  let time = Listeners<SignificantTimeChange>()
  let power = Listeners<Bool>()
  let machine = Followed<MachineNews>()
  let terminal = Followed<TerminalNews>()

  func memoryWarnings() -> AsyncStream<MemoryWarning> { memory.stream() }
  func timeChanges() -> AsyncStream<SignificantTimeChange> { time.stream() }
  func lowPowerModes() -> AsyncStream<Bool> { power.stream() }

  func followMachine(_ tell: @escaping @Sendable (MachineNews) async -> Void) -> any Sendable {
    machine.follow(tell)
    return machine
  }

  func followTerminal(_ tell: @escaping @Sendable (TerminalNews) async -> Void) -> any Sendable {
    terminal.follow(tell)
    return terminal
  }
}
