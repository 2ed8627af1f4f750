// Room ConfigurationFiles: the files that people write: finding, reading and checking them.
// Way in: `ConfigurationLoader` for the daemon, `FileChecker` for `bgtaskctl check`.
// Must not know: how the daemon carries out what they say.

import SystemdSyntax

/// A loader of everything that administrators and users write for the daemon.
package struct ConfigurationLoader: Sendable {
  /// The directories of `bgtaskd.conf`, `bgtaskd.conf.d/` and `applications.d/`, the highest first.
  package var directories: [String]
  /// The directories of declared tasks, the highest first.
  package var taskDirectories: [String]
  /// The owner of the declared tasks.
  package var taskOwner: TaskOwner
  /// The file of `--config`, which replaces the directories; manifests and tasks lie beside it.
  package var file: String?

  package init(_ directories: ConfigurationDirectories, taskOwner: TaskOwner, file: String? = nil) {
    self.directories = directories.configuration
    taskDirectories = directories.tasks
    self.taskOwner = taskOwner
    self.file = file
  }

  /// Reads all files. The result has the problems and all that could be read. Looking up a `User=` may wait
  /// for a directory service.
  package func load() -> LoadedConfiguration {
    var problems: [SyntaxProblem] = []
    let merged = UnitFile.merging(mainFile(&problems), dropIns(&problems))
    let rules = RuleFile.read(merged, &problems)
    return LoadedConfiguration(
      rules: rules, problems: problems,
      manifests: ManifestLoader(directories: manifestPlaces).load(),
      tasks: TaskFileLoader(directories: taskPlaces, owner: taskOwner).load())
  }

  /// The directories in which tasks are looked for.
  var taskPlaces: [String] { beside("tasks.d") ?? taskDirectories }

  /// The directories in which manifests are looked for.
  var manifestPlaces: [String] { beside("applications.d") ?? below("applications.d") }

  /// The directories in which drop-ins of the rules are looked for.
  var rulePlaces: [String] { file.map { ["\($0).d"] } ?? below("bgtaskd.conf.d") }

  private func mainFile(_ problems: inout [SyntaxProblem]) -> UnitFile {
    if let file { return FileReading.read(file, &problems) ?? UnitFile(name: file) }
    for directory in directories {
      if let found = FileReading.read("\(directory)/bgtaskd.conf", isRequired: false, &problems) {
        return found
      }
    }
    return UnitFile(name: "bgtaskd.conf")
  }

  private func dropIns(_ problems: inout [SyntaxProblem]) -> [UnitFile] {
    let listed = rulePlaces.map { FileReading.list($0, &problems) }
    return DropIns.select(listed, suffix: ".conf").compactMap { FileReading.read($0, &problems) }
  }

  private func below(_ name: String) -> [String] { directories.map { "\($0)/\(name)" } }

  /// Returns the directory of this name beside the file of `--config`, or `nil` without such a file.
  private func beside(_ name: String) -> [String]? {
    guard let file else { return nil }
    return ["\(file.folder.isEmpty ? "." : file.folder)/\(name)"]
  }
}
