import BackgroundTasks

/// The program's background work: a short refresh that looks for changes, a processing task that reads
/// changed photos while the machine is idle, and a continued task that does both while a person looks on.
struct BackgroundWork: Sendable {
  /// The identifiers that stand in `PermittedIdentifiers=` of the manifest, or in
  /// `BGTaskSchedulerPermittedIdentifiers` of an iOS app.
  enum Identifier {
    static let refresh = "io.bgtaskd.examples.photos.refresh"
    static let reading = "io.bgtaskd.examples.photos.index"
    static let readingNow = "io.bgtaskd.examples.photos.now"
  }

  /// The least time between two looks at the folder, in seconds.
  static let refreshInterval: TimeInterval = 3600

  var scheduler = BGTaskScheduler.shared
  let library: PhotoLibrary
  let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "photo-indexer", qos: .utility, attributes: .concurrent)

  // MARK: Registering and submitting

  /// Registers the launch handlers; `false` when the manifest does not permit one of them.
  func register() -> Bool {
    let results = [
      scheduler.register(forTaskWithIdentifier: Identifier.refresh, using: nil) { task in
        perform(task, refresh)
      },
      scheduler.register(forTaskWithIdentifier: Identifier.reading, using: nil) { task in
        perform(task) { stop in try read(task, stop) }
      },
      scheduler.register(forTaskWithIdentifier: Identifier.readingNow, using: nil) { task in
        guard let task = task as? BGContinuedProcessingTask else {
          return task.setTaskCompleted(success: false)
        }
        perform(task) { stop in try readNow(task, stop) }
      },
    ]
    return results.allSatisfy { $0 }
  }

  static func refreshRequest(after pause: TimeInterval? = nil) -> BGTaskRequest {
    let request = BGAppRefreshTaskRequest(identifier: Identifier.refresh)
    request.earliestBeginDate = pause.map { Date(timeIntervalSinceNow: $0) }
    return request
  }

  private static func readingRequest(after pause: TimeInterval? = nil) -> BGTaskRequest {
    let request = BGProcessingTaskRequest(identifier: Identifier.reading)
    request.earliestBeginDate = pause.map { Date(timeIntervalSinceNow: $0) }
    request.requiresExternalPower = true
    return request
  }

  static func readingNowRequest(of folder: URL) -> BGTaskRequest {
    BGContinuedProcessingTaskRequest(
      identifier: Identifier.readingNow, title: "Indexing photos",
      subtitle: folder.path(percentEncoded: false))
  }

  /// Submits a request. A scheduler that is away for a moment, while it is upgraded, must not end the chain
  /// of requests: it is waited for, a minute and a half in all.
  private func submit(_ request: BGTaskRequest) throws {
    for pause in [0.1, 0.5, 1] + Array(repeating: 3, count: 30) {
      do {
        return try scheduler.submit(request)
      } catch BGTaskScheduler.Error.unavailable {
        Thread.sleep(forTimeInterval: pause)
      }
    }
    try scheduler.submit(request)
  }

  // MARK: Handling

  private func refresh(until stop: StopSignal) throws -> Bool {
    // The next refresh is submitted first, so that it comes whatever happens now.
    try submit(Self.refreshRequest(after: Self.refreshInterval))
    guard let found = try library.look(until: stop) else { return false }
    log("found \(found.unread) to read, \(found.gone) gone")
    if found.unread > 0 { try submit(Self.readingRequest()) }
    return true
  }

  private func read(_ task: BGTask, _ stop: StopSignal) throws -> Bool {
    do {
      let isDone = try library.read(until: stop, orWhen: { task.shouldDefer })
      // The remaining photos wait for the next time that the conditions are good.
      if !isDone { try submit(Self.readingRequest()) }
      return isDone
    } catch is PhotoLibrary.Busy {
      // A person has started photo-indexer now before this run: the photos that it leaves are read after it.
      try submit(Self.readingRequest(after: 60))
      return false
    }
  }

  private func readNow(_ task: BGContinuedProcessingTask, _ stop: StopSignal) throws -> Bool {
    guard try library.look(until: stop) != nil else { return false }
    return try library.read(until: stop, orWhen: { false }) { step in
      task.progress.totalUnitCount = Int64(step.total)
      task.progress.completedUnitCount = Int64(step.done)
      task.updateTitle(task.title, subtitle: step.path)
    }
  }

  /// Does the work of a task and completes it. Reading files blocks, so it does not run on the threads of
  /// Swift's tasks.
  /// - Parameter work: Returns whether all is done; `false` when it was told to stop, with everything saved.
  private func perform(_ task: BGTask, _ work: @escaping @Sendable (StopSignal) throws -> Bool) {
    let (identifier, log, stop) = (task.identifier, log, StopSignal())
    task.expirationHandler = { [weak task] in
      log("told to stop \(identifier)" + (task?.expirationReason.map { ": \($0.message)" } ?? ""))
      stop.set()
    }
    queue.async {
      do {
        let isDone = try work(stop)
        log(isDone ? "finished \(identifier)" : "saved what \(identifier) has done; it goes on later")
        task.setTaskCompleted(success: isDone)
      } catch {
        log("\(identifier) failed: \(error)")
        task.setTaskCompleted(success: false)
      }
    }
  }
}
