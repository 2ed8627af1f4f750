import LinuxSystem
package import SchedulerCore
package import SystemdSyntax

/// The user whose tasks the files of `tasks.d` declare.
package enum TaskOwner: Hashable, Sendable {
  /// In the system's instance: the user that `User=` names, root without it.
  case system
  /// In a user's own instance: always that user.
  case user(UInt32)
}

/// The tasks that `tasks.d` declares.
package struct LoadedTasks: Sendable {
  /// The declarations for this machine, and the names of the files with errors.
  package var set = DeclarationSet()
  /// The tasks that are for a fleet, which no daemon runs.
  package var fleet = LoadedFleetTasks()
  /// Warnings and errors in the order of files and lines.
  package var problems: [SyntaxProblem] = []
}

/// A loader that finds and reads declared tasks: `NAME.task` with the drop-ins `NAME.task.d/*.conf`, as
/// systemd does for units. A file hides those of its name in lower directories; an empty file or a link to
/// /dev/null hides the task altogether. A template, `NAME@.task`, has the text of each `NAME@INSTANCE.task`
/// that is a link to it.
struct TaskFileLoader {
  /// The most files that are read.
  static let mostFiles = 1000
  /// The most drop-ins of a task.
  static let mostDropIns = 100

  /// The directories of tasks, the highest first.
  var directories: [String]
  var owner: TaskOwner
  /// Further directories of templates.
  var templateDirectories: [String] = []

  func load() -> LoadedTasks {
    var loaded = LoadedTasks()
    let listed = directories.map { FileReading.list($0, &loaded.problems) }
    loaded.set.isComplete = loaded.problems.isEmpty
    loaded.fleet.problems = loaded.problems
    var paths = DropIns.select(listed, suffix: TaskFileRole.suffix)
    if paths.count > Self.mostFiles {
      let problem = SyntaxProblem(
        .error, file: paths[Self.mostFiles],
        text:
          "is not read, nor are the files after it: found \(paths.count) tasks, "
          + "allowed are \(Self.mostFiles)"
      )
      loaded.problems.append(problem)
      loaded.fleet.problems.append(problem)
      loaded.set.isComplete = false
      paths.removeLast(paths.count - Self.mostFiles)
    }
    take(paths, into: &loaded)
    return loaded
  }

  /// Reads these files alone.
  func load(_ paths: [String]) -> LoadedTasks {
    var loaded = LoadedTasks()
    take(paths, into: &loaded)
    return loaded
  }

  private func take(_ paths: [String], into loaded: inout LoadedTasks) {
    var files: [TaskFile.Declared] = []
    var told = Set(loaded.problems)
    for path in paths {
      var problems: [SyntaxProblem] = []
      var isOfFleet = true
      switch read(path) {
      case .masked, .template: break
      case .task(let source, let found):
        let reading = TaskFileReading(source, owner: owner)
        problems = found + reading.problems.inOrderOfPlaces
        isOfFleet = reading.fleetLine != nil
        if let declaration = reading.declaration {
          files.append((source, declaration, reading.fleet))
          if let warning = FileReading.openness(of: path) { problems.append(warning) }
        } else {
          loaded.set.unreadable.insert(path.fileName)
        }
      case .unreadable(let found):
        problems = found
        loaded.set.unreadable.insert(path.fileName)
      }
      // A problem of a template is one of each instance, and is reported once.
      let fresh = problems.filter { told.insert($0).inserted }
      loaded.problems += fresh
      if isOfFleet { loaded.fleet.problems += fresh }
    }
    let (declared, collisions) = TaskFile.distinct(files)
    loaded.set.declarations = declared.filter { $0.fleet == nil }.map(\.declaration)
    loaded.fleet.declarations = declared.compactMap(\.fleet)
    loaded.problems += collisions.map(\.problem)
    let ofFleet = Set(files.compactMap(\.fleet?.file))
    loaded.fleet.problems += collisions.filter { ofFleet.contains($0.path) }.map(\.problem)
    loaded.set.unreadable.formUnion(collisions.map(\.path.fileName))
  }

  /// Returns the path of the file of this name that counts; in the first directory when there is none.
  func place(of name: String) -> String {
    let paths = directories.map { Self.path(of: name, in: $0) }
    return paths.first { (try? FileIdentity(path: $0)) != nil } ?? paths.first ?? name
  }

  /// Returns the paths of the templates that count.
  func templates() -> [String] {
    // Problems of the directories are reported by ``load()``.
    var told: [SyntaxProblem] = []
    let listed = directories.map { FileReading.list($0, &told) }
    return DropIns.select(listed, suffix: "@\(TaskFileRole.suffix)").prefix(Self.mostFiles).map(\.self)
  }

  /// The result of reading a path.
  enum Found {
    case masked
    case task(TaskFileSource, [SyntaxProblem])
    /// A template, read as a sample instance.
    case template(TaskFileSource, [SyntaxProblem])
    case unreadable([SyntaxProblem])
  }

  /// Reads a file with its drop-ins.
  func read(_ path: String) -> Found {
    let role: TaskFileRole
    do throws(SyntaxError) { role = try TaskFileRole(fileName: path.fileName) } catch {
      return .unreadable([SyntaxProblem(.error, file: path, text: "\(error)")])
    }
    switch role {
    case .instance(let instance): return read(instance, at: path)
    case .template: break
    case .task:
      guard let (link, prefix) = Self.template(linkedBy: path) else { break }
      let text = "is a link to the template \(link); call it \(prefix)@NAME.task, with a name of its own"
      return .unreadable([SyntaxProblem(.error, file: path, text: text)])
    }
    var problems: [SyntaxProblem] = []
    guard let bytes = FileReading.bytes(path, &problems) else { return .unreadable(problems) }
    if bytes.isEmpty { return .masked }
    let file = UnitFile.parse(bytes: bytes, name: path)
    guard let merged = merging(file, withDropInsOf: [path.fileName], &problems) else {
      return .unreadable(problems)
    }
    guard case .template(let prefix) = role else {
      return .task(TaskFileSource(file: merged, path: path), problems)
    }
    return .template(TaskFileSource(sampleOf: prefix, merged, path: path, isTemplate: true), problems)
  }

  /// Reads an instance, from the text of its template when its file is a link to one.
  private func read(_ instance: TaskInstance, at path: String) -> Found {
    var problems: [SyntaxProblem] = []
    guard let (link, prefix) = Self.template(linkedBy: path) else {
      guard let bytes = FileReading.bytes(path, &problems) else { return .unreadable(problems) }
      return source(of: instance, at: path, bytes, from: path, template: nil, problems)
    }
    guard prefix == instance.prefix else {
      let text =
        "is a link to \(link), whose instances are called \(prefix)@NAME.task; call it "
        + "\(prefix)@\(instance.name).task"
      return .unreadable([SyntaxProblem(.error, file: path, text: text)])
    }
    guard let template = find(link, &problems) ?? linked(path) else {
      if problems.isEmpty {
        let places = directories + templateDirectories
        let text =
          "is a link to \(link), which is in none of \(places.joined(separator: ", ")); write it, or remove "
          + "the link"
        problems.append(SyntaxProblem(.error, file: path, text: text))
      }
      return .unreadable(problems)
    }
    return source(of: instance, at: path, template.bytes, from: template.path, template: link, problems)
  }

  /// Reads an instance that no file declares, from its template; returns `nil` when there is no template.
  func undeclared(_ instance: TaskInstance) -> Found? {
    var problems: [SyntaxProblem] = []
    guard let template = find(instance.template, &problems) else {
      return problems.isEmpty ? nil : .unreadable(problems)
    }
    return source(
      of: instance, at: template.path, template.bytes, from: template.path, template: instance.template,
      problems)
  }

  private func source(
    of instance: TaskInstance, at path: String, _ bytes: [UInt8], from place: String, template: String?,
    _ problems: [SyntaxProblem]
  ) -> Found {
    if bytes.isEmpty { return .masked }
    var problems = problems
    let file = UnitFile.parse(bytes: bytes, name: place)
    let names = ["\(instance.identifier)\(TaskFileRole.suffix)", instance.template]
    guard let merged = merging(file, withDropInsOf: names, &problems) else { return .unreadable(problems) }
    return .task(
      TaskFileSource(
        file: instance.expand(merged, isTemplate: template != nil), path: path, instance: instance,
        template: template),
      problems)
  }

  /// Returns the template of this name in the highest directory that has one.
  private func find(_ name: String, _ problems: inout [SyntaxProblem]) -> (path: String, bytes: [UInt8])? {
    for directory in directories + templateDirectories {
      let path = Self.path(of: name, in: directory)
      if let bytes = FileReading.bytes(path, isRequired: false, &problems) { return (path, bytes) }
      guard problems.isEmpty else { return nil }
    }
    return nil
  }

  /// Returns the name of the template that a link leads to, or `nil` when there is no such link.
  private static func template(linkedBy path: String) -> (name: String, prefix: String)? {
    guard let name = SymbolicLink.target(of: path)?.fileName,
      case .template(let prefix)? = try? TaskFileRole(fileName: name)
    else { return nil }
    return (name, prefix)
  }

  /// Reads the template that a link leads to and that is in none of the directories.
  private func linked(_ path: String) -> (path: String, bytes: [UInt8])? {
    var problems: [SyntaxProblem] = []
    return FileReading.bytes(path, isRequired: false, &problems).map { (path, $0) }
  }

  /// Returns the file with the drop-ins of all its names, or `nil` when one cannot be read. Within a
  /// directory, the drop-ins of earlier names count more.
  private func merging(
    _ file: UnitFile, withDropInsOf names: [String], _ problems: inout [SyntaxProblem]
  ) -> UnitFile? {
    let places = directories.flatMap { directory in
      names.map { FileReading.list(Self.path(of: "\($0).d", in: directory), &problems) }
    }
    guard problems.isEmpty else { return nil }
    let dropIns = DropIns.select(places, suffix: ".conf")
    guard dropIns.count <= Self.mostDropIns else {
      problems.append(
        SyntaxProblem(
          .error, file: file.name, text: "found \(dropIns.count) drop-ins, allowed are \(Self.mostDropIns)"))
      return nil
    }
    let read = dropIns.compactMap { FileReading.read($0, &problems) }
    return read.count == dropIns.count ? .merging(file, read) : nil
  }

  /// - Parameter directory: The directory; empty where relative names begin.
  private static func path(of name: String, in directory: String) -> String {
    directory.isEmpty || directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}
