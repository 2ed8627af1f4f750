import Foundation
package import SchedulerAPI

/// What decides when the tasks of a ``BGTaskScheduler`` run: the daemon, or a simulation of it in this
/// process. Every function may be called on any thread, also from within ``SchedulerDelegate``'s.
///
/// What throws, throws `SchedulerInterfaceError` when the scheduler refuses, and `ClientError` when it cannot
/// be asked.
package protocol SchedulerBackend: AnyObject, Sendable {
  /// Says where runs are delivered to. Called once, before everything else. The delegate owns the backend,
  /// which must not own it.
  func attach(_ delegate: any SchedulerDelegate)

  /// Accepts a request.
  func submit(_ request: Wire.TaskRequest) throws
  /// Accepts all of them or none, in their order.
  func submit(_ requests: [Wire.TaskRequest]) throws
  /// Ends a pending task; a running one gets an expiration.
  func cancel(_ identifier: String) throws
  /// Pending and running tasks, of other applications as well, each with its application's name.
  func list() throws -> [Wire.Task]
  /// Past and present runs of a task, newest first.
  func runs(of identifier: String, limit: Int?) throws -> [Wire.Run]
  /// Tells what happens to the user's tasks from now on. `tell` returns at once, and calls nothing of the
  /// application.
  func watch(
    _ tell: @escaping @Sendable (SchedulerNews<SchedulerMethod.Watch.Reply>) -> Void
  ) -> any SchedulerWatch
  /// Tells what is believed about the machine, now and with every change, as ``watch(_:)`` does.
  func watchConditions(
    _ tell: @escaping @Sendable (SchedulerNews<SchedulerMethod.GetConditions.Reply>) -> Void
  ) -> any SchedulerWatch
  /// Asks for time. What `tell` hears first is the answer; then that it has to end, and that it need not any
  /// more. It lasts until the watch ends or the scheduler is gone. `tell` is called as by ``watch(_:)``.
  func beginAssertion(
    _ assertion: SchedulerMethod.BeginAssertion.Parameters,
    _ tell: @escaping @Sendable (SchedulerNews<SchedulerMethod.BeginAssertion.Reply>) -> Void
  ) -> any SchedulerWatch
  /// How long the machine has been awake, counted from anywhere: the time of assertions is counted by it.
  var uptime: Duration { get }
  /// Keeps tasks from starting.
  func pause(_ pause: SchedulerMethod.Pause.Parameters) throws
  /// Ends the pause of a pattern.
  func resume(_ identifiers: String) throws
  /// Why a task is not running.
  func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply

  /// Delivers an identifier's launches from now on, or those of all identifiers that a pattern covers and
  /// that are not registered themselves (R5). False when it is not permitted (R3); true as well when nobody
  /// can be asked now: then it is registered later.
  func register(_ identifier: String) -> Bool
  /// Takes a registration back, as far as that goes: nothing is delivered any more.
  func unregister(_ identifier: String)

  /// A run's end. Kept and told later when nobody can be told now.
  func complete(runId: String, success: Bool)
  /// Ends were kept, or are being told: a process that is gone by then does not tell them.
  var hasUntoldEnds: Bool { get }
  /// A run's handler is about to be called, of a launch that asks to be told. Told before anything else of
  /// the run, or not at all.
  func handlerBegan(runId: String)
  /// How far a run is.
  func reportProgress(runId: String, _ progress: Wire.Progress)
  /// How long progress is held back after a report, so that a tight loop sends few; zero sends every change.
  var progressInterval: Duration { get }
  /// Whether a run should save its work and come back later; false when nobody can be asked.
  func shouldDefer(runId: String) -> Bool

  /// The name of the manifest that permits the identifiers, or empty for whichever does.
  var applicationName: String { get set }
  /// The name of the application that this is, as far as that is known: what was set, else what the scheduler
  /// found.
  var ownApplication: String? { get }
  /// How much the application is in use (R36).
  func setApplicationState(_ state: Wire.ApplicationState)

  /// The moment that dates are counted from.
  var now: Date { get }

  /// Starts a pending task now, whatever it waits for (R60).
  func simulateLaunch(_ identifier: String) throws
  /// Tells a running task that its time is up (R61).
  func simulateExpiration(_ identifier: String) throws

  /// The application has asked for something without waiting for it. An end follows for certain.
  func callBegan()
  /// What it asked for was answered, and the handler that it gave for the answer has returned.
  func callEnded()

  /// Nobody needs the backend any more. What is asked of it later fails, and nothing is delivered.
  func close()
}

extension SchedulerBackend {
  /// One by one, where nothing comes between them.
  package func submit(_ requests: [Wire.TaskRequest]) throws {
    for (index, request) in requests.enumerated() {
      do { try submit(request) } catch {
        for accepted in requests[..<index] { try? cancel(accepted.identifier) }
        throw error
      }
    }
  }

  /// Where they are told at once.
  package var hasUntoldEnds: Bool { false }

  /// The wall clock.
  package var now: Date { Date() }

  /// `CLOCK_MONOTONIC`.
  package var uptime: Duration { firstUptime.duration(to: .now) }

  /// Only who keeps time standing meanwhile needs to know.
  package func callBegan() {}
  package func callEnded() {}
}

/// Where ``SchedulerBackend/uptime`` is counted from.
private let firstUptime = SuspendingClock.now
