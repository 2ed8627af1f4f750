import FoundationEssentials
import Glibc
import LinuxSystem

/// The directory with all files of a measurement.
struct ScratchDirectory: Sendable {
  let path: String

  /// Makes a scratch directory in another directory.
  /// - Throws: ``SystemError`` of mkdtemp(3).
  init(in parent: String) throws(SystemError) {
    var template = Array("\(parent)/bgtaskbench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw SystemError(call: "mkdtemp", subject: parent) }
    let path = String(cString: made)
    // The daemon has a working directory of its own.
    self.path = SymbolicLink.realPath(of: path) ?? path
  }

  /// Makes a directory in it, for one program.
  /// - Returns: The path of that directory.
  func folder(_ name: String) throws(SystemError) -> String {
    let folder = "\(path)/\(name)"
    try systemCall("mkdir", folder) { mkdir(folder, 0o700) }
    return folder
  }

  /// Removes the directory with all that is in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
