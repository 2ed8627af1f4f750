import SystemdSyntax

/// Finds and reads everything that administrators and users write for the daemon.
package struct ConfigurationLoader: Sendable {
  /// The directories that may hold `bgtaskd.conf`, `bgtaskd.conf.d/` and `applications.d/`, the highest
  /// first.
  package var directories: [String]
  /// The directories that hold declared tasks, the highest first.
  package var taskDirectories: [String]
  /// Whose the declared tasks are.
  package var taskOwner: TaskOwner
  /// `--config`: read instead of what the directories hold; manifests and tasks lie beside it.
  package var file: String?

  /// A loader.
  package init(_ directories: ConfigurationDirectories, taskOwner: TaskOwner, file: String? = nil) {
    self.directories = directories.configuration
    taskDirectories = directories.tasks
    self.taskOwner = taskOwner
    self.file = file
  }

  /// Reads it all. What is wrong stands in the result; what could be read counts. A `User=` may ask a
  /// directory service and wait for it.
  package func load() -> LoadedConfiguration {
    var problems: [SyntaxProblem] = []
    let merged = UnitFile.merging(mainFile(&problems), dropIns(&problems))
    let rules = RuleFile.read(merged, &problems)
    return LoadedConfiguration(
      rules: rules, problems: problems,
      manifests: ManifestLoader(directories: beside("applications.d") ?? below("applications.d")).load(),
      tasks: TaskFileLoader(directories: taskPlaces, owner: taskOwner).load())
  }

  /// Where tasks are looked for.
  var taskPlaces: [String] { beside("tasks.d") ?? taskDirectories }

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
    let places = file.map { ["\($0).d"] } ?? below("bgtaskd.conf.d")
    let listed = places.map { FileReading.list($0, &problems) }
    return DropIns.select(listed, suffix: ".conf").compactMap { FileReading.read($0, &problems) }
  }

  private func below(_ name: String) -> [String] { directories.map { "\($0)/\(name)" } }

  /// The directory of this name beside the file of `--config`; nil without one.
  private func beside(_ name: String) -> [String]? {
    guard let file else { return nil }
    return ["\(file.folder.isEmpty ? "." : file.folder)/\(name)"]
  }
}
