import Glibc
import LinuxSystem

/// The least cost of durability: a request appended to a file on the same disk, and fdatasync(2), one after
/// the other.
struct AppendLoad: Load {
  private let bytes: [UInt8]
  private let file: SharedDescriptor
  private let path: String

  init(_ bytes: [UInt8], path: String) throws(SystemError) {
    self.bytes = bytes
    self.path = path
    file = SharedDescriptor(
      owning: try systemCall("open", path) {
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      })
  }

  mutating func run(forNSec length: Int64) throws -> Turn {
    try Turn.repeating(forNSec: length) {
      try systemCall("write", path) { bytes.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) } }
      try systemCall("fdatasync", path) { fdatasync(file.number) }
    }
  }
}
