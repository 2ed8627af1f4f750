import FoundationEssentials
import Glibc
import LinuxSystem

/// The directory that everything of a measurement lies in.
struct ScratchDirectory: Sendable {
  let path: String

  /// Makes one in another directory.
  /// - Throws: ``SystemError`` of mkdtemp(3).
  init(in parent: String) throws(SystemError) {
    var template = Array("\(parent)/bgtaskbench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp", subject: parent) }
    path = String(cString: made)
  }

  /// Makes a directory in it, for one program.
  /// - Returns: Its path.
  func folder(_ name: String) throws(SystemError) -> String {
    let folder = "\(path)/\(name)"
    try systemCall("mkdir", folder) { mkdir(folder, 0o700) }
    return folder
  }

  /// Removes it with all that is in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
