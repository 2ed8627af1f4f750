import BackgroundTasks

/// What there is in a folder and those in it, found without opening a file. Links are not followed, because
/// loops have no end, and hidden files are left out: programs keep thumbnails and what was deleted there.
struct FolderScan {
  private static let suffixes: Set = ["jpg", "jpeg", "png", "webp", "gif", "tif", "tiff"]

  /// Everything that belongs into the index, by its path from the folder on.
  private(set) var files: [String: FileStamp] = [:]
  /// Those that could not be looked into: what was known of them is not known to be gone.
  private(set) var closedFolders: [String] = []

  /// Looks through a folder; nil when it was told to stop.
  /// - Throws: Why it cannot be looked into: one that is away is not an empty one.
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

  /// From the root on. Bytes are counted: a mark that begins a name is one character with the slash before.
  private static func path(of url: URL, in root: URL) -> String {
    let start = root.path(percentEncoded: false).utf8.count
    let bytes = url.path(percentEncoded: false).utf8.dropFirst(start)
    return String(decoding: bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes, as: UTF8.self)
  }
}

/// What tells whether a file is still as it was.
struct FileStamp: Codable, Equatable, Sendable {
  var size: UInt64 = 0
  /// In seconds since 1970.
  var modified: TimeInterval = 0
  /// Why it is not to be opened.
  var obstacle: String?

  init(obstacle: String) { self.obstacle = obstacle }

  /// Looks at a file, and not at what it leads to; nil when there is none.
  init?(_ path: String) {
    // What Foundation puts in the place of bytes that are no text, so that it does not find the file itself.
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
    case .typeSymbolicLink?: obstacle = "it is a link; what it leads to is indexed where it lies"
    default: obstacle = "it is a folder, a pipe, a socket or a device"
    }
  }
}
