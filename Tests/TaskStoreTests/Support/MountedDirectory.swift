import Glibc
import TestSupport

/// A small file system of its own in memory, gone when this goes. Mounting needs root.
final class MountedDirectory: Sendable {
  private let scratch: TemporaryFolder

  /// Nil, with the reason printed, where nothing can be mounted.
  init?(size: String, for file: StaticString = #fileID) {
    guard let scratch = try? TemporaryFolder(),
      mount("tmpfs", scratch.path, "tmpfs", 0, "mode=0700,size=\(size)") == 0
    else {
      leaveOut("a tmpfs cannot be mounted here (error \(errno)); it needs root", in: file)
      return nil
    }
    self.scratch = scratch
  }

  deinit { umount2(scratch.path, CInt(MNT_DETACH)) }

  var path: String { scratch.path }

  func makeReadOnly() -> Bool {
    mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0
  }
}
