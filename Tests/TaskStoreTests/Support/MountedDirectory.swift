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

  deinit {
    // What lies on top goes first.
    while umount2(scratch.path, CInt(MNT_DETACH)) == 0 {}
  }

  var path: String { scratch.path }

  /// Puts a view on top that cannot be written. The file system itself cannot be made so while anybody has a
  /// file of it open for writing, as a child of another test may that has not got to its program yet.
  func makeReadOnly() -> Bool {
    mount(path, path, nil, UInt(MS_BIND), nil) == 0
      && mount(nil, path, nil, UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0
  }
}
