import LinuxSystem
import SchedulerCore

/// Hands the environments and the credentials of programs to the manager in files that only the daemon's user
/// can read (systemd.exec(5), `EnvironmentFile=`, `LoadCredential=`): the properties of a unit of the system
/// can be read by every user, over the bus and in the unit's file.
///
/// The manager reads the files when it starts the program, and they are removed as soon as that is said. What
/// a daemon that was killed has left is removed by the next one.
package struct SecretFiles: Hashable, Sendable {
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

  /// Writes the credentials of a run's program.
  /// - Throws: ``SystemError``.
  func put(_ credentials: [ProgramCredential], for run: RunID) throws(SystemError) {
    for (place, credential) in credentials.enumerated() {
      try files.write(credential.contents, to: Self.name(ofCredential: place, run))
    }
  }

  /// Where a credential is, as the manager sees it.
  /// - Parameter place: Which of the program's it is.
  func path(ofCredential place: Int, for run: RunID) -> String {
    "\(directory)/\(Self.name(ofCredential: place, run))"
  }

  /// The program has them, or never will.
  func remove(_ run: RunID) {
    for name in files.names where Self.run(of: name) == run.text { files.remove(name) }
  }

  /// Removes what was left behind.
  func removeAll(but runs: Set<RunID>) {
    let kept = Set(runs.map(\.text))
    for name in files.names where !kept.contains(Self.run(of: name)) { files.remove(name) }
  }

  /// The names that programs give them may be longer than a file's may be beside the run's.
  private static func name(ofCredential place: Int, _ run: RunID) -> String { "\(run.text).\(place)" }

  private static func run(of name: String) -> String { String(name.prefix { $0 != "." }) }

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
