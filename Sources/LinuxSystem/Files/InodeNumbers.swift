import CLinux
package import Glibc

/// The inode numbers of a file system. Where a file gets another number after each start, or each time the
/// kernel reads it anew, the numbers are ignored: they would look like changes of the file.
package struct InodeNumbers: Sendable {
  private let areKept: Bool

  /// The inode numbers of the file system that holds this path.
  package init(of path: String) { self.init(type: clinux_file_system_type(path)) }

  /// - Parameter type: The kind of the file system as statfs(2) gives it.
  init(type: Int64) { areKept = type >= 0 && !Self.invented.contains(type) }

  /// Returns the number that tells a file from its replacement; 0 where numbers are ignored.
  package func number(of status: stat) -> Int64 { areKept ? Int64(bitPattern: UInt64(status.st_ino)) : 0 }

  /// The kinds with changing numbers: FAT, exFAT, FUSE, SMB, CIFS and 9P (linux/magic.h).
  private static let invented: Set<Int64> = [
    0x4d44, 0x2011_bab0, 0x6573_5546, 0xfe53_4d42, 0xff53_4d42, 0x0102_1997,
  ]
}
