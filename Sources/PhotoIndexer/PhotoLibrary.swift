import BackgroundApplication
import Synchronization

/// A folder with photos, and its index. The library knows nothing of background tasks, which say when it
/// works and when it stops.
final class PhotoLibrary: Sendable {
  /// The error of a second run while another reads already.
  struct Busy: Error {}

  /// The progress of a run.
  struct Step {
    /// The photo that was read last.
    var path: String
    var done: Int
    var total: Int
  }

  let store: StateStore<PhotoIndex>
  private let folder: URL
  private let batch: Int
  private let reader: PictureReader
  private let reading = Mutex(())

  /// - Parameters:
  ///   - folder: The folder with the photos.
  ///   - directory: The directory of the index; `nil` is the program's own (``StateStore``).
  ///   - batch: The number of photos after which the index is saved.
  init(
    folder: URL, keptIn directory: URL? = nil, batch: Int = 32, reader: PictureReader = PictureReader()
  ) {
    store = StateStore("index", initially: PhotoIndex(), version: PhotoIndex.version, in: directory)
    self.folder = folder
    self.batch = batch
    self.reader = reader
  }

  /// Scans the folder for new, changed and gone photos.
  /// - Returns: The numbers of photos to read and of gone ones; `nil` when it was told to stop.
  func look(until stop: StopSignal) throws -> (unread: Int, gone: Int)? {
    guard let scan = try FolderScan(folder, until: stop) else { return nil }
    var index = store.value
    let gone = index.take(scan)
    if index != store.value {
      store.update { _ = $0.take(scan) }
      try store.save()
    }
    return (index.unread.count, gone)
  }

  /// Reads all unread photos, also those that are found meanwhile, and saves the index after every batch and
  /// when it stops: a run that is killed loses a batch.
  /// - Parameter shouldPause: Asked before every batch.
  /// - Returns: `false` when it was told to stop, or should pause.
  func read(
    until stop: StopSignal, orWhen shouldPause: () -> Bool, report: (Step) -> Void = { _ in }
  ) throws -> Bool {
    let isDone: Bool? = try reading.withLockIfAvailable { _ in
      var done = 0
      while case let unread = store.value.unread, !unread.isEmpty {
        guard !shouldPause() else { return false }
        let total = done + unread.count
        // A large index is saved less often: saving takes a time in proportion to its size.
        for path in unread.prefix(max(batch, store.value.photos.count / 16)) {
          let photo = try read(path, until: stop)
          guard !stop.isSet else {
            try store.save()
            return false
          }
          store.update { $0.photos[path] = photo }
          done += 1
          report(Step(path: path, done: done, total: total))
        }
        try store.save()
      }
      return true
    }
    guard let isDone else { throw Busy() }
    return isDone
  }

  /// Reads a photo, or returns `nil` when it is gone.
  private func read(_ path: String, until stop: StopSignal) throws -> Photo? {
    let file = folder.path(percentEncoded: false) + "/" + path
    guard let stamp = FileStamp(file) else { return nil }
    guard stamp.obstacle == nil else { return Photo(stamp: stamp) }
    return Photo(stamp: stamp, reading: try reader.read(file, until: stop))
  }
}
