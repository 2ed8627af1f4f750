import LinuxSystem
import SchedulerCore

/// The files by which the manager gets the environments and credentials of programs, and that only the
/// daemon's user can read (systemd.exec(5), `EnvironmentFile=`, `LoadCredential=`): every user can read the
/// properties of a unit of the system, over the bus and in the unit's file.
///
/// The manager reads the files when it starts the program, and they are removed as soon as it reports that.
/// The next daemon removes the files that a killed one has left.
package struct SecretFiles: Hashable, Sendable {
  /// The directory of the files, as the manager sees it.
  package let directory: String
  /// The manager's root directory as this process sees it; empty unless the two are in different mount
  /// namespaces.
  package let root: String

  /// Files in this directory, which the first write creates.
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

  /// Returns the path of a credential, as the manager sees it.
  /// - Parameter place: The credential's place among the program's.
  func path(ofCredential place: Int, for run: RunID) -> String {
    "\(directory)/\(Self.name(ofCredential: place, run))"
  }

  /// Removes the files of a run's program, which has them or never will.
  func remove(_ run: RunID) {
    for name in files.names where Self.run(of: name) == run.text { files.remove(name) }
  }

  /// Removes the files that were left behind, but not those of these runs.
  func removeAll(but runs: Set<RunID>) {
    let kept = Set(runs.map(\.text))
    for name in files.names where !kept.contains(Self.run(of: name)) { files.remove(name) }
  }

  /// Returns the name of a credential's file. The credential's own name may be too long beside the run's.
  private static func name(ofCredential place: Int, _ run: RunID) -> String { "\(run.text).\(place)" }

  private static func run(of name: String) -> String { String(name.prefix { $0 != "." }) }

  private var files: PrivateDirectory { PrivateDirectory(path: root + directory) }

  /// Returns the text of an environment file. In double quotation marks all bytes stand for themselves, line
  /// breaks too, but for four that need a backslash.
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
