import BackgroundTasks
import Synchronization

/// The program's background work: a short refresh that looks for changes, and a processing task that reads
/// the photos that changed, at a quiet time.
final class BackgroundWork: Sendable {
  /// What the manifest has in `PermittedIdentifiers=`, and an iOS app in
  /// `BGTaskSchedulerPermittedIdentifiers`.
  enum Identifier {
    static let refresh = "io.bgtaskd.examples.photos.refresh"
    static let indexing = "io.bgtaskd.examples.photos.index"
    static let indexingNow = "io.bgtaskd.examples.photos.now"
  }

  private let scheduler: BGTaskScheduler
  private let library: PhotoLibrary
  private let rhythm: Rhythm
  private let log: @Sendable (Activity) -> Void
  private let queue = DispatchQueue(label: "photo-indexer", qos: .utility, attributes: .concurrent)

  init(
    scheduler: BGTaskScheduler = .shared, library: PhotoLibrary, rhythm: Rhythm = Rhythm(),
    log: @escaping @Sendable (Activity) -> Void = { _ in }
  ) {
    self.scheduler = scheduler
    self.library = library
    self.rhythm = rhythm
    self.log = log
  }

  // MARK: Registering and submitting

  /// Registers the launch handlers; false when the manifest does not permit one of them.
  func register() -> Bool {
    let results = [
      scheduler.register(forTaskWithIdentifier: Identifier.refresh, using: nil) { task in
        guard let task = task as? BGAppRefreshTask else { return task.setTaskCompleted(success: false) }
        self.handleRefresh(task)
      },
      scheduler.register(forTaskWithIdentifier: Identifier.indexing, using: nil) { task in
        guard let task = task as? BGProcessingTask else { return task.setTaskCompleted(success: false) }
        self.handleIndexing(task)
      },
      scheduler.register(forTaskWithIdentifier: Identifier.indexingNow, using: nil) { task in
        guard let task = task as? BGContinuedProcessingTask else {
          return task.setTaskCompleted(success: false)
        }
        self.handleIndexingNow(task)
      },
    ]
    return results.allSatisfy { $0 }
  }

  static func refreshRequest(after pause: TimeInterval? = nil) -> BGTaskRequest {
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.earliestBeginDate = pause.map { Date(timeIntervalSinceNow: $0) }
    return request
  }

  private func indexingRequest(after pause: TimeInterval? = nil) -> BGTaskRequest {
    let request = BGProcessingTaskRequest(identifier: Identifier.indexing)
    request.earliestBeginDate = pause.map { Date(timeIntervalSinceNow: $0) }
    request.requiresExternalPower = rhythm.requiresExternalPower
    return request
  }

  static func indexingNowRequest(folder: String) -> BGTaskRequest {
    BGContinuedProcessingTaskRequest(
      identifier: Identifier.indexingNow, title: "Indexing photos", subtitle: folder)
  }

  // MARK: Handling

  private func handleRefresh(_ task: BGAppRefreshTask) {
    perform(task) { stop in
      // First, so that whatever happens now there is a next time.
      try self.submit(Self.refreshRequest(after: self.rhythm.refreshInterval))
      guard let work = try self.library.findWork(shouldStop: { stop.isSet }) else { return false }
      self.log(.found(changed: work.changed.count, removed: work.removed.count))
      if !work.isEmpty { try self.submit(self.indexingRequest()) }
      return true
    }
  }

  private func handleIndexing(_ task: BGProcessingTask) {
    perform(task) { stop in
      var question = DeferQuestion(task, every: self.rhythm.deferPause)
      do {
        let isDone = try self.library.indexWork(
          shouldStop: { stop.isSet || question.shouldDefer() }, report: { self.log(Activity($0)) })
        // What is left is for the next time that the conditions are good.
        if !isDone { try self.submit(self.indexingRequest()) }
        return isDone
      } catch is IndexLock.Busy {
        // A person was quicker, with photo-indexer now: what that run leaves is done after it.
        try self.submit(self.indexingRequest(after: 60))
        return false
      }
    }
  }

  private func handleIndexingNow(_ task: BGContinuedProcessingTask) {
    perform(task) { stop in
      try self.library.indexAll(
        shouldStop: { stop.isSet },
        report: { step in
          self.log(Activity(step))
          task.progress.totalUnitCount = Int64(step.total)
          task.progress.completedUnitCount = Int64(step.done)
          task.updateTitle(task.title, subtitle: step.path)
        })
    }
  }

  /// Does the work of a task and completes it. Reading files blocks, so that it is no work for the threads of
  /// Swift's tasks.
  /// - Parameter work: Returns whether all is done; false when it stopped because it was told to, with
  ///   everything saved.
  private func perform(_ task: BGTask, _ work: @escaping @Sendable (StopSignal) throws -> Bool) {
    let (identifier, log, stop) = (task.identifier, log, StopSignal())
    task.expirationHandler = { [weak task] in
      stop.set()
      log(.toldToStop(identifier: identifier, reason: task?.expirationReason))
    }
    queue.async {
      do {
        let isDone = try work(stop)
        log(isDone ? .finished(identifier: identifier) : .paused(identifier: identifier))
        task.setTaskCompleted(success: isDone)
      } catch {
        log(.failed(identifier: identifier, message: "\(error)"))
        task.setTaskCompleted(success: false)
      }
    }
  }

  /// Hands a request in. A scheduler that is away for a moment, because it is being upgraded, must not end
  /// the chain of requests: it is waited for.
  private func submit(_ request: BGTaskRequest) throws {
    for pause in rhythm.submissionPauses {
      do {
        return try scheduler.submit(request)
      } catch BGTaskScheduler.Error.unavailable {
        Thread.sleep(forTimeInterval: pause)
      }
    }
    try scheduler.submit(request)
  }
}

/// When the background work is asked for.
struct Rhythm: Sendable {
  /// Seconds from one look at the folder to the next, at least.
  var refreshInterval: TimeInterval = 3600
  /// Whether photos are only read on external power.
  var requiresExternalPower = true
  /// How often a run asks whether it should come back later.
  var deferPause = Duration.seconds(1)
  /// How many seconds a scheduler that is away is waited for, from try to try: a minute and a half in all.
  var submissionPauses: [TimeInterval] = [0.1, 0.5, 1] + Array(repeating: 3, count: 30)
}

/// Says to work on another thread that it should stop.
final class StopSignal: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
