import Foundation
package import SchedulerAPI
package import Varlink

/// The scheduler behind a ``BGTaskScheduler``: the daemon, or a simulation of it in this process. Every
/// function may be called on any thread, also from within a ``SchedulerDelegate``'s functions.
///
/// Functions throw `SchedulerInterfaceError` when the scheduler refuses, and `ClientError` when it cannot be
/// asked.
package protocol SchedulerBackend: AnyObject, Sendable {
  /// Sets the delegate, to which runs are delivered. Called once, before everything else. The delegate owns
  /// the backend, and the backend must not own the delegate.
  func attach(_ delegate: any SchedulerDelegate)

  /// Accepts a request.
  func submit(_ request: Wire.TaskRequest) throws
  /// Accepts all of the requests or none, in their order.
  func submit(_ requests: [Wire.TaskRequest]) throws
  /// Ends a pending task; a running one gets an expiration.
  func cancel(_ identifier: String) throws
  /// Returns pending and running tasks, also of other applications, each with its application's name.
  func list() throws -> [Wire.Task]
  /// Returns past and present runs of a task, newest first.
  func runs(of identifier: String, limit: Int?) throws -> [Wire.Run]
  /// Reports the events of the user's tasks from now on. `tell` returns at once, and calls no code of the
  /// application.
  func watch(_ tell: @escaping SchedulerMethod.Watch.Tell) -> any SchedulerWatch
  /// Reports the machine's conditions, now and with every change, as ``watch(_:)`` does.
  func watchConditions(_ tell: @escaping SchedulerMethod.GetConditions.Tell) -> any SchedulerWatch
  /// Begins an assertion, which lasts until the watch ends or the scheduler is gone. `tell` gets the answer
  /// first, then that the assertion has to end or need not any more; it is called as by ``watch(_:)``.
  func beginAssertion(
    _ assertion: SchedulerMethod.BeginAssertion.Parameters,
    _ tell: @escaping SchedulerMethod.BeginAssertion.Tell
  ) -> any SchedulerWatch
  /// The time that the machine has been awake, from any origin: the clock of assertions.
  var uptime: Duration { get }
  /// Keeps tasks from starting.
  func pause(_ pause: SchedulerMethod.Pause.Parameters) throws
  /// Ends the pause of a pattern.
  func resume(_ identifiers: String) throws
  /// Explains why a task is not running.
  func explain(_ identifier: String) throws -> SchedulerMethod.Explain.Reply

  /// Delivers an identifier's launches from now on, or those of all identifiers that a pattern covers and
  /// that are not registered themselves (R5). Returns false when it is not permitted (R3), and true as well
  /// when the scheduler cannot be asked now: the identifier is then registered later.
  func register(_ identifier: String) -> Bool
  /// Takes a registration back as far as possible: nothing is delivered any more.
  func unregister(_ identifier: String)

  /// Reports the end of a run. The end is kept and reported later when the scheduler cannot be told now.
  func complete(runId: String, success: Bool)
  /// Whether ends of runs are kept or being told: a process that exits before does not tell them.
  var hasUntoldEnds: Bool { get }
  /// Reports that a run's handler is about to be called, for a launch that asks for it. Told before anything
  /// else of the run, or not at all.
  func handlerBegan(runId: String)
  /// Reports that a run has saved its work.
  func checkpoint(runId: String)
  /// Reports a run's progress.
  func reportProgress(runId: String, _ progress: Wire.Progress)
  /// The time for which progress is held back after a report, so that a tight loop sends few; zero is none.
  var progressInterval: Duration { get }
  /// Whether a run should save its work and come back later; false when the scheduler cannot be asked.
  func shouldDefer(runId: String) -> Bool

  /// The name of the manifest that permits the identifiers, or empty for whichever does.
  var applicationName: String { get set }
  /// The name of this application, as far as it is known: the name that was set, else the one that the
  /// scheduler found.
  var ownApplication: String? { get }
  /// Sets how much the application is in use (R36).
  func setApplicationState(_ state: Wire.ApplicationState)

  /// The present moment, from which dates are counted.
  var now: Date { get }

  /// Starts a pending task now, whatever it waits for (R60).
  func simulateLaunch(_ identifier: String) throws
  /// Tells a running task that its time is up (R61).
  func simulateExpiration(_ identifier: String) throws

  /// Notes that asynchronous work for the application has begun. ``callEnded()`` follows for certain.
  func callBegan()
  /// Notes that this work was answered, and that the application's handler for the answer has returned.
  func callEnded()

  /// Closes the backend. Later calls fail, and nothing is delivered any more.
  func close()
}

extension SchedulerBackend {
  /// Submits the requests one by one, for a backend in which nothing can come between them.
  package func submit(_ requests: [Wire.TaskRequest]) throws {
    for (index, request) in requests.enumerated() {
      do { try submit(request) } catch {
        for accepted in requests[..<index] { try? cancel(accepted.identifier) }
        throw error
      }
    }
  }

  /// False, for a backend that tells ends at once.
  package var hasUntoldEnds: Bool { false }

  /// The wall clock.
  package var now: Date { Date() }

  /// The time of `CLOCK_MONOTONIC`.
  package var uptime: Duration { firstUptime.duration(to: .now) }

  /// Does nothing: only a backend that stops its clock meanwhile needs to know.
  package func callBegan() {}
  package func callEnded() {}
}

/// The origin of ``SchedulerBackend/uptime``.
private let firstUptime = SuspendingClock.now

/// The receiver of a ``SchedulerBackend``'s runs.
package protocol SchedulerDelegate: AnyObject, Sendable {
  /// Begins a run: calls its launch handler on its queue (R4). `handled` is called when the handler has
  /// returned, which does not end the run (R34). A launch for an identifier without a handler completes as
  /// unsuccessful.
  func launch(_ launch: SchedulerMethod.Register.Launch, handled: @escaping @Sendable () -> Void)

  /// Expires a run. `handled` is called when its expiration handler has returned, or at once when there is
  /// none to call: the run is unknown, has completed, or has no handler and so completes as unsuccessful
  /// (R42).
  func expire(_ expire: SchedulerMethod.Register.Expire, handled: @escaping @Sendable () -> Void)

  /// Reports the progress of each run again, because the scheduler may have forgotten it.
  func repeatProgress()

  /// The runs that were launched and did not complete, ordered by name.
  var runsInProgress: [String] { get }
}

/// A message of a ``SchedulerBackend`` to a watch.
package enum SchedulerNews<News: Sendable>: Sendable {
  /// One piece of news.
  case news(News)
  /// The end of the news, and its cause.
  case ended(any Error)
}

extension VarlinkMethod {
  /// A function of a ``SchedulerBackend``'s watch that takes the method's news.
  package typealias Tell = @Sendable (SchedulerNews<Reply>) -> Void
}

/// A subscription to a backend's news, which ends with the last reference to it.
package protocol SchedulerWatch: AnyObject, Sendable {
  /// Ends the subscription: nothing more is to be told.
  func end()
}
