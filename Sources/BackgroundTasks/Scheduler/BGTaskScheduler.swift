// Room BackgroundTasks: the client library, source-compatible with Apple's.
// Way in: `BGTaskScheduler`.
// Must not know: the daemon's code: it knows the protocol only.

public import Dispatch
public import Foundation
import SchedulerAPI
import Synchronization

/// The client of bgtaskd: hands in requests for background work, and calls the handlers of this process when
/// their tasks run.
///
/// Every function may be called on any thread. The connection is made when it is first needed, and a process
/// that has nothing registered is not kept from ending. See <doc:GettingStarted>.
///
/// A subclass in an application's tests overrides what Apple's class has. The forms of
/// `register(forTaskWithIdentifier:using:launchHandler:)` and `getPendingTaskRequests(completionHandler:)`
/// that know of actors call Apple's forms, and asynchronous forms call those with completion handlers,
/// because both are one method in Apple's class.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The scheduler of this process, which talks to the daemon where `BGTASKD_SOCKET` says, else to the
  /// user's, else to the system's.
  open class var shared: BGTaskScheduler { ofProcess }
  private static let ofProcess = BGTaskScheduler(backend: DaemonBackend())

  /// The resources that continued processing may require: none, on Linux (R12).
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  private let current: Mutex<SchedulerSession>

  /// Creates a scheduler without a daemon, for tests of an application, whose subclasses answer themselves. A
  /// call that a subclass does not override is refused as ``Error/unavailable``. Programs use ``shared``.
  public override init() {
    current = Mutex(SchedulerSession(AbsentBackend()))
    super.init()
  }

  /// Creates a scheduler of its own on another backend, for tests.
  package init(backend: any SchedulerBackend) {
    current = Mutex(SchedulerSession(backend))
    super.init()
  }

  /// Whether a test's subclass answers in place of this class.
  private var isReplaced: Bool { type(of: self) != BGTaskScheduler.self }

  var session: SchedulerSession { current.withLock { $0 } }

  /// Replaces the present session, and returns it.
  func exchange(_ session: SchedulerSession) -> SchedulerSession {
    current.withLock { current in
      defer { current = session }
      return current
    }
  }

  // MARK: Registering

  /// Registers the handler of a task's launches, for as long as the process lives (R1). Registering an
  /// identifier twice is a programming error and traps (R2).
  ///
  /// The first registration connects to the daemon and waits for its answer, a few seconds at most. When the
  /// daemon is away, true is returned, and the identifier is registered when the daemon is there; a refusal
  /// is then reported on standard error.
  ///
  /// - Important: The handler is called on `queue`, also when it was written in a `@MainActor` type. Such a
  ///   handler needs `using: .main`, or `using: nil`, with which it runs on the main actor: see
  ///   <doc:Porting>.
  /// - Parameters:
  ///   - identifier: The task, as the application's manifest permits it; or a pattern that ends in `.*` and
  ///     that the manifest permits, for every task that it covers and that has no handler of its own (R5).
  ///     The handler is given the task with its own identifier.
  ///   - queue: The queue of the handler and its expiration handler; nil is a background serial queue of this
  ///     identifier (R4).
  ///   - launchHandler: Called with each run. It must make sure that ``BGTask/setTaskCompleted(success:)`` is
  ///     called.
  /// - Returns: False when the identifier is not permitted (R3): standard error says why.
  @_disfavoredOverload
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: dispatch_queue_t?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let queue = queue ?? LaunchHandler.queue(for: identifier)
    return session.register(identifier, LaunchHandler(queue: queue, launchHandler))
  }

  /// Registers the handler of a task's launches, as `register(forTaskWithIdentifier:using:launchHandler:)`
  /// with a queue does; this is the form that `using: nil` stands for.
  ///
  /// The handler and its expiration handler run on a background serial queue of this identifier (R4). A
  /// handler that belongs to an actor, because it was written in a `@MainActor` type, in another actor, or at
  /// the top level of `main.swift`, runs on that actor: called on a queue, it would trap, or race.
  /// - Parameters:
  ///   - identifier: The task, as the application's manifest permits it, or a pattern of tasks, as with a
  ///     queue.
  ///   - queue: `nil`.
  ///   - launchHandler: Called with each run. It must make sure that ``BGTask/setTaskCompleted(success:)`` is
  ///     called. Its result is ignored: because the type of it is open, the method's name without a call
  ///     means the form with a queue.
  /// - Returns: False when the identifier is not permitted (R3): standard error says why.
  @discardableResult
  public func register<Ignored>(
    forTaskWithIdentifier identifier: String, using queue: BackgroundQueue?,
    launchHandler: @escaping @isolated(any) (BGTask) -> Ignored
  ) -> Bool {
    // A function that knows its actor is called as any other of its type. Its caller makes sure that this
    // happens on the actor: here, or in the test whose subclass keeps the handler.
    let handler = unsafeBitCast(launchHandler, to: ((BGTask) -> Ignored).self)
    guard !isReplaced else {
      let queue: dispatch_queue_t? = nil
      return register(forTaskWithIdentifier: identifier, using: queue) { _ = handler($0) }
    }
    return session.register(
      identifier,
      LaunchHandler(background: LaunchHandler.queue(for: identifier), of: launchHandler.isolation) {
        _ = handler($0)
      })
  }

  // MARK: Submitting

  /// Submits a request, and returns when it is recorded (R16, R19). An earlier pending request of the
  /// identifier is replaced (R10). A request leads to one launch, unless it repeats or is retried (R18).
  /// - Throws: ``Error``: ``Error/unavailable`` at once when the daemon cannot be reached (R13).
  open func submit(_ taskRequest: BGTaskRequest) throws {
    try session.submit(taskRequest.wireRequest())
  }

  /// Submits a request as ``submit(_:)`` does, without waiting (R16).
  /// - Parameters:
  ///   - taskRequest: The task to run, and when.
  ///   - completionHandler: Called on a background queue with the ``Error``, or nil when the request is
  ///     recorded.
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    let request = Result { try taskRequest.wireRequest() }
    asynchronously { session, ended in
      defer { ended() }
      do {
        try session.submit(request.get())
        completionHandler(nil)
      } catch {
        completionHandler(error)
      }
    }
  }

  /// Submits a request as ``submit(_:)`` does; the caller's thread is free meanwhile (R16).
  /// - Throws: ``Error``.
  nonisolated(nonsending) open func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
    if isReplaced {
      let error: (any Swift.Error)? = await withCheckedContinuation { continuation in
        submitTaskRequest(taskRequest) { continuation.resume(returning: $0) }
      }
      if let error { throw error }
      return
    }
    let request = try taskRequest.wireRequest()
    try await asking { try $0.submit(request) }
  }

  // MARK: Cancelling

  /// Ends the pending request of an identifier, if there is one; a running task is told to stop, with the
  /// reason `cancelled` (R20).
  open func cancel(taskRequestWithIdentifier identifier: String) { session.cancel(identifier) }

  /// Ends all pending requests of this application, whichever of its processes submitted them, and none of
  /// other programs: see ``pendingTaskRequests()``.
  open func cancelAllTaskRequests() { session.cancelAll() }

  // MARK: Looking

  /// Passes on the pending requests of this application, as copies, without those that were launched (R21):
  /// see ``pendingTaskRequests()``.
  /// - Parameter completionHandler: Called on a background queue; with no requests when the daemon cannot be
  ///   asked, which standard error reports.
  @_disfavoredOverload
  open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    // The handler is called once, on a queue of no other owner.
    let handler = Unchecked(completionHandler)
    asynchronously { session, ended in
      defer { ended() }
      handler.value(session.pendingRequests())
    }
  }

  /// Passes on the pending requests as ``pendingTaskRequests()`` does. The handler of a call from an actor is
  /// called on that actor.
  /// - Parameters:
  ///   - actor: The caller's actor, by default. Leave it out.
  ///   - completionHandler: Called on the actor, or on a background queue when there is none. Its result is
  ///     ignored: because the type of it is open, the method's name without a call means Apple's form.
  public func getPendingTaskRequests<Ignored>(
    on actor: (any Actor)? = #isolation, completionHandler: @escaping ([BGTaskRequest]) -> Ignored
  ) {
    guard let actor, !isReplaced else {
      let plain: (@escaping ([BGTaskRequest]) -> Void) -> Void = getPendingTaskRequests(completionHandler:)
      return plain { _ = completionHandler($0) }
    }
    // The handler is called once, on the actor whose closures it was written among.
    let handler = Unchecked(completionHandler)
    asynchronously { session, ended in
      let requests = Unchecked(session.pendingRequests())
      HandlerPlace.actor(actor).call({ _ = handler.value(requests.value) }, returned: ended)
    }
  }

  /// The pending requests of this application, as copies, without those that were launched (R21): those whose
  /// identifiers its manifest permits, whichever of its processes submitted them, today or before. The daemon
  /// says which application this is when a handler is registered or a request submitted; a process that does
  /// neither sets ``applicationName`` first. Returns no requests when the daemon cannot be asked, which
  /// standard error reports.
  nonisolated(nonsending) open func pendingTaskRequests() async -> [BGTaskRequest] {
    if isReplaced {
      let found: Unchecked<[BGTaskRequest]> = await withCheckedContinuation { continuation in
        let plain: (@escaping ([BGTaskRequest]) -> Void) -> Void = getPendingTaskRequests(completionHandler:)
        plain { continuation.resume(returning: Unchecked($0)) }
      }
      return found.value
    }
    let requests = await asking { $0.pendingWireRequests() }
    return requests.map { BGTaskRequest.make($0) }
  }

  /// Only on Linux: explains why a task is not running now: every reason with what is required, what was
  /// observed and since when.
  /// - Throws: ``Error``; ``Error/unavailable`` also when no such task is pending or running.
  nonisolated(nonsending) open func explain(identifier: String) async throws -> Explanation {
    try await asking { session in
      Explanation(try session.translatingErrors { try $0.explain(identifier) })
    }
  }

  // MARK: The application

  /// Only on Linux: the name of the application's manifest, `applications.d/NAME.conf`. Set it before the
  /// first registration. The default is the environment variable `BGTASK_APPLICATION`; when that is empty,
  /// the daemon finds the manifest that permits the identifiers.
  open var applicationName: String {
    get { session.backend.applicationName }
    set { session.backend.applicationName = newValue }
  }

  /// Only on Linux: the state of use of the application. While it is active or inactive, it gets no launch
  /// for refresh and processing tasks (R36). The state holds until another is set or the process ends.
  open var applicationState: ApplicationState {
    get { session.applicationState }
    set { session.applicationState = newValue }
  }
}

extension BGTaskScheduler {
  /// The type of the nil in `using: nil`. It has no values: another queue is a `DispatchQueue`.
  public enum BackgroundQueue: Sendable {}
}
