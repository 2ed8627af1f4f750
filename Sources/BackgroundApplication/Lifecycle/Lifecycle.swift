import BackgroundTasks
import Dispatch
import Foundation
import Synchronization

/// The states that a program goes through, with hooks for each, and sequences of other events of the machine.
///
/// Code that knows how much the program is in use calls ``enter(_:)``: a window's code, or a terminal's
/// (``followTerminal()``). ``followMachine()`` has the program follow the machine's sleep and shutdown. The
/// program moves one step at a time: from active through inactive to background, and back. At each step the
/// hooks of the state run in parallel, each at most for its own limit; a hook that is added while its state
/// is entered runs the next time. When the last hook has ended, the state counts: ``state`` says it; bgtaskd
/// is told, which launches nothing for an application that is in the foreground (R36); and in the background
/// every ``StateStore`` is saved.
///
/// ```swift
/// Lifecycle.shared.onBackground(limit: .seconds(2)) { await connections.close() }
/// ```
public final class Lifecycle: Sendable {
  /// The program's own lifecycle.
  public static let shared = Lifecycle(clock: ContinuousClock(), system: SystemChanges()) { state in
    BGTaskScheduler.shared.applicationState = state.applicationState
    if state == .background { saveStores() }
  }

  /// The registration of a hook, which can be cancelled.
  public struct Registration: Sendable {
    fileprivate let number: Int
    fileprivate weak let lifecycle: Lifecycle?

    /// Removes the hook; a hook that runs is not stopped.
    public func cancel() { lifecycle?.remove(number) }
  }

  private struct State {
    var machine = LifecycleMachine(.background)
    var hooks: [Int: LifecycleHook] = [:]
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// The state that the program's own code wants.
    var wish = LifecycleState.background
    /// The most active states that the machine allows.
    var bounds: [Bound: LifecycleState] = [:]
    /// The followers, for as long as the lifecycle lives.
    var followers: [Source: any Sendable] = [:]

    var wanted: LifecycleState { bounds.values.reduce(wish, min) }
  }

  /// A source that a program follows.
  enum Source: Hashable {
    case machine
    case terminal
  }

  /// A reason that keeps the program from being more in use.
  enum Bound: Hashable {
    /// The machine is about to sleep or to shut down.
    case departure
    /// The program is out of sight.
    case unseen(MachineScreen)
  }

  private let mutex = Mutex(State())
  private let run: @Sendable (LifecycleHook, Duration) -> (@Sendable () async -> Bool)
  private let settle: @Sendable (LifecycleState) -> Void
  /// The queue that settles states, one after the other: bgtaskd is called, and files are written.
  private let queue = DispatchQueue(label: "BackgroundApplication lifecycle", qos: .utility)
  private let changes = Listeners<LifecycleState>()
  private let overdue = Listeners<LifecycleState>()
  let system: any LifecycleSystem

  /// - Parameter settle: Called with each state when it counts, before any listener hears of it.
  init<C: Clock>(
    clock: C, system: any LifecycleSystem, settle: @escaping @Sendable (LifecycleState) -> Void = { _ in }
  ) where C.Duration == Duration {
    (self.system, self.settle) = (system, settle)
    run = { hook, limit in
      // The limit counts from here on, and not from when a thread is free for the hook.
      let deadline = clock.now.advanced(by: limit)
      return { await hook.run(on: clock, until: deadline) }
    }
  }

  /// The state that counts.
  public var state: LifecycleState { mutex.withLock { $0.machine.state } }

  /// The states from now on, each when it counts.
  public var states: AsyncStream<LifecycleState> { changes.stream() }

  /// The states of hooks whose limits passed, from now on, one for each hook.
  public var overdueHooks: AsyncStream<LifecycleState> { overdue.stream() }

  /// Warnings that memory is short for this program, from now on.
  ///
  /// The source of the warnings is the one that systemd names (`MEMORY_PRESSURE_WATCH`), else the pressure of
  /// the program's own control group, else that of the machine, where the kernel lets the program ask.
  public var memoryWarnings: AsyncStream<MemoryWarning> { system.memoryWarnings() }

  /// Changes of the time of day, from now on: the clock was set, or the zone is another one.
  public var significantTimeChanges: AsyncStream<SignificantTimeChange> { system.timeChanges() }

  /// Changes, from now on, of whether people want the machine to save power
  /// (`ProcessInfo.isLowPowerModeEnabled`).
  public var lowPowerModes: AsyncStream<Bool> { system.lowPowerModes() }

  // MARK: Hooks

  /// Runs a hook each time before the program counts as active.
  /// - Parameter limit: The longest time that the state waits for the hook, which is then cancelled.
  @discardableResult
  public func onActive(limit: Duration = .seconds(5), _ body: @escaping @Sendable () async -> Void)
    -> Registration
  {
    add(LifecycleHook(state: .active, limit: limit, body: body))
  }

  /// Runs a hook each time before the program counts as inactive, from either side.
  /// - Parameter limit: As for ``onActive(limit:_:)``.
  @discardableResult
  public func onInactive(limit: Duration = .seconds(5), _ body: @escaping @Sendable () async -> Void)
    -> Registration
  {
    add(LifecycleHook(state: .inactive, limit: limit, body: body))
  }

  /// Runs a hook each time before the program counts as in the background, from either side.
  /// - Parameter limit: As for ``onActive(limit:_:)``.
  @discardableResult
  public func onBackground(limit: Duration = .seconds(5), _ body: @escaping @Sendable () async -> Void)
    -> Registration
  {
    add(LifecycleHook(state: .background, limit: limit, body: body))
  }

  /// Runs a hook each time before the program is suspended.
  /// - Parameter limit: As for ``onActive(limit:_:)``.
  @discardableResult
  public func onSuspend(limit: Duration = .seconds(5), _ body: @escaping @Sendable () async -> Void)
    -> Registration
  {
    add(LifecycleHook(state: .suspended, limit: limit, body: body))
  }

  private func add(_ hook: LifecycleHook) -> Registration {
    mutex.withLock { state in
      state.count += 1
      state.hooks[state.count] = hook
      return Registration(number: state.count, lifecycle: self)
    }
  }

  private func remove(_ number: Int) {
    _ = mutex.withLock { $0.hooks.removeValue(forKey: number) }
  }

  // MARK: Going there

  /// Moves the program to a state, through all states between. A later wish takes the place of this one; a
  /// step that has begun is finished. While the followed machine wants the program to be less in use, it
  /// moves only as far as that, and further when that is over.
  /// - Returns: When the program has come to rest, in this state or in one that a later wish asked for.
  public func enter(_ state: LifecycleState) async { await go { $0.wish = state } }

  /// Keeps the program from being more in use than a state; nil removes the bound.
  func bound(_ bound: Bound, to state: LifecycleState?) async { await go { $0.bounds[bound] = state } }

  /// Begins to follow a source, once.
  func follow(_ source: Source, _ begin: (Lifecycle) -> any Sendable) {
    let isFirst = mutex.withLock { state in
      defer { state.followers[source] = state.followers[source] ?? source }
      return state.followers[source] == nil
    }
    guard isFirst else { return }
    let follower = begin(self)
    mutex.withLock { $0.followers[source] = follower }
  }

  private func go(_ change: (inout State) -> Void) async {
    await withCheckedContinuation { continuation in
      let (entered, isThere) = mutex.withLock { own in
        change(&own)
        let entered = own.machine.want(own.wanted)
        let isThere = own.machine.entered == nil
        if !isThere { own.waiters.append(continuation) }
        return (entered, isThere)
      }
      if isThere { continuation.resume() }
      if let entered { begin(entered) }
    }
  }

  private func begin(_ entered: LifecycleState) {
    let hooks = mutex.withLock { $0.hooks.values.filter { $0.state == entered } }
    let runs = hooks.map { run($0, $0.limit) }
    Task {
      await withTaskGroup(of: Bool.self) { group in
        for run in runs { group.addTask { await run() } }
        for await isInTime in group where !isInTime { overdue.tell(entered) }
      }
      queue.async { self.arrive(entered) }
    }
  }

  private func arrive(_ entered: LifecycleState) {
    settle(entered)
    let (next, waiters) = mutex.withLock { state in
      let next = state.machine.arrive()
      // Told under the lock, so that listeners hear of the states in their order.
      changes.tell(entered)
      guard next == nil else { return (next, [CheckedContinuation<Void, Never>]()) }
      defer { state.waiters = [] }
      return (next, state.waiters)
    }
    if let next { begin(next) }
    for waiter in waiters { waiter.resume() }
  }

  private static func saveStores() {
    for error in StateStores.shared.save() {
      let text = "BackgroundApplication: the state is not saved: \(error.localizedDescription)\n"
      try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
  }
}
