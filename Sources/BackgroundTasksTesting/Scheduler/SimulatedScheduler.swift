public import BackgroundTasks
import SchedulerCore
import Synchronization

/// A scheduler for tests: the one that decides in bgtaskd, with a clock that only the test moves and a machine that is as the
/// test says. What the application sees is its usual `BGTaskScheduler`.
///
/// Handlers are called while the test advances time (``advance(by:waitingFor:)``), and at no other moment, on the queues
/// that they were registered with. Meanwhile they may submit, complete and cancel from any thread: virtual time stands
/// still until they come to an end. From the same ``init(permitting:configuration:conditions:start:clock:seed:hangTimeout:launching:)``
/// the same test has the same ``log``.
///
/// In Swift Testing, and wherever else functions are asynchronous, use the asynchronous forms: the others block a
/// thread that the handlers' own tasks may need. They are for XCTest's synchronous functions; on the main thread they
/// keep the main queue going, so that handlers `using: .main` are called.
public final class SimulatedScheduler: Sendable {
  /// What happens to be Monday, 2026-01-05, 00:00 UTC: where simulations start unless the test says otherwise.
  public static let usualStart = Date(timeIntervalSince1970: 1_767_571_200)

  let simulation: Simulation
  private let current: Mutex<BGTaskScheduler>

  /// A simulated machine that has been running for a while, and on it a scheduler that knows one application.
  /// - Parameters:
  ///   - identifiers: What the application's manifest permits (R3): identifiers, or patterns that end in `.*` (R5).
  ///   - configuration: The rules; what is not said is as on a machine.
  ///   - conditions: What the machine is like at first; at its best, unless the test says otherwise.
  ///   - start: The simulation's first date.
  ///   - clock: Which clock the application asks when it makes dates.
  ///   - seed: What the names of runs are made from.
  ///   - hangTimeout: How many seconds of real time handlers may take before ``SimulationError/hung(_:)`` is thrown.
  ///   - launching: Launches the application: called with the scheduler of a new process, where it registers its handlers,
  ///     when a task is due and no process handles it. Without it a task whose handler is not registered is not accepted
  ///     (R15), and waits when it was accepted before.
  public init(
    permitting identifiers: [String], configuration: Configuration = Configuration(),
    conditions: Conditions = .allRequirementsMet, start: Date = SimulatedScheduler.usualStart,
    clock: ApplicationClock = .system, seed: UInt64 = 1, hangTimeout: TimeInterval = 10,
    launching: (@Sendable (BGTaskScheduler) async -> Void)? = nil
  ) {
    let application = Application(
      name: "application", permittedIdentifiers: identifiers.map { IdentifierPattern($0) },
      isStartable: launching != nil)
    simulation = Simulation(
      SimulationState(
        rules: configuration.rules(application), seed: seed, start: start, conditions: conditions),
      applicationClock: clock, patience: hangTimeout, launching: launching)
    current = Mutex(BGTaskScheduler(backend: SimulatedConnection(simulation)))
  }

  /// The scheduler of the test's own process, for code that is given one. It is another one after ``endApplication()``
  /// and ``reboot(downtime:)``, as in a new process.
  public var scheduler: BGTaskScheduler { current.withLock { $0 } }

  func renewScheduler() {
    let scheduler = BGTaskScheduler(backend: SimulatedConnection(simulation))
    let ended = current.withLock { current in
      defer { current = scheduler }
      return current
    }
    // It closes its connection, which must find no lock taken.
    withExtendedLifetime(ended) {}
  }

  /// Puts the simulation behind `BGTaskScheduler.shared` while the body runs, for code that says `.shared`. To the
  /// simulation this is a process of its own, with nothing registered at first, which ends with the body: runs that go on
  /// then are interrupted, pending requests stay. Bodies of different tests wait for each other.
  @available(*, noasync, message: "await the asynchronous form")
  public func withShared<Result>(_ body: () throws -> Result) rethrows -> Result {
    let connection = SimulatedConnection(simulation)
    defer { connection.close() }
    return try BGTaskScheduler.withShared(on: connection, body)
  }

  /// Puts the simulation behind `BGTaskScheduler.shared` while the body runs, as the other form does.
  public func withShared<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let connection = SimulatedConnection(simulation)
    defer { connection.close() }
    return try await BGTaskScheduler.withShared(on: connection, isolation: isolation, body)
  }
}
