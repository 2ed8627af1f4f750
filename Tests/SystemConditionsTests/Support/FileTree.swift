import Glibc
import LinuxSystem
import TestSupport

/// Small files as the kernel has them, in a folder of their own.
final class FileTree {
  private let folder: TemporaryFolder
  let path: String

  init(_ files: [(String, String)] = []) throws {
    folder = try TemporaryFolder(permissions: 0o755)
    path = folder.path
    for (name, text) in files { try write(name, text) }
  }

  /// Writes a file with its directories. A name that ends in `/` is a directory.
  func write(_ name: String, _ text: String = "") throws(SystemError) {
    try write(name, bytes: Array("\(text)\n".utf8))
  }

  func write(_ name: String, bytes: [UInt8]) throws(SystemError) {
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.removeLast()
    var directory = path
    for part in parts {
      directory += "/\(part)"
      let made = mkdir(directory, 0o755)
      if made < 0, errno != EEXIST { throw SystemError(call: "mkdir", subject: directory) }
    }
    guard !file.isEmpty else { return }
    let path = "\(directory)/\(file)"
    let descriptor = Descriptor(
      owning: try systemCall("open", path) { open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) })
    let number = descriptor.number
    try systemCall("write", path) { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
  }

  func link(_ name: String, to target: String) throws(SystemError) {
    let path = "\(path)/\(name)"
    try systemCall("symlink", path) { symlink(target, path) }
  }

  func remove(_ name: String) throws(SystemError) { try Child.run("rm", "-r", "--", "\(path)/\(name)") }
}
