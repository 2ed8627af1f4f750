import LinuxSystem
import SchedulerAPI
package import SchedulerCore
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
  /// Problems that are not among ``problems`` yet.
  private var fresh: [SyntaxProblem] = []
  private var told: Set<SyntaxProblem> = []
  private let owner: TaskOwner
  private let taskDirectories: [String]
  private let rules: SchedulerConfiguration
  /// Tasks that the files declare, and the paths of those files.
  private var declared: [TaskFile.Declared] = []
  private var declaring: Set<String> = []
  /// Templates, each as an instance of it would be.
  private var samples: [TaskFile.Declared] = []
  private var manifests: [String: String] = [:]

  /// A checker of files for this instance.
  /// - Parameters:
  ///   - rules: What a daemon here goes by.
  ///   - taskDirectories: Where a daemon here looks for tasks, their drop-ins and templates.
  package init(owner: TaskOwner, rules: SchedulerConfiguration, taskDirectories: [String] = []) {
    (self.owner, self.taskDirectories) = (owner, taskDirectories)
    self.rules = rules.ofServiceManager(for: owner)
  }

  /// Looks at a file.
  /// - Parameter type: What it is; nil is what its name or its sections say.
  package mutating func check(_ path: String, as type: FileType? = nil) {
    look(at: place(of: path), as: type)
    tell()
  }

  /// Takes in what was just found. A mistake in a template is one of each instance, and is said once.
  private mutating func tell() {
    for problem in fresh[...].inOrderOfPlaces where told.insert(problem).inserted { problems.append(problem) }
    fresh = []
  }

  /// Looks at all that a daemon would read.
  package mutating func check(_ loader: ConfigurationLoader, at moment: Moment) {
    let loaded = loader.load()
    fresh += loaded.allProblems
    let rules = loaded.configuration.scheduler.ofServiceManager(for: owner)
    for refusal in DeclarationTrial.refusals(of: loaded.tasks.set, under: rules, at: moment) {
      fresh.append(loader.problem(of: refusal.error, in: refusal.file))
    }
    for manifest in loaded.manifests.manifests { checkProgram(of: manifest) }
    let tasks = TaskFileLoader(directories: loader.taskPlaces, owner: owner)
    for declaration in loaded.tasks.set.declarations {
      guard case .task(let source, _) = tasks.read(declaration.file) else { continue }
      fresh += ProgramCheck.problems(ofTask: source.file)
      checkDeadline(of: declaration, source, at: moment)
    }
    for path in tasks.templates() { look(at: tasks.read(path), path) }
    checkSamples(under: rules, at: moment)
    tell()
  }

  /// Looks at what the files that were looked at one by one ask for together.
  package mutating func checkTogether(at moment: Moment) {
    checkSamples(under: rules, at: moment)
    let (files, collisions) = TaskFile.distinct(declared)
    fresh += collisions.map(\.problem)
    for case let (source, declaration) in files { checkDeadline(of: declaration, source, at: moment) }
    let set = DeclarationSet(files.map(\.declaration))
    for refusal in DeclarationTrial.refusals(of: set, under: rules, at: moment) {
      var problem = loader(in: refusal.file.folder).problem(of: refusal.error, in: refusal.file)
      // The manifest may be still to come.
      if case .notPermitted = refusal.error { problem.severity = .warning }
      fresh.append(problem)
    }
    tell()
  }

  /// Warns of a deadline that has passed: the daemon takes it, and hardly anybody means it.
  private mutating func checkDeadline(
    of declaration: Declaration, _ source: TaskFileSource, at moment: Moment
  ) {
    guard let deadline = declaration.request.deadline, deadline < moment.wall else { return }
    var problem = source.problem(
      of: .invalidRequest(field: "deadlineUSec", message: "found \(deadline.utcText), which has passed"))
    problem.severity = .warning
    fresh.append(problem)
  }

  /// Tries an instance of each template. A refusal is the template's, unless only an instance has the words.
  private mutating func checkSamples(under rules: SchedulerConfiguration, at moment: Moment) {
    for (source, declaration) in samples {
      for refusal in DeclarationTrial.refusals(of: DeclarationSet([declaration]), under: rules, at: moment) {
        let problem = source.problem(of: SchedulerInterfaceError(refusal.error))
        if source.isKnown(problem) { fresh.append(problem) }
      }
    }
    samples = []
  }

  private mutating func look(at path: String, as type: FileType?) {
    // An instance may be a link that leads nowhere by itself.
    if type ?? .task == .task, path.hasSuffix(TaskFileRole.suffix) { return checkTask(path) }
    guard let bytes = FileReading.bytes(path, &fresh) else { return }
    let file = UnitFile.parse(bytes: bytes, name: path)
    switch type ?? Self.type(of: file, at: path) {
    case .task: if Self.isDropIn(path) { checkDropIn(file, path) } else { checkTask(path) }
    case .manifest: checkManifest(file, path)
    case .configuration: checkRules(file, path)
    case nil:
      fresh += file.problems
      fresh.append(
        SyntaxProblem(
          .error, file: path,
          text: "is none of NAME.task, bgtaskd.conf and applications.d/NAME.conf by its name or its sections")
      )
    }
  }

  private mutating func checkTask(_ path: String) {
    look(at: loader(in: path.folder).read(path), path)
  }

  /// As the daemon reads what lies there: with what lies in its other directories.
  private func loader(in directory: String) -> TaskFileLoader {
    guard !taskDirectories.contains(directory) else {
      return TaskFileLoader(directories: taskDirectories, owner: owner)
    }
    var loader = TaskFileLoader(directories: [directory], owner: owner)
    loader.templateDirectories = taskDirectories
    return loader
  }

  private mutating func look(at found: TaskFileLoader.Found, _ path: String) {
    switch found {
    case .masked: break
    case .unreadable(let found): fresh += found
    case .task(let source, let found):
      var reading = TaskFileReading(source, owner: owner)
      let declaration = reading.declaration()
      fresh += found + reading.problems + ProgramCheck.problems(ofTask: source.file)
      if let declaration { take(declaration, of: source) }
    case .template(let source, let found):
      var reading = TaskFileReading(source, owner: owner)
      if let declaration = reading.declaration() { samples.append((source, declaration)) }
      fresh += found + Self.problems(of: reading, ofTemplate: source)
    }
  }

  private mutating func take(_ declaration: Declaration, of source: TaskFileSource) {
    if declaring.insert(source.path).inserted { declared.append((source, declaration)) }
  }

  /// Looks at a file of `NAME.task.d`: as a part of its task where that is there, else by itself.
  private mutating func checkDropIn(_ file: UnitFile, _ path: String) {
    let loader = loader(in: path.folder.folder)
    switch loader.read(loader.place(of: String(path.folder.fileName.dropLast(".d".count)))) {
    case .task(let source, _): checkPart(path, of: source)
    case .template(let source, _):
      var reading = TaskFileReading(source, owner: owner)
      if let declaration = reading.declaration() { samples.append((source, declaration)) }
      fresh += Self.problems(of: reading, ofTemplate: source).filter { $0.file == path }
    case .masked, .unreadable: checkAlone(file, path)
    }
  }

  private mutating func checkPart(_ path: String, of source: TaskFileSource) {
    var reading = TaskFileReading(source, owner: owner)
    let declaration = reading.declaration()
    let found = reading.problems + ProgramCheck.problems(ofTask: source.file)
    // What is wrong with the task itself is said when that is named, unless the drop-in has made it wrong.
    let own = found.filter { $0.file == path }
    fresh += declaration == nil && !own.hasErrors ? found : own
    if let declaration { take(declaration, of: source) }
  }

  /// A drop-in of which nothing is missing: that may be in its task.
  private mutating func checkAlone(_ file: UnitFile, _ path: String) {
    let name = String(path.folder.fileName.dropLast(".d".count))
    var source = TaskFileSource(file: file, path: path)
    do throws(SyntaxError) {
      switch try TaskFileRole(fileName: name) {
      case .task: break
      case .template(let prefix):
        source = TaskFileSource(sampleOf: prefix, file, path: path, isTemplate: false)
        var reading = TaskFileReading(source, owner: owner, isDropIn: true)
        _ = reading.declaration()
        fresh += Self.problems(of: reading, ofTemplate: source)
        return
      case .instance(let instance): source.file = instance.expand(file, isTemplate: false)
      }
    } catch {
      fresh.append(SyntaxProblem(.error, file: path, text: "lies in \(name).d: \(error)"))
    }
    var reading = TaskFileReading(source, owner: owner, isDropIn: true)
    _ = reading.declaration()
    fresh += reading.problems + ProgramCheck.problems(ofTask: source.file)
  }

  /// Of a template what has a specifier in it is looked at in its instances.
  private static func problems(
    of reading: TaskFileReading, ofTemplate source: TaskFileSource
  ) -> [SyntaxProblem] {
    (reading.problems + ProgramCheck.problems(ofTask: source.file)).filter(source.isKnown)
  }

  private mutating func checkManifest(_ file: UnitFile, _ path: String) {
    guard let manifest = Manifest(file, path: path, &fresh) else { return }
    checkProgram(of: manifest)
    if let other = manifests[manifest.name] {
      fresh.append(Manifest.collision(manifest, with: other))
    } else {
      manifests[manifest.name] = path
    }
  }

  private mutating func checkProgram(of manifest: Manifest) {
    guard let file = FileReading.read(manifest.path, &fresh) else { return }
    fresh += ProgramCheck.problems(ofManifest: file)
  }

  private mutating func checkRules(_ file: UnitFile, _ path: String) {
    let dropIns = DropIns.select([FileReading.list("\(path).d", &fresh)], suffix: ".conf")
    let merged = UnitFile.merging(file, dropIns.compactMap { FileReading.read($0, &fresh) })
    _ = RuleFile.read(merged, &fresh)
  }

  private static let dropInSuffix = ".task.d"

  private static func isDropIn(_ path: String) -> Bool { path.folder.hasSuffix(dropInSuffix) }

  /// The daemon's own name of a file that it reads, however its directory was named. Other files keep the
  /// name that was given, unless only another one shows their type.
  private func place(of path: String) -> String {
    guard let folder = SymbolicLink.realPath(of: path.folder.isEmpty ? "." : path.folder) else { return path }
    let isDropIn = folder.hasSuffix(Self.dropInSuffix)
    for directory in taskDirectories {
      switch SymbolicLink.realPath(of: directory) {
      case folder?: return "\(directory)/\(path.fileName)"
      case folder.folder? where isDropIn: return "\(directory)/\(folder.fileName)/\(path.fileName)"
      default: break
      }
    }
    return isDropIn && !Self.isDropIn(path) ? "\(folder)/\(path.fileName)" : path
  }

  /// By the name as the directories have it, else by what it is about.
  private static func type(of file: UnitFile, at path: String) -> FileType? {
    let directory = path.folder.fileName
    if isDropIn(path) { return .task }
    if directory == "applications.d" { return .manifest }
    if path.fileName == "bgtaskd.conf" || directory == "bgtaskd.conf.d" { return .configuration }
    if file.section(TaskFileKeys.section) != nil { return .task }
    if file.section(Manifest.section) != nil { return .manifest }
    return ConfigurationKeys.sections.contains { file.section($0.name) != nil } ? .configuration : nil
  }
}

extension SchedulerConfiguration {
  /// As a daemon goes by it that systemd has started, which nobody decides in a file.
  fileprivate func ofServiceManager(for owner: TaskOwner) -> SchedulerConfiguration {
    var rules = self
    let isSystem = owner == .system
    (rules.programsAreUnits, rules.servesManyUsers) = (true, isSystem)
    rules.keptCredentials = isSystem ? .encrypted : .files
    rules.unitStarters = isSystem ? .privileged : .owner
    if case .user(let uid) = owner { rules.onlyCommandUser = uid }
    return rules
  }
}
