public import BackgroundTasks
import SchedulerCore

/// A scheduler for tests: the one that decides in bgtaskd, with a clock that only the test moves and a
/// machine that is as the test says. What the application sees is its usual `BGTaskScheduler`.
///
/// Handlers are called while the test advances time (`advance(by:waitingFor:)`), and at no other moment, on
/// the queues that they were registered with. Meanwhile they may submit, complete and cancel from any thread:
/// virtual time stands still until they come to an end. From the same
/// ``init(permitting:configuration:conditions:start:clock:seed:hangTimeout:launching:)`` the same test has
/// the same ``log``.
///
/// In Swift Testing, and wherever else functions are asynchronous, use the asynchronous forms: the others
/// block a thread that the handlers' own tasks may need. They are for XCTest's synchronous functions; on the
/// main thread they keep the main queue going, so that handlers `using: .main` are called.
public final class SimulatedScheduler: Sendable {
  /// What happens to be Monday, 2026-01-05, 00:00 UTC: where simulations start unless the test says
  /// otherwise.
  public static let usualStart = Date(timeIntervalSince1970: 1_767_571_200)

  /// The application's scheduler, for code that is given one. After ``endApplication()`` and
  /// ``reboot(downtime:)``, and whenever the application is launched, it is that of a new process, where
  /// nothing is registered.
  public let scheduler: BGTaskScheduler

  let simulation: Simulation

  /// A simulated machine that has been running for a while, and on it a scheduler that knows one application.
  /// - Parameters:
  ///   - identifiers: What the application's manifest permits (R3): identifiers, or patterns that end in `.*`
  ///     (R5).
  ///   - configuration: The rules; what is not said is as on a machine.
  ///   - conditions: What the machine is like at first; at its best, unless the test says otherwise.
  ///   - start: The simulation's first date.
  ///   - clock: Which clock the application asks when it makes dates.
  ///   - seed: What the names of runs are made from.
  ///   - hangTimeout: How many seconds of real time handlers may take before ``SimulationError/hung(_:)`` is
  ///     thrown; time in which other tests keep all of Swift's threads busy does not count.
  ///   - launching: Launches the application when a task is due and its handler is not registered: called
  ///     with the scheduler of a new process, where it registers its handlers. A process that is still there
  ///     ends first. Without it a task whose handler is not registered is not accepted (R15), and waits when
  ///     it was accepted before.
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
    scheduler = BGTaskScheduler(backend: SimulatedConnection(simulation))
    simulation.attach(scheduler)
  }

  /// Puts the simulation behind `BGTaskScheduler.shared` while the body runs, for code that says `.shared`.
  /// To the simulation this is a process of the application with nothing registered at first, which ends with
  /// the body: runs that go on then are interrupted, pending requests stay. Bodies of different tests wait
  /// for each other; one must not begin another.
  public func withShared<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let connection = SimulatedConnection(simulation)
    return try await BGTaskScheduler.withShared(on: connection, isolation: isolation) {
      simulation.beginShared(connection)
      defer { simulation.endShared() }
      return try await body()
    }
  }
}

extension SimulatedScheduler {
  /// Which clock the application asks when it makes the dates of its requests.
  public enum ApplicationClock: Sendable {
    /// The machine's, as in `Date(timeIntervalSinceNow: 4 * 60 * 60)`: a date in a request counts as that far
    /// away from the moment of its submission, rounded up to whole seconds, so that the time that the test
    /// itself takes does not show. What the application gets to see is translated back.
    case system
    /// The simulation's ``SimulatedScheduler/now``, which the test hands to the application.
    case simulated
  }
}
