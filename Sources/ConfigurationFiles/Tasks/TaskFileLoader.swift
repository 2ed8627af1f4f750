import LinuxSystem
package import SchedulerCore
package import SystemdSyntax

/// Whose tasks the files of `tasks.d` declare.
package enum TaskOwner: Hashable, Sendable {
  /// In the system's instance: the user that `User=` names, root without it.
  case system
  /// In a user's own instance: always that user.
  case user(UInt32)
}

/// What `tasks.d` says.
package struct LoadedTasks: Sendable {
  /// What is declared, and which files have errors.
  package var set = DeclarationSet()
  /// Warnings and errors in the order of files and lines.
  package var problems: [SyntaxProblem] = []
}

/// Finds and reads declared tasks: `NAME.task` with the drop-ins `NAME.task.d/*.conf`, as systemd does for
/// units. A file hides those of its name in lower directories, and a task altogether when it is empty or a
/// link to /dev/null.
struct TaskFileLoader {
  /// No more files than this are read.
  static let mostFiles = 1000
  /// No task has more drop-ins than this.
  static let mostDropIns = 100

  /// Those that may hold tasks, the highest first.
  var directories: [String]
  var owner: TaskOwner

  func load() -> LoadedTasks {
    var loaded = LoadedTasks()
    let listed = directories.map { FileReading.list($0, &loaded.problems) }
    loaded.set.isComplete = loaded.problems.isEmpty
    var paths = DropIns.select(listed, suffix: ".task")
    if paths.count > Self.mostFiles {
      loaded.problems.append(
        SyntaxProblem(
          .error, file: paths[Self.mostFiles],
          text: "is not read, and those after it: found \(paths.count) tasks, allowed are \(Self.mostFiles)"))
      loaded.set.isComplete = false
      paths.removeLast(paths.count - Self.mostFiles)
    }
    var places: [TaskKey: String] = [:]
    for path in paths {
      switch read(path) {
      case .masked: break
      case .file(let file, let problems):
        loaded.problems += problems
        guard let declaration = TaskFile.read(file, path: path, owner, &loaded.problems) else {
          loaded.set.unreadable.insert(path.fileName)
          continue
        }
        if let other = places[declaration.key] {
          loaded.problems.append(TaskFile.collision(declaration, with: other))
          loaded.set.unreadable.insert(path.fileName)
        } else {
          places[declaration.key] = path
          loaded.set.declarations.append(declaration)
        }
      case .unreadable(let problems):
        loaded.problems += problems
        loaded.set.unreadable.insert(path.fileName)
      }
    }
    return loaded
  }

  /// The file with its drop-ins; nil when it cannot be read.
  func file(at path: String) -> UnitFile? {
    if case .file(let file, _) = read(path) { file } else { nil }
  }

  private enum Found {
    case masked
    case file(UnitFile, [SyntaxProblem])
    case unreadable([SyntaxProblem])
  }

  /// The file with its drop-ins.
  private func read(_ path: String) -> Found {
    var problems: [SyntaxProblem] = []
    guard let bytes = FileReading.bytes(path, &problems) else { return .unreadable(problems) }
    if bytes.isEmpty { return .masked }
    let places = directories.map { DropIns.Directory(reading: "\($0)/\(path.fileName).d") }
    let dropIns = DropIns.select(places, suffix: ".conf")
    if dropIns.count > Self.mostDropIns {
      problems.append(
        SyntaxProblem(
          .error, file: path, text: "found \(dropIns.count) drop-ins, allowed are \(Self.mostDropIns)"))
      return .unreadable(problems)
    }
    let read = dropIns.compactMap { FileReading.read($0, &problems) }
    guard read.count == dropIns.count else { return .unreadable(problems) }
    return .file(.merging(UnitFile.parse(bytes: bytes, name: path), read), problems)
  }
}
