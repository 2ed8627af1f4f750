import Foundation
import LinuxSystem

/// Looks at the files that other processes have open.
enum OpenFiles {
  /// Waits until a process has a file open.
  /// - Returns: False when it has not after 20 s.
  static func wait(for path: String, in pid: Int32) -> Bool {
    for _ in 0..<20_000 {
      let descriptors = "/proc/\(pid)/fd"
      let isOpen = DirectoryReader.names(in: descriptors).contains { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")) == path
      }
      if isOpen { return true }
      // Nothing tells of another process's descriptors.
      poll(nil, 0, 1)
    }
    return false
  }
}
