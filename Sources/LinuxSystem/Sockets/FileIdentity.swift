import Glibc

/// The identity of a file, whatever its path: its device and inode.
package struct FileIdentity: Hashable, Sendable {
  private var device: dev_t
  private var inode: ino_t
  /// Whether the file is a socket.
  package var isSocket: Bool
  /// The user who owns the file.
  package var uid: UInt32

  /// The file at the path, symbolic links not followed.
  /// - Throws: ``SystemError`` of lstat(2), with the path.
  package init(path: String) throws(SystemError) {
    var status = stat()
    try systemCall("lstat", path) { lstat(path, &status) }
    device = status.st_dev
    inode = status.st_ino
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
    uid = status.st_uid
  }
}
