import LinuxSystem
import SchedulerAPI
package import SchedulerCore
package import SystemdSyntax

/// The type of a file that people write for bgtaskd.
package enum FileType: String, CaseIterable, Sendable {
  /// A declared task, `tasks.d/NAME.task`, or one of its drop-ins.
  case task
  /// An application's manifest, `applications.d/NAME.conf`.
  case manifest
  /// The configuration, `bgtaskd.conf`, or one of its drop-ins.
  case configuration
}

/// A checker of files without a daemon, as `systemd-analyze verify` checks units: each file with its
/// drop-ins, and whether two files declare the same task or application.
package struct FileChecker: Sendable {
  /// The problems that were found, in the order of files and lines.
  package private(set) var problems: [SyntaxProblem] = []
  /// The problems that are not in ``problems`` yet.
  private var fresh: [SyntaxProblem] = []
  private var told: Set<SyntaxProblem> = []
  private let owner: TaskOwner
  private let taskDirectories: [String]
  private let rules: SchedulerConfiguration
  /// The tasks that the files declare; the paths of those files are in `declaring`.
  private var declared: [TaskFile.Declared] = []
  private var declaring: Set<String> = []
  /// The templates, each as a sample instance.
  private var samples: [TaskFile.Declared] = []
  private var manifests: [String: String] = [:]

  /// Creates a checker of files for one instance of the daemon.
  /// - Parameters:
  ///   - rules: The rules of that daemon.
  ///   - taskDirectories: The directories in which that daemon finds tasks, their drop-ins and templates.
  package init(owner: TaskOwner, rules: SchedulerConfiguration, taskDirectories: [String] = []) {
    (self.owner, self.taskDirectories) = (owner, taskDirectories)
    self.rules = rules.ofServiceManager(for: owner)
  }

  /// Checks one file with its drop-ins.
  /// - Parameter type: The file's type; `nil` is the type that its name or its sections tell.
  package mutating func check(_ path: String, as type: FileType? = nil) {
    look(at: place(of: path), as: type)
    tell()
  }

  /// Moves new problems to ``problems``. A template's problem is one of each instance, and is reported once.
  private mutating func tell() {
    for problem in fresh.inOrderOfPlaces where told.insert(problem).inserted { problems.append(problem) }
    fresh = []
  }

  /// Checks all files that a daemon would read.
  package mutating func check(_ loader: ConfigurationLoader, at moment: Moment) {
    let loaded = loader.load()
    var unread = UnreadFiles()
    unread.look(in: loader.taskPlaces, for: .tasks)
    unread.look(in: loader.manifestPlaces, for: .manifests)
    unread.look(in: loader.rulePlaces, for: .rules)
    fresh += loaded.allProblems + unread.warnings
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
      checkLength(of: declaration, source, under: rules)
    }
    for path in tasks.templates() { look(at: tasks.read(path), path) }
    checkSamples(under: rules, at: moment)
    tell()
  }

  /// Checks the declarations of all files that were checked one by one, as one set.
  package mutating func checkTogether(at moment: Moment) {
    checkSamples(under: rules, at: moment)
    let (files, collisions) = TaskFile.distinct(declared)
    fresh += collisions.map(\.problem)
    for case let (source, declaration, fleet) in files {
      checkDeadline(of: declaration, source, at: moment)
      if fleet == nil { checkLength(of: declaration, source, under: rules) }
    }
    // The rules of this machine's daemon are not those of a fleet's machines.
    let set = DeclarationSet(files.filter { $0.fleet == nil }.map(\.declaration))
    for refusal in DeclarationTrial.refusals(of: set, under: rules, at: moment) {
      var problem = loader(in: refusal.file.folder).problem(of: refusal.error, in: refusal.file)
      // The manifest may be installed later.
      if case .notPermitted = refusal.error { problem.severity = .warning }
      fresh.append(problem)
    }
    tell()
  }

  /// Warns of a deadline that has passed: the daemon accepts it, but it is hardly ever meant.
  private mutating func checkDeadline(
    of declaration: Declaration, _ source: TaskFileSource, at moment: Moment
  ) {
    guard let deadline = declaration.request.deadline, deadline < moment.wall else { return }
    var problem = source.problem(
      of: .invalidRequest(field: "deadlineUSec", message: "found \(deadline.utcText), which has passed"))
    problem.severity = .warning
    fresh.append(problem)
  }

  /// Warns of work that is expected to take longer than its runs may, and begins anew each time.
  private mutating func checkLength(
    of declaration: Declaration, _ source: TaskFileSource, under rules: SchedulerConfiguration
  ) {
    let request = declaration.request
    let limit = rules.runtimeLimit(of: request)
    guard let expected = request.expectedDuration, expected > limit, request.canResume != true else { return }
    var problem = source.problem(
      of: .invalidRequest(
        field: "expectedDurationUSec",
        message: "found \(TimeSpanSyntax.format(expected.uSec)), but a run is told to stop after "
          + "\(TimeSpanSyntax.format(limit.uSec)): RuntimeLimit= allows more"))
    problem.severity = .warning
    if source.isKnown(problem) { fresh.append(problem) }
  }

  /// Tries an instance of each template. A refusal counts unless its line depends on the instance.
  private mutating func checkSamples(under rules: SchedulerConfiguration, at moment: Moment) {
    for (source, declaration, fleet) in samples where fleet == nil {
      for refusal in DeclarationTrial.refusals(of: DeclarationSet([declaration]), under: rules, at: moment) {
        let problem = source.problem(of: SchedulerInterfaceError(refusal.error))
        if source.isKnown(problem) { fresh.append(problem) }
      }
      checkLength(of: declaration, source, under: rules)
    }
    samples = []
  }

  private mutating func look(at path: String, as type: FileType?) {
    // The file of an instance may be a dangling link: its template is found by name.
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
          text: "is not NAME.task, bgtaskd.conf or applications.d/NAME.conf by its name or its sections")
      )
    }
  }

  private mutating func checkTask(_ path: String) {
    look(at: loader(in: path.folder).read(path), path)
  }

  /// Returns the loader for files in `directory`, with all of the daemon's directories if it is one of them.
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
      let reading = TaskFileReading(source, owner: owner)
      fresh += found + reading.problems + ProgramCheck.problems(of: reading)
      if let warning = FileReading.openness(of: path) { fresh.append(warning) }
      take(reading)
    case .template(let source, let found):
      let reading = TaskFileReading(source, owner: owner)
      if let declaration = reading.declaration { samples.append((source, declaration, reading.fleet)) }
      fresh += found + Self.problems(of: reading, ofTemplate: source)
    }
  }

  private mutating func take(_ reading: TaskFileReading) {
    guard let declaration = reading.declaration, declaring.insert(reading.source.path).inserted
    else { return }
    declared.append((reading.source, declaration, reading.fleet))
  }

  /// Checks a file of `NAME.task.d`: as a part of its task if that is there, else alone.
  private mutating func checkDropIn(_ file: UnitFile, _ path: String) {
    let loader = loader(in: path.folder.folder)
    switch loader.read(loader.place(of: String(path.folder.fileName.dropLast(".d".count)))) {
    case .task(let source, _): checkPart(path, of: source)
    case .template(let source, _):
      let reading = TaskFileReading(source, owner: owner)
      if let declaration = reading.declaration { samples.append((source, declaration, reading.fleet)) }
      fresh += Self.problems(of: reading, ofTemplate: source).filter { $0.file == path }
    case .masked, .unreadable: checkAlone(file, path)
    }
  }

  private mutating func checkPart(_ path: String, of source: TaskFileSource) {
    let reading = TaskFileReading(source, owner: owner)
    let found = reading.problems + ProgramCheck.problems(of: reading)
    // The task's own problems are reported when its file is checked, unless the drop-in has caused them.
    let own = found.filter { $0.file == path }
    fresh += reading.declaration == nil && !own.hasErrors ? found : own
    take(reading)
  }

  /// Checks a drop-in alone. No key counts as missing, because its task may have it.
  private mutating func checkAlone(_ file: UnitFile, _ path: String) {
    let name = String(path.folder.fileName.dropLast(".d".count))
    var source = TaskFileSource(file: file, path: path)
    do throws(SyntaxError) {
      switch try TaskFileRole(fileName: name) {
      case .task: break
      case .template(let prefix):
        source = TaskFileSource(sampleOf: prefix, file, path: path, isTemplate: false)
        let reading = TaskFileReading(source, owner: owner, isDropIn: true)
        fresh += Self.problems(of: reading, ofTemplate: source)
        return
      case .instance(let instance): source.file = instance.expand(file, isTemplate: false)
      }
    } catch {
      fresh.append(SyntaxProblem(.error, file: path, text: "lies in \(name).d: \(error)"))
    }
    let reading = TaskFileReading(source, owner: owner, isDropIn: true)
    fresh += reading.problems + ProgramCheck.problems(of: reading)
  }

  /// Returns a template's problems, without those of lines with a specifier: its instances have these.
  private static func problems(
    of reading: TaskFileReading, ofTemplate source: TaskFileSource
  ) -> [SyntaxProblem] {
    (reading.problems + ProgramCheck.problems(of: reading)).filter(source.isKnown)
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

  /// Returns the daemon's own name of a file that it reads, however the file's directory was written. Other
  /// files keep the given name, unless only the resolved name shows that they are drop-ins.
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

  /// Returns a file's type: by its path, else by its sections.
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
  /// Returns the rules of a daemon that systemd has started, with the settings that no file has.
  package func ofServiceManager(for owner: TaskOwner) -> SchedulerConfiguration {
    var rules = self
    let isSystem = owner == .system
    (rules.programsAreUnits, rules.servesManyUsers) = (true, isSystem)
    rules.keptCredentials = isSystem ? .encrypted : .files
    rules.unitStarters = isSystem ? .privileged : .owner
    if case .user(let uid) = owner { rules.onlyCommandUser = uid }
    return rules
  }
}
