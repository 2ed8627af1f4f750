import BackgroundTasks

/// What is known of the photos of a folder. In its file every photo is a line of JSON, in the order of their
/// paths.
struct PhotoIndex: Equatable, Sendable {
  private(set) var photos: [String: IndexedPhoto] = [:]

  subscript(path: String) -> IndexedPhoto? {
    get { photos[path] }
    set { photos[path] = newValue }
  }

  var count: Int { photos.count }

  /// In the order of their paths, with what they are duplicates of.
  var sorted: [IndexedPhoto] {
    var originals: [Content: String] = [:]
    return photos.values.sorted { $0.path < $1.path }.map { photo in
      var photo = photo
      photo.duplicateOf = nil
      // Empty files are all alike, and no photos.
      guard let hash = photo.hash, photo.stamp.size > 0 else { return photo }
      let content = Content(size: photo.stamp.size, hash: hash)
      if let original = originals[content] {
        photo.duplicateOf = original
      } else {
        originals[content] = photo.path
      }
      return photo
    }
  }

  private struct Content: Hashable {
    var size: Int64
    var hash: String
  }

  // MARK: The file

  /// Reads the file; an index of nothing when there is none. A line that cannot be understood is left out:
  /// its photo is found to be new then, and read again.
  init(contentsOf file: URL) throws {
    guard let data = try StateFile.read(file) else { return }
    let decoder = JSONDecoder()
    for line in data.split(separator: UInt8(ascii: "\n")) {
      guard let photo = try? decoder.decode(IndexedPhoto.self, from: line) else { continue }
      photos[photo.path] = photo
    }
  }

  init() {}

  /// Puts it in the place of the file, all at once.
  func write(to file: URL) throws { try StateFile.write(lines: sorted, to: file) }
}

/// What the index has of a file: one line of it.
struct IndexedPhoto: Codable, Hashable, Sendable {
  /// From the folder on.
  var path: String
  /// What the file was like when it was read.
  var stamp: FileStamp
  var facts: PhotoFacts?
  /// Of the content, as ``ContentHash`` writes it.
  var hash: String?
  /// The first file, in the order of paths, with the same size and content.
  var duplicateOf: String?
  /// Why there is less than there should be.
  var problem: PhotoProblem?
}
