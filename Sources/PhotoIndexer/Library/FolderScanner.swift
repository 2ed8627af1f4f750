import BackgroundTasks
import Glibc

/// Looks through a folder and those in it, without opening a file. Hidden files and folders are left out:
/// programs keep thumbnails and what was deleted there.
struct FolderScanner {
  /// Everything that belongs into the index, in the order of their paths.
  private(set) var files: [FoundFile] = []
  /// Folders that could not be looked into: what was known of them is not known to be gone.
  private(set) var closedFolders: [String] = []

  /// Why there is nothing to scan.
  struct NoFolder: Error, CustomStringConvertible {
    var path: String
    var code: CInt
    var description: String { "\(path) cannot be looked into: \(String(cString: strerror(code)))" }
  }

  /// Looks through a folder; nil when it was told to stop.
  /// - Parameter shouldStop: Asked between folders.
  init?(_ root: String, shouldStop: () -> Bool = { false }) throws(NoFolder) {
    var waiting = [""]
    while let folder = waiting.popLast() {
      if shouldStop() { return nil }
      // The root may be a link; what is in it is not followed.
      let path = folder.isEmpty ? root : "\(root)/\(folder)"
      guard let entries = Self.entries(of: path, followingLinks: folder.isEmpty) else {
        let code = errno
        if folder.isEmpty { throw NoFolder(path: root, code: code) }
        if code != ENOENT { close(folder, path, code) }
        continue
      }
      for name in entries {
        let inner = folder.isEmpty ? name.text : "\(folder)/\(name.text)"
        if note(inner, name, in: path) { waiting.append(inner) }
      }
    }
    files.sort { $0.path < $1.path }
  }

  private struct Name {
    /// One that is not UTF-8 has its other bytes as `%FF`, behind a `./` that no path in here has.
    var text: String
    var isText: Bool
    /// As far as the folder says.
    var isFolder: Bool
  }

  /// Nil with errno when it cannot be read.
  private static func entries(of path: String, followingLinks: Bool) -> [Name]? {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { return nil }
    guard let stream = fdopendir(descriptor) else {
      Glibc.close(descriptor)
      return nil
    }
    defer { closedir(stream) }
    var names: [Name] = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard bytes.first != UInt8(ascii: ".") else { continue }
      names.append(name(bytes, isFolder: entry.pointee.d_type == UInt8(DT_DIR)))
    }
    return names
  }

  private static func name(_ bytes: [UInt8], isFolder: Bool) -> Name {
    if let text = String(validating: bytes, as: UTF8.self) {
      return Name(text: text, isText: true, isFolder: isFolder)
    }
    let escaped = bytes.map { byte -> String in
      0x20..<0x7F ~= byte ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
    return Name(text: "./" + escaped.joined(), isText: false, isFolder: isFolder)
  }

  /// Notes what has to be noted of an entry; true when it is a folder to look into.
  private mutating func note(_ path: String, _ name: Name, in folder: String) -> Bool {
    let isPhoto = PhotoFormat(name: name.text) != nil
    guard name.isText else {
      if isPhoto || name.isFolder {
        add(
          path, FileStamp(size: 0, modifiedSec: 0, modifiedNSec: 0),
          PhotoProblem(.badName, "its name is not UTF-8"))
      }
      return false
    }
    var status = stat()
    guard lstat("\(folder)/\(name.text)", &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFDIR { return true }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isPhoto || (isLink && leadsToFolder("\(folder)/\(name.text)")) {
      add(path, FileStamp(status), FileStamp.problem(of: status))
    }
    return false
  }

  /// Also one that leads to itself: nobody can say what it leads to.
  private func leadsToFolder(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ELOOP }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  private mutating func close(_ folder: String, _ path: String, _ code: CInt) {
    closedFolders.append(folder)
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    add(
      folder, FileStamp(status),
      PhotoProblem(.unreadable, "the folder cannot be looked into: \(String(cString: strerror(code)))"))
  }

  private mutating func add(_ path: String, _ stamp: FileStamp, _ problem: PhotoProblem?) {
    files.append(FoundFile(path: path, stamp: stamp, problem: problem))
  }
}

/// Something in the folder that belongs into the index.
struct FoundFile: Codable, Hashable, Sendable {
  /// From the folder on.
  var path: String
  var stamp: FileStamp
  /// Why it need not be opened to be noted.
  var problem: PhotoProblem?
}
