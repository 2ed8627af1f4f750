import Foundation

/// Files that are on disk when a call returns.
enum SyncedFile {
  /// Makes a directory for its owner only, with those above it that are missing.
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

  /// Puts data in the place of what a file has, for its owner only: a file beside it is written and on disk
  /// before it gets the name, and then the name is. Whoever else does so at the same time, in any process,
  /// waits.
  static func replace(_ file: URL, with data: Data) throws {
    let path = file.path(percentEncoded: false)
    let beside = "\(path).new"
    let handle = FileHandle(fileDescriptor: try openAlone(beside), closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.synchronize()
    } catch {
      // On a full disk the part would be in everybody's way.
      try? handle.truncate(atOffset: 0)
      throw error
    }
    // Its lock ends with the descriptor, when it has the name.
    guard rename(beside, path) == 0 else { throw failure(errno, path) }
    try handle.close()
    try sync(file.deletingLastPathComponent())
  }

  /// Opens an empty file that nobody else writes: a descriptor, which holds its lock (flock(2)).
  private static func openAlone(_ path: String) throws -> CInt {
    while true {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure(errno, path) }
      var (opened, there) = (stat(), stat())
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw closing(descriptor, path) }
      }
      guard fstat(descriptor, &opened) == 0 else { throw closing(descriptor, path) }
      // Whoever had the lock before may have given the file its name; then this is another one.
      if stat(path, &there) == 0, there.st_ino == opened.st_ino, there.st_dev == opened.st_dev {
        // What somebody who was killed has left.
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

  /// Has the names in a directory on disk.
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
