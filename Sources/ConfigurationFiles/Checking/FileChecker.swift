import SchedulerCore
package import SystemdSyntax

/// What a file that people write for bgtaskd is about.
package enum FileType: String, CaseIterable, Sendable {
  /// A declared task, `tasks.d/NAME.task`, or one of its drop-ins.
  case task
  /// An application's manifest, `applications.d/NAME.conf`.
  case manifest
  /// The rules, `bgtaskd.conf`, or one of their drop-ins.
  case configuration
}

/// Looks at files without a daemon, as `systemd-analyze verify` looks at units: each by itself, with the
/// drop-ins that lie beside it, and whether two of them are about the same.
package struct FileChecker: Sendable {
  /// Everything that was wrong so far, in the order of files and lines.
  package private(set) var problems: [SyntaxProblem] = []
  private let owner: TaskOwner
  private var tasks: [TaskKey: String] = [:]
  private var manifests: [String: String] = [:]

  /// A checker of files for this instance.
  package init(owner: TaskOwner) { self.owner = owner }

  /// Looks at a file.
  /// - Parameter type: What it is; nil is what its name or its sections say.
  package mutating func check(_ path: String, as type: FileType? = nil) {
    let before = problems.count
    look(at: path, as: type)
    problems = problems[..<before] + problems[before...].inOrderOfPlaces
  }

  /// Looks at all that a daemon would read.
  package mutating func check(_ loader: ConfigurationLoader) {
    let loaded = loader.load()
    problems += loaded.allProblems
    for manifest in loaded.manifests.manifests { checkProgram(of: manifest) }
    let tasks = TaskFileLoader(directories: loader.taskPlaces, owner: owner)
    for declaration in loaded.tasks.set.declarations {
      if let task = tasks.file(at: declaration.file) { problems += ProgramCheck.problems(ofTask: task) }
    }
    problems = problems[...].inOrderOfPlaces
  }

  private mutating func look(at path: String, as type: FileType?) {
    guard let bytes = FileReading.bytes(path, &problems) else { return }
    let file = UnitFile.parse(bytes: bytes, name: path)
    switch type ?? Self.type(of: file, at: path) {
    case .task: checkTask(file, path, isMask: bytes.isEmpty)
    case .manifest: checkManifest(file, path)
    case .configuration: checkRules(file, path)
    case nil:
      problems += file.problems
      problems.append(
        SyntaxProblem(
          .error, file: path,
          text: "is none of NAME.task, bgtaskd.conf and applications.d/NAME.conf by its name or its sections")
      )
    }
  }

  private mutating func checkTask(_ file: UnitFile, _ path: String, isMask: Bool) {
    // Nothing is what hides a task.
    if isMask { return }
    let isDropIn = Self.directory(of: path).hasSuffix(".task.d")
    var merged = file
    if !isDropIn {
      let dropIns = DropIns.select([DropIns.Directory(reading: "\(path).d")], suffix: ".conf")
      merged = UnitFile.merging(file, dropIns.compactMap { FileReading.read($0, &problems) })
    }
    var reading = TaskFileReading(file: merged, path: path, owner: owner, isDropIn: isDropIn)
    let declaration = reading.declaration()
    problems += reading.problems + ProgramCheck.problems(ofTask: merged)
    guard let declaration else { return }
    if let other = tasks[declaration.key] {
      problems.append(TaskFile.collision(declaration, with: other))
    } else {
      tasks[declaration.key] = path
    }
  }

  private mutating func checkManifest(_ file: UnitFile, _ path: String) {
    guard let manifest = Manifest(file, path: path, &problems) else { return }
    checkProgram(of: manifest)
    if let other = manifests[manifest.name] {
      problems.append(Manifest.collision(manifest, with: other))
    } else {
      manifests[manifest.name] = path
    }
  }

  private mutating func checkProgram(of manifest: Manifest) {
    guard let file = FileReading.read(manifest.path, &problems) else { return }
    problems += ProgramCheck.problems(ofManifest: file)
  }

  private mutating func checkRules(_ file: UnitFile, _ path: String) {
    let dropIns = DropIns.select([DropIns.Directory(reading: "\(path).d")], suffix: ".conf")
    let merged = UnitFile.merging(file, dropIns.compactMap { FileReading.read($0, &problems) })
    _ = RuleFile.read(merged, &problems)
  }

  /// The name of the directory that the file lies in.
  private static func directory(of path: String) -> String {
    path.split(separator: "/").dropLast().last.map(String.init) ?? ""
  }

  /// By the name as the directories have it, else by what it is about.
  private static func type(of file: UnitFile, at path: String) -> FileType? {
    let directory = directory(of: path)
    if path.hasSuffix(".task") || directory.hasSuffix(".task.d") { return .task }
    if directory == "applications.d" { return .manifest }
    if path.fileName == "bgtaskd.conf" || directory == "bgtaskd.conf.d" { return .configuration }
    if file.section(TaskFileKeys.section) != nil { return .task }
    if file.section(Manifest.section) != nil { return .manifest }
    return ConfigurationKeys.sections.contains { file.section($0.name) != nil } ? .configuration : nil
  }
}
