import BackgroundTasks

/// The photos in a folder and its subfolders, found without opening a file. Links are not followed, because
/// loops have no end. Hidden files are left out: programs keep thumbnails and deleted files there.
struct FolderScan {
  private static let suffixes: Set = ["jpg", "jpeg", "png", "webp", "gif", "tif", "tiff"]

  /// The files that belong into the index, by their paths from the folder on.
  private(set) var files: [String: FileStamp] = [:]
  /// The folders that could not be read: photos known in them may still be there.
  private(set) var closedFolders: [String] = []

  /// Looks through a folder; `nil` when it was told to stop.
  /// - Throws: The reason why the folder cannot be read: a folder that is away is not an empty one.
  init?(_ folder: URL, until stop: StopSignal) throws {
    let root = folder.resolvingSymlinksInPath().appending(path: "", directoryHint: .isDirectory)
    _ = try FileManager.default.contentsOfDirectory(atPath: root.path(percentEncoded: false))
    var closed: [String] = []
    let entries = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles
    ) { url, _ in
      closed.append(Self.path(of: url, in: root))
      return true
    }
    while let url = entries?.nextObject() as? URL {
      if stop.isSet { return nil }
      guard Self.suffixes.contains(url.pathExtension.lowercased()), !url.hasDirectoryPath else { continue }
      files[Self.path(of: url, in: root)] = FileStamp(url.path(percentEncoded: false))
    }
    for path in closed { close(path) }
  }

  mutating func close(_ path: String) {
    closedFolders.append(path)
    files[path] = FileStamp(obstacle: "the folder cannot be looked into")
  }

  /// Returns the path from the root on, by bytes: a mark that begins a name is one character with the slash.
  private static func path(of url: URL, in root: URL) -> String {
    let start = root.path(percentEncoded: false).utf8.count
    let bytes = url.path(percentEncoded: false).utf8.dropFirst(start)
    return String(decoding: bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes, as: UTF8.self)
  }
}

/// The attributes of a file that tell whether it has changed.
struct FileStamp: Codable, Equatable, Sendable {
  var size: UInt64 = 0
  /// The date of the last change, in seconds since 1970.
  var modified: TimeInterval = 0
  /// The reason why the file is not opened.
  var obstacle: String?

  init(obstacle: String) { self.obstacle = obstacle }

  /// Reads the attributes of a file, without following a link; `nil` when there is no file.
  init?(_ path: String) {
    // Foundation replaces bytes that are not UTF-8 by this mark, and then cannot find the file itself.
    if path.contains("\u{FFFD}") {
      obstacle = "its name is not UTF-8"
      return
    }
    guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    size = (found[.size] as? NSNumber)?.uint64Value ?? 0
    modified = (found[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    switch found[.type] as? FileAttributeType {
    case .typeRegular?:
      obstacle = FileManager.default.isReadableFile(atPath: path) ? nil : "it may not be read"
    case .typeSymbolicLink?: obstacle = "it is a link; its target is indexed in its own folder"
    default: obstacle = "it is a folder, a pipe, a socket or a device"
    }
  }
}
