import Glibc

/// What tells whether a file is still as it was: its size and when it was changed.
struct FileStamp: Codable, Hashable, Sendable {
  var size: Int64
  /// Since 1970.
  var modifiedSec: Int64
  var modifiedNSec: Int64

  init(size: Int64, modifiedSec: Int64, modifiedNSec: Int64) {
    self.size = size
    self.modifiedSec = modifiedSec
    self.modifiedNSec = modifiedNSec
  }

  init(_ status: stat) {
    self.init(
      size: Int64(status.st_size), modifiedSec: Int64(status.st_mtim.tv_sec),
      modifiedNSec: Int64(status.st_mtim.tv_nsec))
  }

  /// Why something in the file system is no file; nil when it is one.
  static func problem(of status: stat) -> PhotoProblem? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFLNK:
      PhotoProblem(.symbolicLink, "it is a symbolic link; what it leads to is indexed where it lies")
    case S_IFIFO: PhotoProblem(.notAFile, "it is a named pipe")
    case S_IFSOCK: PhotoProblem(.notAFile, "it is a socket")
    case S_IFDIR: PhotoProblem(.notAFile, "it is a folder")
    default: PhotoProblem(.notAFile, "it is a device")
    }
  }
}
