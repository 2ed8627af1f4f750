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

  /// Waits until a pipe inside of a process holds one byte, which is how signals are noted. One that was sent
  /// has not arrived before a thread of the process had its turn.
  /// - Returns: False when there is none after 20 s.
  static func waitForNotedSignal(in pid: Int32) -> Bool {
    for _ in 0..<20_000 {
      let descriptors = "/proc/\(pid)/fd"
      if DirectoryReader.names(in: descriptors).contains(where: { holdsOneByte("\(descriptors)/\($0)") }) {
        return true
      }
      // Nothing tells of another process's pipes.
      poll(nil, 0, 1)
    }
    return false
  }

  private static func holdsOneByte(_ path: String) -> Bool {
    guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
      target.hasPrefix("pipe:")
    else { return false }
    let pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard pipe >= 0 else { return false }
    defer { close(pipe) }
    var count: CInt = 0
    return ioctl(pipe, UInt(FIONREAD), &count) == 0 && count == 1
  }
}
