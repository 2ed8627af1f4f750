/// Pictures to be indexed. Work can be made to pause at one of them until it is cancelled.
actor PhotoLibrary {
  private(set) var indexed = 0
  private let total: Int
  private var pauseAfter: Int?
  private let reached = AsyncStream<Void>.makeStream()

  init(newPictures total: Int, pauseAfter: Int? = nil) {
    self.total = total
    self.pauseAfter = pauseAfter
  }

  /// Whether all are indexed.
  func indexNewPictures() async -> Bool {
    while indexed < total {
      if indexed == pauseAfter {
        pauseAfter = nil
        reached.continuation.yield()
        // Ends with the task: nothing ever comes.
        for await _ in AsyncStream<Void>.makeStream().stream {}
      }
      if Task.isCancelled { return false }
      indexed += 1
    }
    return true
  }

  func pauseReached() async {
    for await _ in reached.stream { return }
  }
}
