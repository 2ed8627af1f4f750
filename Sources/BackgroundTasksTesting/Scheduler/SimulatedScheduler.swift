// Room BackgroundTasksTesting: a scheduler for the tests of programs, the core under virtual time.
// Way in: `SimulatedScheduler`.
// Must not know: the daemon, the store, real time.

public import BackgroundTasks
import SchedulerCore

/// A scheduler for tests: bgtaskd's own, with a clock that only the test moves and a machine that is as the
/// test says. The application sees its usual `BGTaskScheduler`.
///
/// Handlers are called while the test advances time (`advance(by:waitingFor:)`), and at no other moment, on
/// the queues that they were registered with. Meanwhile they may submit, complete and cancel from any thread:
/// virtual time stands still until they have ended. With the same
/// ``init(permitting:configuration:conditions:start:clock:seed:hangTimeout:launching:)`` the same test has
/// the same ``log``.
///
/// In Swift Testing, and wherever else functions are asynchronous, use the asynchronous forms: the others
/// block a thread that the handlers' own tasks may need. The blocking forms are for XCTest's synchronous
/// functions; on the main thread they keep the main queue going, so that handlers `using: .main` are called.
public final class SimulatedScheduler: Sendable {
  /// The usual start of a simulation: Monday, 2026-01-05, 00:00 UTC.
  public static let usualStart = Date(timeIntervalSince1970: 1_767_571_200)

  /// The application's scheduler, for code that takes one. After ``endApplication()`` and
  /// ``reboot(downtime:)``, and whenever the application is launched, it is that of a new process, where no
  /// handler is registered.
  public let scheduler: BGTaskScheduler

  let simulation: Simulation

  /// Creates a simulated machine that has been running for a while, with a scheduler that knows one
  /// application.
  /// - Parameters:
  ///   - identifiers: The identifiers, or patterns that end in `.*` (R5), that the manifest permits (R3).
  ///   - configuration: The rules; the defaults are those of a machine.
  ///   - conditions: The machine's first conditions; at its best, unless the test says otherwise.
  ///   - start: The simulation's first date.
  ///   - clock: The clock that the application asks when it makes dates.
  ///   - seed: The seed of the runs' names.
  ///   - hangTimeout: The seconds of real time that handlers may take before ``SimulationError/hung(_:)`` is
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

  /// Puts the simulation behind `BGTaskScheduler.shared` while the body runs, for code that uses `.shared`.
  /// For the simulation this is a process of the application without registrations at first, which ends with
  /// the body: runs in progress are interrupted then, pending requests stay. Bodies of different tests wait
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
  /// The clock that the application asks when it makes the dates of its requests.
  public enum ApplicationClock: Sendable {
    /// The machine's clock, as in `Date(timeIntervalSinceNow: 4 * 60 * 60)`: a date in a request counts as
    /// that far away from the moment of its submission, rounded up to whole seconds, so that the time that
    /// the test itself takes does not show. Dates that the application gets are translated back.
    case system
    /// The simulation's ``SimulatedScheduler/now``, which the test hands to the application.
    case simulated
  }
}
