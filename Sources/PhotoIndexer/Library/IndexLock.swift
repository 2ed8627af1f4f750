import BackgroundTasks
import Glibc

/// Held by whoever writes the index, so that two runs, here or in another process, do not overwrite each
/// other's work. It is gone with the process, however that ends.
final class IndexLock {
  private let descriptor: CInt

  /// Another run holds it.
  struct Busy: Error, CustomStringConvertible {
    var description: String { "another run is writing the index" }
  }

  /// Takes the lock of an index.
  /// - Throws: ``Busy``, or why it cannot be had.
  init(_ index: URL) throws {
    try FileManager.default.createDirectory(
      at: index.deletingLastPathComponent(), withIntermediateDirectories: true)
    let path = index.appendingPathExtension("lock").path(percentEncoded: false)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? Busy() : POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
