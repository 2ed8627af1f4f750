import CLinux
package import Glibc

/// What the inode numbers of a file system say. Where a file has another one after each start, or each time
/// the kernel has read it anew, they say nothing: they would be changes that nobody has made.
package struct InodeNumbers: Sendable {
  private let areKept: Bool

  /// Those of the file system that has something at this path.
  package init(of path: String) { self.init(type: clinux_file_system_type(path)) }

  /// - Parameter type: What statfs(2) calls the kind of the file system.
  init(type: Int64) { areKept = type >= 0 && !Self.invented.contains(type) }

  /// What tells a file from another one in its place.
  package func number(of status: stat) -> Int64 { areKept ? Int64(bitPattern: UInt64(status.st_ino)) : 0 }

  /// FAT, exFAT, FUSE, SMB, CIFS and 9P (linux/magic.h).
  private static let invented: Set<Int64> = [
    0x4d44, 0x2011_bab0, 0x6573_5546, 0xfe53_4d42, 0xff53_4d42, 0x0102_1997,
  ]
}
