import Foundation

/// A small file system in memory that a test can fill. It is unmounted with the last reference to it.
package final class SmallDisk {
  private let folder: TemporaryFolder

  /// Mounts the disk; `nil`, with the reason printed, where nothing can be mounted.
  /// - Parameter size: The size, as mount(8) takes it for a tmpfs: `3m`.
  package init?(size: String, for file: StaticString = #fileID) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.url.path(), "tmpfs", 0, "mode=0700,size=\(size)") == 0 else {
      leaveOut("a tmpfs cannot be mounted here (error \(errno)); it needs root", in: file)
      return nil
    }
  }

  deinit { umount2(folder.url.path(), CInt(MNT_DETACH)) }

  /// Returns the path of a file on the disk.
  package func path(_ name: String) -> String { folder.path(name) }

  /// Takes all room but this many bytes.
  /// - Returns: Whether that succeeded.
  package func fill(leaving bytes: Int) -> Bool {
    var status = statvfs()
    guard statvfs(path(""), &status) == 0 else { return false }
    let room = Int(status.f_bavail) * Int(status.f_frsize) - bytes
    let file = open(path("filler"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return room > 0 && posix_fallocate(file, 0, room) == 0
  }

  /// Takes all room.
  /// - Returns: Whether the disk is full now.
  package func fill() -> Bool {
    let file = open(path("filler"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
    return errno == ENOSPC
  }

  /// Gives back the room that ``fill()`` has taken.
  /// - Returns: Whether that succeeded.
  package func makeRoom() -> Bool { unlink(path("filler")) == 0 }
}
