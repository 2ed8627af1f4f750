import Glibc
import LinuxSystem
import SchedulerCore

/// The folders with credentials of the daemon's children: one for each run, with files that only this
/// process's user can read, until the run ends. The next daemon removes those that a killed one has left.
package struct CredentialFolders: Hashable, Sendable {
  /// The directory of the folders. No other daemon uses it.
  package let directory: String

  /// Folders in this directory, which is created when there are credentials to keep.
  package init(directory: String) { self.directory = directory }

  /// Writes the credentials of a run's program.
  /// - Returns: The directory with the files.
  /// - Throws: ``SystemError``; nothing is left of them then.
  func put(_ credentials: [ProgramCredential], for run: RunID) throws(SystemError) -> String {
    let folder = PrivateDirectory(path: path(of: run))
    // No other user may access the directory above it, either.
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

  /// Removes the credentials of a run that has ended.
  func remove(_ run: RunID) { PrivateDirectory(path: path(of: run)).removeAll() }

  /// Removes all folders that were left behind.
  func removeAll() {
    for name in DirectoryReader.names(in: directory) {
      PrivateDirectory(path: "\(directory)/\(name)").removeAll()
    }
  }

  private func path(of run: RunID) -> String { "\(directory)/\(run.text)" }
}
