import BackgroundTasks
import Synchronization

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

  /// The machine is about to sleep. Whether the program hears of it is its own affair:
  /// ``Lifecycle/followMachine()``.
  /// - Returns: When the program lets it.
  public func sleep() async { await system.machine.tell(.sleeps) }

  /// The machine is about to shut down.
  /// - Returns: When the program lets it.
  public func shutDown() async { await system.machine.tell(.shutsDown) }

  /// The machine is back from sleep, or does not shut down after all.
  public func comeBack() async { await system.machine.tell(.isBack) }

  /// All screens are locked, or are not any more.
  public func setLocked(_ isLocked: Bool) async { await system.machine.tell(.unseen(.locked, isLocked)) }

  /// The lid is closed over the only screen, or is not any more.
  public func setLidClosed(_ isClosed: Bool) async {
    await system.machine.tell(.unseen(.lidClosed, isClosed))
  }

  /// The user's session is in front, or another one is.
  public func setSessionActive(_ isActive: Bool) async {
    await system.machine.tell(.unseen(.sessionBehind, !isActive))
  }

  /// The keys of the terminal are for the program, or it is stopped or behind another one:
  /// ``Lifecycle/followTerminal()``.
  public func setForeground(_ isInForeground: Bool) async {
    await system.terminal.tell(isInForeground ? .foreground : .background)
  }
}

/// Who is told by a test.
private final class Followed<News: Sendable>: Sendable {
  private let follower = Mutex<(@Sendable (News) async -> Void)?>(nil)

  func follow(_ tell: @escaping @Sendable (News) async -> Void) { follower.withLock { $0 = tell } }

  func tell(_ news: News) async { await follower.withLock { $0 }?(news) }
}

/// A machine to which only happens what a test says.
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
