import Glibc

/// Keeps a second process away from the state directory for as long as this lives. The lock belongs to the open
/// file (flock(2)), so the kernel lets go of it however the process ends, and the file may stay.
final class DirectoryLock {
  private let file: File

  /// Takes the lock and writes this process's number into the file.
  /// - Throws: ``StoreErrorCode/locked(pid:)`` at once when somebody else has it.
  init(_ directory: StateDirectory) throws(StoreError) {
    file = try File(opening: directory.lock, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        let pid = Int32(String(decoding: try file.read(atMost: 16).prefix { $0 != 10 }, as: UTF8.self))
        throw StoreError(code: .locked(pid: pid), path: directory.lock, detail: "it is locked")
      default: throw StoreError(call: "flock", path: directory.lock)
      }
    }
    guard ftruncate(file.descriptor, 0) == 0 else {
      throw StoreError(call: "ftruncate", path: directory.lock)
    }
    // On a full disk the number cannot be written. The lock is what counts.
    try? file.write(Array("\(getpid())\n".utf8), at: 0)
  }

  /// Lets go of it by name. Closing the descriptor would not be enough while a child that is just being started holds a
  /// copy of it: the copy goes with exec(3), a moment later.
  deinit { flock(file.descriptor, LOCK_UN) }
}
