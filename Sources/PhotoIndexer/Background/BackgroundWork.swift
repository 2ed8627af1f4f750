import BackgroundTasks

/// The program's background work: a short refresh that looks for changes, and a processing task that reads the photos that
/// changed, at a quiet time.
final class BackgroundWork: Sendable {
  /// What the manifest has in `PermittedIdentifiers=`, and an iOS app in `BGTaskSchedulerPermittedIdentifiers`.
  enum Identifier {
    static let refresh = "io.bgtaskd.examples.photos.refresh"
    static let indexing = "io.bgtaskd.examples.photos.index"
    static let indexingNow = "io.bgtaskd.examples.photos.now"
  }

  private let scheduler: BGTaskScheduler
  private let library: PhotoLibrary
  private let rhythm: Rhythm
  private let log: @Sendable (Activity) -> Void

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
    let refresh = Task {
      do {
        // First, so that whatever happens now there is a next time.
        try await submit(Self.refreshRequest(after: rhythm.refreshInterval))
        let work = try library.findWork()
        log(.found(changed: work.changed.count, removed: work.removed.count))
        if !work.isEmpty { try await submit(indexingRequest()) }
        task.setTaskCompleted(success: true)
      } catch {
        fail(task, error)
      }
    }
    stop(refresh, whenExpired: task)
  }

  private func handleIndexing(_ task: BGProcessingTask) {
    let indexing = Task {
      do {
        var question = DeferQuestion(task)
        let isDone = try library.indexWork(
          shouldStop: { Task.isCancelled || question.shouldDefer() }, report: { log(Activity($0)) })
        // What is left is for the next time that the conditions are good.
        if !isDone { try await submit(indexingRequest()) }
        log(isDone ? .finished(identifier: task.identifier) : .paused(identifier: task.identifier))
        task.setTaskCompleted(success: isDone)
      } catch is IndexLock.Busy {
        // A person was quicker, with photo-indexer now: what that run leaves is done after it.
        do {
          try await submit(indexingRequest(after: 60))
          log(.paused(identifier: task.identifier))
          task.setTaskCompleted(success: false)
        } catch {
          fail(task, error)
        }
      } catch {
        fail(task, error)
      }
    }
    stop(indexing, whenExpired: task)
  }

  private func handleIndexingNow(_ task: BGContinuedProcessingTask) {
    let indexing = Task {
      do {
        let isDone = try library.indexAll(
          shouldStop: { Task.isCancelled },
          report: { step in
            log(Activity(step))
            task.progress.totalUnitCount = Int64(step.total)
            task.progress.completedUnitCount = Int64(step.done)
            task.updateTitle(task.title, subtitle: step.path)
          })
        log(isDone ? .finished(identifier: task.identifier) : .paused(identifier: task.identifier))
        task.setTaskCompleted(success: isDone)
      } catch {
        fail(task, error)
      }
    }
    stop(indexing, whenExpired: task)
  }

  private func stop(_ work: Task<Void, Never>, whenExpired task: BGTask) {
    let (identifier, log) = (task.identifier, log)
    task.expirationHandler = { [weak task] in
      work.cancel()
      log(.toldToStop(identifier: identifier, reason: task?.expirationReason))
    }
  }

  private func fail(_ task: BGTask, _ error: any Error) {
    log(.failed(identifier: task.identifier, message: "\(error)"))
    task.setTaskCompleted(success: false)
  }

  /// Hands a request in. A scheduler that is away for a moment, because it is being upgraded, must not end the chain of
  /// requests: it is waited for.
  private func submit(_ request: BGTaskRequest) async throws {
    for pause in rhythm.submissionPauses {
      do {
        return try await scheduler.submitTaskRequest(request)
      } catch BGTaskScheduler.Error.unavailable {
        // Also in a run that was told to stop: the request is what it leaves behind.
        await Task.detached { try? await Task.sleep(for: pause) }.value
      }
    }
    try await scheduler.submitTaskRequest(request)
  }
}
