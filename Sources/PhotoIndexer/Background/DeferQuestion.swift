import BackgroundTasks

/// Asks the scheduler whether a run should come back later, once a second at most: between two files is far more often than that.
struct DeferQuestion {
  private let task: BGTask
  private var next: ContinuousClock.Instant

  init(_ task: BGTask) {
    self.task = task
    next = .now + .seconds(1)
  }

  mutating func shouldDefer() -> Bool {
    guard ContinuousClock.now >= next else { return false }
    next = .now + .seconds(1)
    return task.shouldDefer
  }
}
