import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization

/// The state of a scheduler in this process: the registered handlers, the runs in progress, and the backend
/// that they came from. Tests put another session behind ``BGTaskScheduler/shared``.
final class SchedulerSession: SchedulerDelegate {
  let backend: any SchedulerBackend
  let machine: MachineMonitor
  private let state = Mutex(State())

  private struct State {
    /// The registrations by identifier, or by pattern that ends in `.*` (R5).
    var registrations: [String: Registration] = [:]
    var runs: [String: BGTask] = [:]
    /// The identifiers that this process submitted: its own, whether or not they have a handler.
    var submitted: Set<String> = []
    var applicationState = BGTaskScheduler.ApplicationState.background

    /// Returns the registration that handles an identifier: by its name, else by the longest pattern.
    func registration(handling identifier: String) -> Registration? {
      if let registration = registrations[identifier] { return registration }
      return Wire.patterns(covering: identifier).lazy.compactMap { registrations[$0] }.first
    }
  }

  init(_ backend: any SchedulerBackend) {
    self.backend = backend
    machine = MachineMonitor(backend)
    backend.attach(self)
  }

  deinit {
    machine.end()
    backend.close()
  }

  // MARK: Registration

  /// Registers a handler, and returns whether its identifier is permitted (R3). Traps when the identifier has
  /// a handler already (R2), but that of one activity takes the place of another's.
  func register(
    _ identifier: String, _ handler: LaunchHandler, for owner: Registration.Owner = .application
  ) -> Bool {
    enter(identifier, Registration(handler: handler, owner: owner))
    if backend.register(identifier) { return true }
    // A second call, after the manifest was corrected, is no second registration.
    state.withLock { $0.registrations[identifier] = nil }
    return false
  }

  private func enter(_ identifier: String, _ registration: Registration) {
    let earlier = state.withLock { state in
      let earlier = state.registrations[identifier]
      guard earlier == nil || (earlier?.owner == .activity && registration.owner == .activity) else {
        return earlier
      }
      state.registrations[identifier] = registration
      return nil
    }
    guard let earlier else { return }
    let other =
      earlier.owner == .activity
      ? "an NSBackgroundActivityScheduler uses it" : "it has a launch handler already"
    fatalError(
      "BackgroundTasks: \(identifier) cannot be registered: \(other). Register each identifier "
        + "once in a process, at its start, or use another identifier.")
  }

  /// Takes the registration of a background activity back.
  func unregisterActivity(_ identifier: String) {
    state.withLock { $0.registrations[identifier] = nil }
    backend.unregister(identifier)
  }

  // MARK: Requests

  func submit(_ request: Wire.TaskRequest) throws {
    try translatingErrors { try $0.submit(request) }
    _ = state.withLock { $0.submitted.insert(request.identifier) }
  }

  func hasSubmitted(where isMeant: (String) -> Bool) -> Bool {
    state.withLock { $0.submitted.contains(where: isMeant) }
  }

  /// Whether the same request is there in one of these states; its date may differ.
  func has(_ request: Wire.TaskRequest, in states: [Wire.TaskState]) throws -> Bool {
    try translatingErrors { try $0.list() }.contains { task in
      var same = task.request
      same.earliestBeginUSec = request.earliestBeginUSec
      // The daemon has filled in what the request leaves to it.
      if request.requiresIdle == nil { same.requiresIdle = nil }
      return same == request && states.contains(task.state)
    }
  }

  func cancel(_ identifier: String) {
    do {
      try backend.cancel(identifier)
    } catch SchedulerInterfaceError.noSuchTask {
      // A task that does not exist needs no cancelling.
    } catch {
      StandardError.say(
        "\(identifier) could not be cancelled: \(BGTaskScheduler.Error(cause: error).localizedDescription)")
    }
  }

  /// Returns the application's own waiting requests (R21), ordered by identifier, whichever of its processes
  /// submitted them. The daemon's list has the tasks of all applications and commands of the user, each with
  /// its application.
  func pending() throws -> [Wire.TaskRequest] {
    let tasks = try backend.list().filter {
      $0.request.command == nil && $0.request.unit == nil && $0.state == .waiting
    }
    let application = backend.ownApplication
    let (own, isUnknown) = state.withLock { state in
      let own = tasks.filter { task in
        let identifier = task.request.identifier
        return task.application.map { $0 == application } ?? false
          || state.submitted.contains(identifier) || state.registration(handling: identifier) != nil
      }
      return (own, application == nil && state.submitted.isEmpty && state.registrations.isEmpty)
    }
    if isUnknown, !tasks.isEmpty {
      StandardError.say(
        "the pending requests are not known, because the application is not known: "
          + "register or submit something first, or set BGTaskScheduler.shared.applicationName")
    }
    return own.map(\.request).sorted { $0.identifier < $1.identifier }
  }

  /// Calls the backend, and throws its errors as ``BGTaskScheduler/Error``.
  func translatingErrors<Value>(_ body: (any SchedulerBackend) throws -> Value) throws -> Value {
    do {
      return try body(backend)
    } catch {
      throw BGTaskScheduler.Error(cause: error)
    }
  }

  func cancelAll() {
    do {
      for request in try pending() { cancel(request.identifier) }
    } catch {
      StandardError.say(
        "the requests could not be cancelled: \(BGTaskScheduler.Error(cause: error).localizedDescription)")
    }
  }

  // MARK: Runs

  func launch(_ launch: SchedulerMethod.Register.Launch, handled: @escaping @Sendable () -> Void) {
    let identifier = launch.task.request.identifier
    guard let registration = state.withLock({ $0.registration(handling: identifier) }) else {
      // The activity was invalidated while the launch was on its way.
      backend.complete(runId: launch.runId, success: false)
      return handled()
    }
    let run = TaskRun(launch, place: registration.handler.place, backend: backend, session: self)
    let task = run.makeTask()
    let isNew = state.withLock { state in
      guard state.runs[run.runId] == nil else { return false }
      state.runs[run.runId] = task
      return true
    }
    guard isNew else { return handled() }
    registration.handler.launch(
      task, begun: { run.begin() },
      returned: {
        run.handlerReturned()
        handled()
      })
  }

  func expire(_ expire: SchedulerMethod.Register.Expire, handled: @escaping @Sendable () -> Void) {
    guard let task = state.withLock({ $0.runs[expire.runId] }) else { return handled() }
    task.run.expire(expire, handled: handled)
  }

  func repeatProgress() {
    let tasks = state.withLock { $0.runs.sorted { $0.key < $1.key }.map(\.value) }
    for task in tasks { task.run.repeatProgress() }
  }

  var runsInProgress: [String] { state.withLock { $0.runs.keys.sorted() } }

  /// Ends a completed run, which counts as in progress until the backend has heard of its end or keeps it.
  func finish(_ run: TaskRun, success: Bool) {
    run.finishProgress()
    backend.complete(runId: run.runId, success: success)
    // The task is freed outside the lock, because objects of the application go with it.
    let ended = state.withLock { $0.runs.removeValue(forKey: run.runId) }
    withExtendedLifetime(ended) {}
  }

  // MARK: The application

  var applicationState: BGTaskScheduler.ApplicationState {
    get { state.withLock { $0.applicationState } }
    set {
      state.withLock { $0.applicationState = newValue }
      backend.setApplicationState(newValue.wire)
    }
  }
}

extension SchedulerSession {
  /// Returns the pending requests. An error is reported, and gives none: Apple's declarations do not throw.
  func pendingWireRequests() -> [Wire.TaskRequest] {
    do {
      return try pending()
    } catch {
      StandardError.say(
        "the pending requests are not known: \(BGTaskScheduler.Error(cause: error).localizedDescription)")
      return []
    }
  }

  func pendingRequests() -> [BGTaskRequest] { pendingWireRequests().map { BGTaskRequest.make($0) } }
}
