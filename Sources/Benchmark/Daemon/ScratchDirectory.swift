import FoundationEssentials
import Glibc
import LinuxSystem

/// A directory of one measurement, removed when nobody holds it any more.
final class ScratchDirectory: Sendable {
  let path: String

  /// Makes one in another directory.
  /// - Throws: ``SystemError`` of mkdtemp(3).
  init(in parent: String) throws(SystemError) {
    var template = Array("\(parent)/bgtaskbench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp", subject: parent) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
