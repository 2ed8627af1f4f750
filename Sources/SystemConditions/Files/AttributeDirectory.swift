import Glibc
import LinuxSystem

/// A directory of small files with one value each, as sysfs has them. Everything in it is doubted: sizes and
/// numbers of entries are bounded, and what cannot be read is nil.
struct AttributeDirectory {
  var path: String

  /// A page: sysfs has no longer attributes.
  private static let sizeLimit = 4096
  /// More entries than any real directory here has.
  private static let entryLimit = 1024

  /// The names in it, sorted; nil when there is no such directory.
  /// - Throws: ``SystemError`` when it is there and cannot be read.
  func names() throws(SystemError) -> [String]? {
    guard let stream = opendir(path) else {
      let code = errno
      if code == ENOENT || code == ENOTDIR { return nil }
      throw SystemError(call: "opendir", subject: path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < Self.entryLimit, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// A directory in it.
  func directory(_ name: String) -> AttributeDirectory { AttributeDirectory(path: "\(path)/\(name)") }

  /// The text of a file in it without the white space around it; nil when it cannot be read or is not text.
  func text(_ name: String) -> String? {
    let path = "\(path)/\(name)"
    var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
    do throws(SystemError) {
      // Not to wait: a path that a test or a mistake points at a FIFO must not stop the daemon.
      let file = Descriptor(
        owning: try systemCall("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
      let count = try systemCall("read", path) {
        bytes.withUnsafeMutableBytes { read(file.number, $0.baseAddress, $0.count) }
      }
      bytes.removeLast(bytes.count - count)
    } catch {
      return nil
    }
    let isSpace: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = (bytes.lastIndex { !isSpace($0) } ?? start - 1) + 1
    return String(validating: bytes[start..<end], as: UTF8.self)
  }

  /// The whole number in a file; nil when there is none.
  func integer(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }

  /// The last part of where a symbolic link in it leads.
  func linkTarget(_ name: String) -> String? {
    SymbolicLink.target(of: "\(path)/\(name)")?.split(separator: "/").last.map(String.init)
  }
}
