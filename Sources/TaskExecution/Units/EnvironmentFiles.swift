import LinuxSystem
import SchedulerCore

/// Hands the environments of programs to the manager in files that only root can read (systemd.exec(5),
/// `EnvironmentFile=`): the properties of a unit can be read by every user, over the bus and in the unit's
/// file.
///
/// The manager reads a file when it starts the program, and it is removed as soon as that is said. What a
/// daemon that was killed has left is removed by the next one.
package struct EnvironmentFiles: Hashable, Sendable {
  /// Where they are, as the manager sees it.
  package let directory: String
  /// The manager's root directory as this process sees it; empty unless the two are in different mount
  /// namespaces.
  package let root: String

  /// Files in this directory, which is made when there is one to write.
  package init(directory: String, root: String = "") {
    self.directory = directory
    self.root = root
  }

  /// Writes the environment of a run's program.
  /// - Returns: The file, as the manager sees it.
  /// - Throws: ``SystemError``.
  func put(_ environment: [String: String], for run: RunID) throws(SystemError) -> String {
    try files.write(Self.text(environment), to: run.text)
    return "\(directory)/\(run.text)"
  }

  /// The program has it, or never will.
  func remove(_ run: RunID) { files.remove(run.text) }

  /// Removes what was left behind.
  func removeAll(but runs: Set<RunID>) {
    let kept = Set(runs.map(\.text))
    for name in files.names where !kept.contains(name) { files.remove(name) }
  }

  private var files: PrivateDirectory { PrivateDirectory(path: root + directory) }

  /// In double quotation marks everything stands for itself, line breaks too, but for these four, which a
  /// backslash makes stand for themselves.
  static func text(_ environment: [String: String]) -> [UInt8] {
    var text: [UInt8] = []
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      text += name.utf8
      text += "=\"".utf8
      for byte in value.utf8 {
        if special.contains(byte) { text.append(UInt8(ascii: "\\")) }
        text.append(byte)
      }
      text += "\"\n".utf8
    }
    return text
  }

  private static let special = [
    UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "$"),
  ]
}
