import Foundation

/// A small file system of its own in memory that a test can fill. It is gone when nobody holds it any more.
package final class SmallDisk {
  private let folder: TemporaryFolder

  /// Mounts it. Nil, with the reason printed, where nothing can be mounted.
  /// - Parameter size: As mount(8) takes it for a tmpfs: `3m`.
  package init?(size: String, for file: StaticString = #fileID) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.url.path(), "tmpfs", 0, "mode=0700,size=\(size)") == 0 else {
      leaveOut("a tmpfs cannot be mounted here (error \(errno)); it needs root", in: file)
      return nil
    }
  }

  deinit { umount2(folder.url.path(), CInt(MNT_DETACH)) }

  /// The path of something on it.
  package func path(_ name: String) -> String { folder.path(name) }

  /// Takes all the room there is but so many bytes.
  /// - Returns: Whether it did.
  package func fill(leaving bytes: Int) -> Bool {
    var status = statvfs()
    guard statvfs(path(""), &status) == 0 else { return false }
    let room = Int(status.f_bavail) * Int(status.f_frsize) - bytes
    let file = open(path("filler"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return room > 0 && posix_fallocate(file, 0, room) == 0
  }

  /// Takes all the room there is.
  /// - Returns: Whether the disk is full now.
  package func fill() -> Bool {
    let file = open(path("filler"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    return errno == ENOSPC
  }

  /// Gives the room back that ``fill()`` has taken.
  /// - Returns: Whether it could.
  package func makeRoom() -> Bool { unlink(path("filler")) == 0 }
}
