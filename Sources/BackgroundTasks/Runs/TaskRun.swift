import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// One run, from its launch to its completion: who may still call what. Every decision is made under the
/// lock, and carried out when it was left.
///
/// Its session holds it, and with it the task and its expiration handler, until the run completed, whether or
/// not the application holds the task: returning from the handler does not complete it (R34).
final class TaskRun: Sendable {
  let identifier: String
  let runId: String
  /// What was launched.
  let launch: SchedulerMethod.Register.Launch
  private let place: HandlerPlace
  let backend: any SchedulerBackend
  /// It holds the run until that completed, so that it is only gone when its whole scheduler is; a task that
  /// nobody launched has none.
  private weak let session: SchedulerSession?
  private let state = Mutex(State())
  /// How far it is, once somebody asks for something to say it with.
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
    /// R42: its time was up and nobody had asked to be told.
    case unheard
  }

  private struct State {
    var phase = Phase.launched
    var expirationHandler: Unchecked<() -> Void>?
    var reason: BGTaskReason?
    var grace: TimeInterval?
    var completion: Completion?
    /// Told when there is nothing more to do about the expiration; set while a run that has not begun is
    /// expired.
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

  var isCompleted: Bool { state.withLock { $0.completion != nil } }

  /// A handler that is set when the time is up already is called at once: otherwise work would go on that
  /// nobody told.
  func setExpirationHandler(_ handler: (() -> Void)?) {
    // Called once, on the queue that the application chose.
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

  /// What the application says how far the run is with.
  var progress: TaskProgress { startedReports.progress }
  /// What tells the daemon.
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

  /// Says again how far it is.
  func repeatProgress() { reports.withLock { $0 }?.reporter.repeatReport() }

  /// The last word about it.
  func finishProgress() { reports.withLock { $0 }?.reporter.finish() }

  // MARK: What happens to it

  /// Its handler is about to be called.
  func begin() {
    state.withLock { $0.phase = .begun }
    if launch.reportsHandler == true { backend.handlerBegan(runId: runId) }
  }

  /// Its handler returned, which does not end it (R34).
  func handlerReturned() {
    let handled: (@Sendable () -> Void)? = state.withLock { state in
      state.phase = .returned
      defer { state.expirationHandled = nil }
      return state.expirationHandled
    }
    guard let handled else { return }
    // It was told to stop before it had begun, and did not ask to hear it.
    completeUnheard()
    handled()
  }

  /// Its time is up.
  func expire(_ notice: SchedulerMethod.Register.Expire, handled: @escaping @Sendable () -> Void) {
    enum Step { case nothing, wait, call, complete }
    let step: Step = state.withLock { state in
      guard state.completion == nil, state.reason == nil else { return .nothing }
      state.reason = BGTaskReason(notice.reason)
      state.grace = Microseconds.seconds(notice.graceDurationUSec)
      if state.expirationHandler != nil { return .call }
      guard state.phase == .launched else { return .complete }
      // It gets the chance to ask.
      state.expirationHandled = handled
      return .wait
    }
    switch step {
    case .nothing: handled()
    case .wait: break
    case .call:
      callExpirationHandler({ self.takeExpirationHandler()?.value() }, returned: handled)
    case .complete:
      completeUnheard()
      handled()
    }
  }

  /// R4: where the launch handler was called. One that has not returned may wait for just this call, in a
  /// loop that the expiration handler is to end; then it is made beside it.
  private func callExpirationHandler(
    _ handler: @escaping () -> Void, returned: @escaping @Sendable () -> Void
  ) {
    place.callPromptly(
      handler, isKept: { self.state.withLock { $0.phase == .begun } }, returned: returned)
  }

  /// R43: called or completed, it is gone.
  private func takeExpirationHandler() -> Unchecked<() -> Void>? {
    state.withLock { $0.expirationHandler.take() }
  }

  // MARK: Its end

  /// The application says that it is done. The first word counts (R45).
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

  /// What messages call it.
  private var name: String {
    identifier.isEmpty ? "a task that nobody launched" : "\(identifier), run \(runId),"
  }

  /// R42.
  private func completeUnheard() {
    let isFirst = state.withLock { state in
      guard state.completion == nil else { return false }
      state.completion = .unheard
      return true
    }
    if isFirst { session?.finish(self, success: false) }
  }
}
