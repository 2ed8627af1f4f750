public import Dispatch
public import Foundation
import SchedulerAPI
import Synchronization

/// Hands requests for background work to bgtaskd, and calls the handlers of this process when their tasks are
/// due.
///
/// Every function may be called on any thread. Nothing is connected before it is needed, and a process that
/// has nothing registered is not kept from ending. See <doc:GettingStarted>.
///
/// Tests of an application that subclass it override what Apple's class has: the forms of
/// `register(forTaskWithIdentifier:using:launchHandler:)` and `getPendingTaskRequests(completionHandler:)`
/// which know of actors end in those, and asynchronous forms in those with completion handlers, with which
/// they are one method there.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The scheduler of this process, which talks to the daemon where `BGTASKD_SOCKET` says, else to the
  /// user's, else to the system's.
  open class var shared: BGTaskScheduler { ofProcess }
  private static let ofProcess = BGTaskScheduler(backend: DaemonBackend())

  /// What continued processing may require: nothing, on Linux (R12).
  open class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  private let current: Mutex<SchedulerSession>

  /// For tests of an application, whose subclasses answer themselves: a scheduler of no daemon. What it is
  /// asked and a subclass does not override is refused as ``Error/unavailable``. Programs use ``shared``.
  public override init() {
    current = Mutex(SchedulerSession(AbsentBackend()))
    super.init()
  }

  /// A scheduler of its own on another backend, for tests.
  package init(backend: any SchedulerBackend) {
    current = Mutex(SchedulerSession(backend))
    super.init()
  }

  /// A test's subclass says what happens.
  private var isReplaced: Bool { type(of: self) != BGTaskScheduler.self }

  var session: SchedulerSession { current.withLock { $0 } }

  /// Puts a session in the place of the present one, which it returns.
  func exchange(_ session: SchedulerSession) -> SchedulerSession {
    current.withLock { current in
      defer { current = session }
      return current
    }
  }

  // MARK: Registering

  /// Says what handles a task's launches, for as long as the process lives (R1). Registering an identifier
  /// twice is a programming error and traps (R2).
  ///
  /// The first registration connects to the daemon and waits for its answer, a few seconds at most. When the
  /// daemon is away, true is returned, and the identifier is registered when the daemon is there; a refusal
  /// is then said on standard error.
  ///
  /// - Important: The handler is called on `queue`, also when it was written in a `@MainActor` type. Such a
  ///   handler needs `using: .main`, or `using: nil`, with which it runs on the main actor: see
  ///   <doc:Porting>.
  /// - Parameters:
  ///   - identifier: The task, as the application's manifest permits it; or a pattern that ends in `.*` and
  ///     that the manifest permits, for every task that it covers and that has no handler of its own (R5).
  ///     The handler is given the task with its own identifier.
  ///   - queue: Where the handler and its expiration handler run; nil is a background serial queue of this
  ///     identifier (R4).
  ///   - launchHandler: Called with each run. It has to see to it that ``BGTask/setTaskCompleted(success:)``
  ///     is called.
  /// - Returns: False when the identifier is not permitted (R3): the reason is said on standard error.
  @_disfavoredOverload
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: dispatch_queue_t?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let queue = queue ?? LaunchHandler.queue(for: identifier)
    return session.register(identifier, LaunchHandler(queue: queue, launchHandler))
  }

  /// Says what handles a task's launches, as `register(forTaskWithIdentifier:using:launchHandler:)` with a
  /// queue does; this is the form that `using: nil` stands for.
  ///
  /// The handler and its expiration handler run on a background serial queue of this identifier (R4). Only
  /// when the handler belongs to an actor, because it was written in a `@MainActor` type, in another actor,
  /// or at the top level of `main.swift`, they run there: called on a queue, such a handler would trap, or
  /// race.
  /// - Parameters:
  ///   - identifier: The task, as the application's manifest permits it, or a pattern of tasks, as with a
  ///     queue.
  ///   - queue: `nil`.
  ///   - launchHandler: Called with each run. It has to see to it that ``BGTask/setTaskCompleted(success:)``
  ///     is called. What it returns is ignored: that its type is open leaves the method's name, where it is
  ///     used without a call, to the form with a queue.
  /// - Returns: False when the identifier is not permitted (R3): the reason is said on standard error.
  @discardableResult
  public func register<Ignored>(
    forTaskWithIdentifier identifier: String, using queue: BackgroundQueue?,
    launchHandler: @escaping @isolated(any) (BGTask) -> Ignored
  ) -> Bool {
    // A function that knows its actor is called as any other of its type. Who calls it sees to it that this
    // happens on the actor: here, or the test whose subclass keeps it.
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

  /// Hands in a request, and returns when it is recorded (R16, R19). An earlier pending request of the
  /// identifier is replaced (R10). It gives one launch, unless it repeats or is tried again (R18).
  /// - Throws: ``Error``: ``Error/unavailable`` at once when the daemon cannot be reached (R13).
  open func submit(_ taskRequest: BGTaskRequest) throws {
    try session.submit(taskRequest.wireRequest())
  }

  /// Hands in a request as ``submit(_:)`` does, without waiting (R16).
  /// - Parameters:
  ///   - taskRequest: What to run, and when.
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

  /// Hands in a request as ``submit(_:)`` does; the caller's thread is free meanwhile (R16).
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

  /// Gives the pending requests of this application, as copies, without those that were launched (R21): see
  /// ``pendingTaskRequests()``.
  /// - Parameter completionHandler: Called on a background queue; with nothing when the daemon cannot be
  ///   asked, which is said on standard error.
  @_disfavoredOverload
  open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    // Called once, on a queue that nobody else has a claim to.
    let handler = Unchecked(completionHandler)
    asynchronously { session, ended in
      defer { ended() }
      handler.value(session.pendingRequests())
    }
  }

  /// Gives the pending requests as ``pendingTaskRequests()`` does. Called from an actor, the handler is
  /// called there.
  /// - Parameters:
  ///   - actor: Leave it out: it is the caller's.
  ///   - completionHandler: Called on the actor, or on a background queue when there is none. What it returns
  ///     is ignored: that its type is open leaves the method's name, where it is used without a call, to
  ///     Apple's form.
  public func getPendingTaskRequests<Ignored>(
    on actor: (any Actor)? = #isolation, completionHandler: @escaping ([BGTaskRequest]) -> Ignored
  ) {
    guard let actor, !isReplaced else {
      let plain: (@escaping ([BGTaskRequest]) -> Void) -> Void = getPendingTaskRequests(completionHandler:)
      return plain { _ = completionHandler($0) }
    }
    // Called once, on the actor whose closures it was written among.
    let handler = Unchecked(completionHandler)
    asynchronously { session, ended in
      let requests = Unchecked(session.pendingRequests())
      HandlerPlace.actor(actor).call({ _ = handler.value(requests.value) }, returned: ended)
    }
  }

  /// The pending requests of this application, as copies, without those that were launched (R21): those whose
  /// identifiers its manifest permits, whichever of its processes submitted them, today or before. Which
  /// application this is the daemon says when something is registered or submitted; a process that does
  /// neither sets ``applicationName`` first. Nothing when the daemon cannot be asked, which is said on
  /// standard error.
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

  /// Only on Linux: why a task is not running now: every reason with what is required, what was observed and
  /// since when.
  /// - Throws: ``Error``; ``Error/unavailable`` also when no such task is pending or running.
  nonisolated(nonsending) open func explain(identifier: String) async throws -> Explanation {
    try await asking { session in
      Explanation(try session.translatingErrors { try $0.explain(identifier) })
    }
  }

  // MARK: The application

  /// Only on Linux: the name of the application's manifest, `applications.d/NAME.conf`. Set it before the
  /// first registration. It is what the environment variable `BGTASK_APPLICATION` says; when that is empty,
  /// the daemon finds the manifest that permits the identifiers.
  open var applicationName: String {
    get { session.backend.applicationName }
    set { session.backend.applicationName = newValue }
  }

  /// Only on Linux: how much the application is in use. While it is active or inactive, it gets no launch for
  /// refresh and processing tasks (R36). It holds until something else is said or the process ends.
  open var applicationState: ApplicationState {
    get { session.applicationState }
    set { session.applicationState = newValue }
  }
}

extension BGTaskScheduler {
  /// What `using: nil` is the nil of. There are no values of it: another queue is a `DispatchQueue`.
  public enum BackgroundQueue: Sendable {}
}
