import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// One run, from its launch to its completion: which calls are still possible. Every decision is made under
/// the lock, and carried out outside it.
///
/// The session holds the run, and with it the task and its expiration handler, until the run has completed,
/// whether or not the application holds the task: returning from the handler does not complete it (R34).
final class TaskRun: Sendable {
  let identifier: String
  let runId: String
  let launch: SchedulerMethod.Register.Launch
  private let place: HandlerPlace
  let backend: any SchedulerBackend
  /// The session, which holds the run until it has completed, so it is nil only when the whole scheduler is
  /// gone, or for a task that no scheduler launched.
  private weak let session: SchedulerSession?
  private let state = Mutex(State())
  /// The run's progress and its reporter, made when they are first asked for.
  private let reports = Mutex<Reports?>(nil)

  private struct Reports {
    let reporter: ProgressReporter
    let progress: TaskProgress
  }

  private enum Phase {
    /// The handler is on its way to its queue.
    case launched
    case begun
    case returned
  }

  private enum Completion {
    case byApplication(success: Bool)
    /// By its expiration, because it had no expiration handler (R42).
    case unheard
  }

  private struct State {
    var phase = Phase.launched
    var expirationHandler: Unchecked<() -> Void>?
    var reason: BGTaskReason?
    var grace: TimeInterval?
    var completion: Completion?
    /// Called when the expiration needs nothing more; set while a run that has not begun is expired.
    var expirationHandled: (@Sendable () -> Void)?
  }

  init(
    _ launch: SchedulerMethod.Register.Launch, place: HandlerPlace, backend: any SchedulerBackend,
    session: SchedulerSession? = nil
  ) {
    self.launch = launch
    identifier = launch.task.request.identifier
    runId = launch.runId
    self.place = place
    self.session = session
    self.backend = backend
  }

  // MARK: What the task shows

  var expirationHandler: (() -> Void)? { state.withLock { $0.expirationHandler }?.value }
  var expirationReason: BGTaskReason? { state.withLock { $0.reason } }
  var expirationGrace: TimeInterval? { state.withLock { $0.grace } }

  var shouldDefer: Bool {
    let (isExpired, isCompleted) = state.withLock { ($0.reason != nil, $0.completion != nil) }
    if isExpired { return true }
    return isCompleted ? false : backend.shouldDefer(runId: runId)
  }

  func checkpoint() { backend.checkpoint(runId: runId) }

  var isCompleted: Bool { state.withLock { $0.completion != nil } }

  /// Sets the expiration handler. A handler that is set after the expiration is called at once: otherwise the
  /// work would go on and never hear of it.
  func setExpirationHandler(_ handler: (() -> Void)?) {
    // The handler is called once, on the queue that the application chose.
    let handler = handler.map { Unchecked($0) }
    let (late, handled): (Unchecked<() -> Void>?, (@Sendable () -> Void)?) = state.withLock { state in
      if case .byApplication = state.completion { return (nil, nil) }
      guard state.reason != nil, let handler else {
        if state.completion == nil { state.expirationHandler = handler }
        return (nil, nil)
      }
      defer { state.expirationHandled = nil }
      return (handler, state.expirationHandled)
    }
    if let late { callExpirationHandler(late.value, returned: handled ?? {}) }
  }

  // MARK: How far it is

  /// The progress that the application updates.
  var progress: TaskProgress { startedReports.progress }
  /// The reporter that tells the daemon.
  var reporter: ProgressReporter { startedReports.reporter }

  private var startedReports: Reports {
    reports.withLock { reports in
      if let reports { return reports }
      let reporter = ProgressReporter(self)
      let made = Reports(reporter: reporter, progress: TaskProgress(reporter))
      reports = made
      return made
    }
  }

  /// Reports the run's progress again.
  func repeatProgress() { reports.withLock { $0 }?.reporter.repeatReport() }

  /// Makes the last report of the run's progress.
  func finishProgress() { reports.withLock { $0 }?.reporter.finish() }

  // MARK: What happens to it

  /// Notes that the run's handler is about to be called.
  func begin() {
    state.withLock { $0.phase = .begun }
    if launch.reportsHandler == true { backend.handlerBegan(runId: runId) }
  }

  /// Notes that the run's handler has returned, which does not end the run (R34).
  func handlerReturned() {
    let handled: (@Sendable () -> Void)? = state.withLock { state in
      state.phase = .returned
      defer { state.expirationHandled = nil }
      return state.expirationHandled
    }
    guard let handled else { return }
    // The run was told to stop before it had begun, and its handler set no expiration handler.
    completeUnheard()
    handled()
  }

  func expire(_ notice: SchedulerMethod.Register.Expire, handled: @escaping @Sendable () -> Void) {
    enum Step { case nothing, wait, call, complete }
    let step: Step = state.withLock { state in
      guard state.completion == nil, state.reason == nil else { return .nothing }
      state.reason = BGTaskReason(notice.reason)
      state.grace = Microseconds.seconds(notice.graceDurationUSec)
      if state.expirationHandler != nil { return .call }
      guard state.phase == .launched else { return .complete }
      // The launch handler gets the chance to set one.
      state.expirationHandled = handled
      return .wait
    }
    switch step {
    case .nothing: handled()
    case .wait: break
    case .call:
      // The handler is gone once it was called, or the run completed (R43).
      callExpirationHandler(
        { self.state.withLock { $0.expirationHandler.take() }?.value() }, returned: handled)
    case .complete:
      completeUnheard()
      handled()
    }
  }

  /// Calls the expiration handler where the launch handler was called (R4). A launch handler that has not
  /// returned may wait for this very call, in a loop that it is to end; the call is then made beside it.
  private func callExpirationHandler(
    _ handler: @escaping () -> Void, returned: @escaping @Sendable () -> Void
  ) {
    place.callPromptly(
      handler, isKept: { self.state.withLock { $0.phase == .begun } }, returned: returned)
  }

  // MARK: Its end

  /// Completes the run by the application's call. The first call counts (R45).
  func complete(success: Bool) {
    let (earlier, handled): (Completion?, (@Sendable () -> Void)?) = state.withLock { state in
      if let earlier = state.completion { return (earlier, nil) }
      state.completion = .byApplication(success: success)
      state.expirationHandler = nil
      defer { state.expirationHandled = nil }
      return (nil, state.expirationHandled)
    }
    switch earlier {
    case nil: session?.finish(self, success: success)
    case .byApplication(let first):
      StandardError.say(
        "setTaskCompleted(success: \(success)) of \(name) is ignored: the "
          + "first call counts, setTaskCompleted(success: \(first))")
    case .unheard:
      StandardError.say(
        "setTaskCompleted(success: \(success)) of \(name) is ignored: the "
          + "run expired and had no expirationHandler, which completed it as unsuccessful; set one at the "
          + "beginning of the launch handler"
      )
    }
    handled?()
  }

  /// The run's name in messages.
  private var name: String {
    identifier.isEmpty ? "a task that nobody launched" : "\(identifier), run \(runId),"
  }

  /// Completes an expired run without an expiration handler as unsuccessful (R42).
  private func completeUnheard() {
    let isFirst = state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = .unheard
      return true
    }
    if isFirst { session?.finish(self, success: false) }
  }
}
