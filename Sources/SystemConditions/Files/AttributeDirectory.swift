import Glibc
import LinuxSystem

/// A directory of small files with one value each, as sysfs has them. The contents are not trusted: sizes and
/// numbers of entries are bounded, and a value that cannot be read is nil.
struct AttributeDirectory {
  var path: String

  /// The longest value in bytes: a page, since sysfs has no longer attributes.
  private static let sizeLimit = 4096
  /// The most entries, more than any real directory here has.
  private static let entryLimit = 1024

  /// Returns the names of the entries, sorted; nil when there is no such directory.
  /// - Throws: ``SystemError`` when the directory exists and cannot be read.
  func names() throws(SystemError) -> [String]? {
    do throws(SystemError) {
      return try DirectoryReader.listing(of: path, atMost: Self.entryLimit).filter { !$0.hasPrefix(".") }
    } catch {
      if error.isNoSuchFile { return nil }
      throw error
    }
  }

  /// Returns a directory in this one.
  func directory(_ name: String) -> AttributeDirectory { AttributeDirectory(path: "\(path)/\(name)") }

  /// Returns the text of a file without the white space around it; nil when it cannot be read or is not text.
  func text(_ name: String) -> String? {
    let path = "\(path)/\(name)"
    var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
    do throws(SystemError) {
      // Nonblocking: a path that a test or a mistake points at a FIFO must not stop the daemon.
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

  /// Returns the whole number in a file; nil when there is none.
  func integer(_ name: String) -> Int64? { text(name).flatMap { Int64($0) } }

  /// Returns the last part of a symbolic link's target.
  func linkTarget(_ name: String) -> String? {
    SymbolicLink.target(of: "\(path)/\(name)")?.split(separator: "/").last.map(String.init)
  }
}
