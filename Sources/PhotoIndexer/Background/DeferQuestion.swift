import BackgroundTasks

/// Asks the scheduler whether a run should come back later, once a second or so: between two files is far
/// more often than that.
struct DeferQuestion {
  private let task: BGTask
  private let pause: Duration
  private var next: ContinuousClock.Instant

  init(_ task: BGTask, every pause: Duration) {
    self.task = task
    self.pause = pause
    next = .now + pause
  }

  mutating func shouldDefer() -> Bool {
    guard ContinuousClock.now >= next else { return false }
    next = .now + pause
    return task.shouldDefer
  }
}
