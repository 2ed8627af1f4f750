import Foundation

/// A small file system in memory that a test can fill. It is unmounted with its folder.
package final class SmallDisk {
  private let folder: TemporaryFolder

  /// Mounts the disk; `nil`, with the reason printed, where nothing can be mounted.
  /// - Parameter size: The size, as mount(8) takes it for a tmpfs: `3m`.
  package init?(size: String, for file: StaticString = #fileID) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "mode=0700,size=\(size)") == 0 else {
      leaveOut("a tmpfs cannot be mounted here (error \(errno)); it needs root", in: file)
      return nil
    }
  }

  /// The path of the disk, without a slash at its end.
  package var path: String { folder.path }

  /// Returns the path of a file on the disk.
  package func path(_ name: String) -> String { folder.path(name) }

  /// The room in bytes; 0 where the system does not say it.
  package var freeBytes: Int {
    var status = statvfs()
    return statvfs(path, &status) == 0 ? Int(status.f_bavail) * Int(status.f_frsize) : 0
  }

  /// Takes all room but this many bytes.
  /// - Returns: Whether that succeeded.
  package func fill(leaving bytes: Int) -> Bool {
    let room = freeBytes - bytes
    let file = open(path("filler"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let taken = lseek(file, 0, SEEK_END)
    return room > 0 && posix_fallocate(file, taken, room) == 0
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

  /// Puts a view on top that cannot be written. The file system itself cannot be made so while anybody has a
  /// file of it open for writing, as a child of another test may that has not got to its program yet.
  /// - Returns: Whether that succeeded.
  package func makeReadOnly() -> Bool {
    mount(path, path, nil, UInt(MS_BIND), nil) == 0
      && mount(nil, path, nil, UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0
  }
}
