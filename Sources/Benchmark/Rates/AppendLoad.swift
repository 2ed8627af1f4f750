import Glibc
import LinuxSystem

/// The least that durability costs: 300 bytes, about as long as a request, appended to a file on the same
/// disk, and fdatasync(2), one after the other.
struct AppendLoad: Load {
  let title = "append of 300 bytes and fdatasync"
  let name = "appendAndSync"
  private let file: SharedDescriptor
  private let path: String

  init(path: String) throws(SystemError) {
    self.path = path
    file = SharedDescriptor(
      owning: try systemCall("open", path) {
        open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      })
  }

  mutating func run(forUSec length: Int64) throws -> Rate {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
    let began = SystemClock.monotonicUSec
    var rate = Rate()
    while rate.uSec < length {
      try systemCall("write", path) { bytes.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) } }
      try systemCall("fdatasync", path) { fdatasync(file.number) }
      rate.operations += 1
      rate.uSec = SystemClock.monotonicUSec - began
    }
    return rate
  }
}
