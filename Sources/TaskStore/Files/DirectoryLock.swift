import Glibc

/// The lock that keeps a second process out of the state directory. It belongs to the open file (flock(2)),
/// so the kernel releases it however the process ends, and the file may stay.
final class DirectoryLock {
  private let file: File

  /// The longest time that a child of a killed daemon may take to become its program.
  private static let patienceMilliseconds = 5000

  /// Takes the lock and writes this process's number into the file.
  /// - Parameter waits: Called often while a child of a killed daemon has the lock.
  /// - Throws: ``StoreErrorCode/locked(pid:)`` at once when a living process has the lock.
  init(_ directory: StateDirectory, waits: () -> Void = {}) throws(StoreError) {
    file = try File(opening: directory.lock, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
    var milliseconds = 0
    while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        let owner = try owner()
        // The child of a daemon that was killed while it started a program has a copy of the descriptor, but
        // not for long.
        guard let owner, Self.isGone(owner), milliseconds < Self.patienceMilliseconds else {
          throw StoreError(code: .locked(pid: owner), path: directory.lock, detail: "it is locked")
        }
        waits()
        poll(nil, 0, 1)
        milliseconds += 1
      default: throw StoreError(call: "flock", path: directory.lock)
      }
    }
    guard ftruncate(file.descriptor, 0) == 0 else {
      throw StoreError(call: "ftruncate", path: directory.lock)
    }
    // On a full disk the number cannot be written. The lock counts all the same.
    try? file.write(Array("\(getpid())\n".utf8), at: 0)
  }

  /// Releases the lock itself. Closing the descriptor would not be enough while a child that is just being
  /// started holds a copy of it: the copy goes with exec(3), a moment later.
  deinit { flock(file.descriptor, LOCK_UN) }

  /// Returns the process that the file names; `nil` when it names none.
  private func owner() throws(StoreError) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = bytes.withUnsafeMutableBytes { pread(file.descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw StoreError(call: "pread", path: file.path) }
    return Int32(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  private static func isGone(_ pid: Int32) -> Bool { kill(pid, 0) != 0 && errno == ESRCH }
}
