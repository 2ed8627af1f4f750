import Foundation

/// Files that are on disk when a call returns.
enum SyncedFile {
  /// Makes a directory for its owner only, with the missing ones above it.
  static func makeDirectory(_ directory: URL) throws {
    var missing: [URL] = []
    var next = directory.absoluteURL.standardizedFileURL
    while next.path != "/", !FileManager.default.fileExists(atPath: next.path(percentEncoded: false)) {
      missing.append(next)
      next = next.deletingLastPathComponent()
    }
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for made in missing.reversed() { try sync(made.deletingLastPathComponent()) }
  }

  /// Replaces the content of a file, for its owner only: a file beside it is written and on disk before it
  /// gets the name, and then the name is. Other callers, in any process, wait meanwhile.
  static func replace(_ file: URL, with data: Data) throws {
    let path = file.path(percentEncoded: false)
    let beside = "\(path).new"
    let handle = FileHandle(fileDescriptor: try openAlone(beside), closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.synchronize()
    } catch {
      // On a full disk the part would take room from everybody.
      try? handle.truncate(atOffset: 0)
      throw error
    }
    // The lock ends with the descriptor, after the file has got its name.
    guard rename(beside, path) == 0 else { throw failure(errno, path) }
    try handle.close()
    try sync(file.deletingLastPathComponent())
  }

  /// Opens an empty file with no other writer, and returns its descriptor, which holds the lock (flock(2)).
  private static func openAlone(_ path: String) throws -> CInt {
    while true {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure(errno, path) }
      var (opened, there) = (stat(), stat())
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw closing(descriptor, path) }
      }
      guard fstat(descriptor, &opened) == 0 else { throw closing(descriptor, path) }
      // An earlier holder of the lock may have given the file its name; then the path has another file.
      if stat(path, &there) == 0, there.st_ino == opened.st_ino, there.st_dev == opened.st_dev {
        // A process that was killed may have left data.
        guard opened.st_size == 0 || ftruncate(descriptor, 0) == 0 else { throw closing(descriptor, path) }
        return descriptor
      }
      close(descriptor)
    }
  }

  private static func closing(_ descriptor: CInt, _ path: String) -> any Error {
    defer { close(descriptor) }
    return failure(errno, path)
  }

  /// Brings the names in a directory to disk.
  private static func sync(_ directory: URL) throws {
    let path = directory.path(percentEncoded: false)
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno, path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(errno, path) }
  }

  private static func failure(_ code: CInt, _ path: String) -> any Error {
    CocoaError(
      .fileWriteUnknown,
      userInfo: [
        NSFilePathErrorKey: path, NSUnderlyingErrorKey: POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO),
      ])
  }
}
