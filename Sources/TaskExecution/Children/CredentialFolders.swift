import Glibc
import LinuxSystem
import SchedulerCore

/// Keeps the credentials of children of the daemon: a directory for each run, with files that only this
/// process's user can read, until the run ends. What a daemon that was killed has left is removed by the next
/// one.
package struct CredentialFolders: Hashable, Sendable {
  /// Where the directories are. No other daemon uses it.
  package let directory: String

  /// Directories in this one, which is made when there is something to keep.
  package init(directory: String) { self.directory = directory }

  /// Writes the credentials of a run's program.
  /// - Returns: The directory with the files.
  /// - Throws: ``SystemError``; nothing is left of them then.
  func put(_ credentials: [ProgramCredential], for run: RunID) throws(SystemError) -> String {
    let folder = PrivateDirectory(path: path(of: run))
    // Above it nobody else looks in, either.
    try PrivateDirectory(path: directory).make()
    do throws(SystemError) {
      for credential in credentials {
        try folder.write(credential.contents, to: credential.name, mode: 0o400)
      }
      try systemCall("chmod", folder.path) { chmod(folder.path, 0o500) }
    } catch {
      remove(run)
      throw error
    }
    return folder.path
  }

  /// The run has ended.
  func remove(_ run: RunID) { PrivateDirectory(path: path(of: run)).removeAll() }

  /// Removes what was left behind.
  func removeAll() {
    for name in DirectoryReader.names(in: directory) {
      PrivateDirectory(path: "\(directory)/\(name)").removeAll()
    }
  }

  private func path(of run: RunID) -> String { "\(directory)/\(run.text)" }
}
