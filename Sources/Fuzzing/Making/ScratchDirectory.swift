import Glibc
import LinuxSystem

/// A directory for this process's files, which are thrown away.
struct ScratchDirectory {
  let path: String

  init() {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/bgtaskfuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("\(place): no directory can be made there") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func write(_ bytes: [UInt8], to name: String) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      fatalError("\(path)/\(name) cannot be written")
    }
    close(file)
  }

  /// Removes all files in the directory.
  func clear() {
    for name in DirectoryReader.names(in: path) { unlink("\(path)/\(name)") }
  }

  func remove() {
    clear()
    rmdir(path)
  }
}
