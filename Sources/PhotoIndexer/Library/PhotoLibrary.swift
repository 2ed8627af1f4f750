import BackgroundTasks

/// A folder with photos, and what is kept about them. It knows nothing of background tasks: they say when it
/// works and when it stops.
struct PhotoLibrary: Sendable {
  /// Where the photos are: an absolute path.
  var folder: String
  /// Where the index is.
  var index: URL
  /// After so many files at least the index is written.
  var batch = 64

  /// What is to be done, beside the index.
  var workList: URL { index.appendingPathExtension("todo") }

  /// How far a run is.
  struct Step {
    /// What was read last; nil when it is gone.
    var photo: IndexedPhoto?
    var path: String
    var done: Int
    var total: Int
  }

  /// Looks quickly for what is new, changed and gone since the index was written, and writes that down.
  /// - Returns: Nil when it was told to stop.
  func findWork(shouldStop: () -> Bool = { false }) throws -> WorkList? {
    guard
      let work = try WorkList(folder: folder, index: PhotoIndex(contentsOf: index), shouldStop: shouldStop)
    else { return nil }
    try work.write(to: workList)
    return work
  }

  /// Goes on with what was written down, until nothing of it is left, also nothing that is added meanwhile.
  /// - Parameters:
  ///   - shouldStop: Asked between files.
  ///   - report: Called after each file.
  /// - Returns: False when it was told to stop, with everything saved that it had done.
  func indexWork(shouldStop: () -> Bool, report: (Step) -> Void) throws -> Bool {
    let lock = try IndexLock(index)
    defer { withExtendedLifetime(lock) {} }
    var run = try IndexingRun(self)
    while true {
      let work = run.remaining(try WorkList(contentsOf: workList))
      guard !work.isEmpty else { return true }
      guard try run.index(work, shouldStop: shouldStop, report: report) else { return false }
    }
  }

  /// Looks for what is to be done, and does it.
  /// - Returns: False when it was told to stop.
  func indexAll(shouldStop: () -> Bool, report: (Step) -> Void) throws -> Bool {
    let lock = try IndexLock(index)
    defer { withExtendedLifetime(lock) {} }
    var run = try IndexingRun(self)
    guard let work = try WorkList(folder: folder, index: run.photos, shouldStop: shouldStop) else {
      return false
    }
    return try run.index(work, shouldStop: shouldStop, report: report)
  }
}
