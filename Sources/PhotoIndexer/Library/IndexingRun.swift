/// Works on the index, file by file, and saves it after every batch.
struct IndexingRun {
  private let library: PhotoLibrary
  private(set) var photos: PhotoIndex
  private var unsaved = 0
  /// What was read already. A file that changes after it was found is in the index as it was read, not as it
  /// was listed; the next look at the folder decides about it, not this run.
  private var handled: Set<FoundFile> = []

  init(_ library: PhotoLibrary) throws {
    self.library = library
    photos = try PhotoIndex(contentsOf: library.index)
  }

  /// What of a list this run can do something about.
  func remaining(_ work: WorkList) -> WorkList {
    var work = work.remaining(photos)
    work.changed.removeAll { handled.contains($0) }
    return work
  }

  /// Does all of it; false when it was told to stop. What was done is saved in either case.
  mutating func index(
    _ work: WorkList, shouldStop: () -> Bool, report: (PhotoLibrary.Step) -> Void
  ) throws -> Bool {
    var done = 0
    for path in work.removed {
      photos[path] = nil
      unsaved += 1
      done += 1
      report(.init(photo: nil, path: path, done: done, total: work.count))
    }
    for found in work.changed {
      guard !shouldStop() else { return try save(false) }
      let photo: IndexedPhoto?
      switch PhotoReader.read(found, in: library.folder, shouldStop: shouldStop) {
      case .read(let read): photo = read
      case .gone: photo = nil
      case .stopped: return try save(false)
      }
      handled.insert(found)
      photos[found.path] = photo
      unsaved += 1
      done += 1
      if unsaved >= batch { _ = try save(true) }
      report(.init(photo: photo, path: found.path, done: done, total: work.count))
    }
    return try save(true)
  }

  /// A large index is written less often: writing it takes a time in proportion to its size.
  private var batch: Int { max(library.batch, photos.count / 16) }

  private mutating func save(_ result: Bool) throws -> Bool {
    guard unsaved > 0 else { return result }
    try photos.write(to: library.index)
    unsaved = 0
    return result
  }
}
