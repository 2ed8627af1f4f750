import BackgroundTasks

/// What a look at the folder found to be done. A refresh writes it, and nobody else: what of it is done is
/// seen in the index. So no two runs ever write the same file.
struct WorkList: Equatable, Sendable {
  /// New and changed, in the order of their paths.
  var changed: [FoundFile] = []
  /// In the index and not in the folder any more, in the order of their paths.
  var removed: [String] = []

  var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
  var count: Int { changed.count + removed.count }

  init(changed: [FoundFile] = [], removed: [String] = []) {
    self.changed = changed
    self.removed = removed
  }

  /// What is to be done so that the index says what the folder holds; nil when it was told to stop.
  init?(folder: String, index: PhotoIndex, shouldStop: () -> Bool) throws {
    guard let scan = try FolderScanner(folder, shouldStop: shouldStop) else { return nil }
    let found = Set(scan.files.map(\.path))
    changed = scan.files.filter { !index.describes($0) && !index.isStillUnreadable($0, in: folder) }
    removed = index.photos.keys.filter { path in
      !found.contains(path) && !scan.closedFolders.contains { path.hasPrefix($0 + "/") }
    }.sorted()
  }

  /// What of it is still to be done.
  func remaining(_ index: PhotoIndex) -> WorkList {
    WorkList(
      changed: changed.filter { !index.describes($0) }, removed: removed.filter { index[$0] != nil })
  }

  // MARK: The file

  /// A line of the file.
  private struct Line: Codable {
    var changed: FoundFile?
    var removed: String?
  }

  /// Reads the file; an empty list when there is none. A line that cannot be understood is left out: the next
  /// refresh finds what it was about.
  init(contentsOf file: URL) throws {
    guard let data = try StateFile.read(file) else { return }
    let decoder = JSONDecoder()
    for text in data.split(separator: UInt8(ascii: "\n")) {
      guard let line = try? decoder.decode(Line.self, from: text) else { continue }
      if let found = line.changed { changed.append(found) }
      if let path = line.removed { removed.append(path) }
    }
  }

  /// Puts it in the place of the file, all at once.
  func write(to file: URL) throws {
    try StateFile.write(
      lines: changed.map { Line(changed: $0) } + removed.map { Line(removed: $0) }, to: file)
  }
}

extension PhotoIndex {
  /// There is nothing more to know of it. What could not be read may be read some day: permissions are no
  /// part of the stamp.
  func describes(_ found: FoundFile) -> Bool {
    guard let photo = self[found.path], photo.stamp == found.stamp else { return false }
    return found.problem == photo.problem || (found.problem == nil && photo.problem?.code != .unreadable)
  }

  fileprivate func isStillUnreadable(_ found: FoundFile, in folder: String) -> Bool {
    guard let photo = self[found.path], photo.stamp == found.stamp else { return false }
    return photo.problem?.code == .unreadable
      && !FileManager.default.isReadableFile(atPath: "\(folder)/\(found.path)")
  }
}
