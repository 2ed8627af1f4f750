import Glibc
package import SchedulerAPI
package import SchedulerCore
package import SystemdSyntax

extension ConfigurationLoader {
  /// The task that the name of a template's instance stands for.
  package enum NamedInstance {
    /// The instance is declared by this file.
    case declared(String)
    /// The request that the template makes, without any dates.
    case request(OnceRequest)
    /// The template or one of its drop-ins has errors.
    case unreadable([SyntaxProblem])
  }

  /// A request of an instance that no file declares.
  package struct OnceRequest {
    /// The request, for one run now.
    package var request: Wire.TaskRequest
    /// The uid of the task's user.
    package var uid: UInt32
    /// The path of the template's file.
    package var template: String
    /// Whether the template's task repeats, which the request leaves out.
    package var repeats: Bool
    /// The template's text with its drop-ins.
    let source: TaskFileSource

    /// Returns the problem of a request that the daemon has refused, at the line that causes it.
    package func problem(of error: SchedulerInterfaceError) -> SyntaxProblem { source.problem(of: error) }
  }

  /// Returns the task of an instance, or `nil` when its template is absent or an empty file.
  package func instance(_ instance: TaskInstance) -> NamedInstance? {
    let files = taskPlaces.map { "\($0)/\(instance.identifier)\(TaskFileRole.suffix)" }
    if let file = files.first(where: Self.isThere) { return .declared(file) }
    switch TaskFileLoader(directories: taskPlaces, owner: taskOwner).undeclared(instance) {
    case .unreadable(let problems): return .unreadable(problems)
    case .task(let source, var problems):
      let reading = TaskFileReading(source, owner: taskOwner)
      problems += reading.problems.inOrderOfPlaces
      if let problem = reading.problemOfFleet { problems.append(problem) }
      guard let declaration = reading.declaration, reading.fleet == nil else { return .unreadable(problems) }
      return .request(
        OnceRequest(
          request: reading.request.once, uid: declaration.uid, template: source.path,
          repeats: reading.request.repeats, source: source))
    case .masked, .template, nil: return nil
    }
  }

  /// Returns the templates that count, each as its instances' names begin, with its file.
  package func templates() -> [(name: String, file: String)] {
    TaskFileLoader(directories: taskPlaces, owner: taskOwner).templates().map { path in
      (String(path.fileName.dropLast(TaskFileRole.suffix.count)), path)
    }
  }

  /// Returns the file that has the text of a declared task: for most instances that of the template.
  package func text(of file: String) -> String {
    guard case .task(let source, _) = taskLoader(of: file).read(file) else { return file }
    return source.file.name
  }

  /// Returns the declaration in a file, or `nil` when the file has an error.
  package func declaration(in file: String) -> Declaration? {
    guard case .task(let source, var problems) = taskLoader(of: file).read(file) else { return nil }
    return TaskFile.read(source, taskOwner, &problems)
  }

  /// Returns the loader of a file, which may be in none of these directories: a daemon may have others.
  func taskLoader(of file: String) -> TaskFileLoader {
    let directory = file.folder
    let isKnown = taskPlaces.contains(directory)
    return TaskFileLoader(
      directories: isKnown ? taskPlaces : [directory], owner: taskOwner,
      templateDirectories: isKnown ? [] : taskPlaces)
  }

  /// Whether the path exists. Links are not followed, because an instance's link may be dangling.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
