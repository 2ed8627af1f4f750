import Glibc
package import SchedulerAPI
package import SchedulerCore
package import SystemdSyntax

extension ConfigurationLoader {
  /// What somebody means who names an instance of a template.
  package enum NamedInstance {
    /// A file declares it: this one.
    case declared(String)
    /// The template says this of it, without any dates.
    case request(OnceRequest)
    /// There are errors in the template or its drop-ins.
    case unreadable([SyntaxProblem])
  }

  /// A request of an instance that no file declares.
  package struct OnceRequest {
    /// What is to be done, once and now.
    package var request: Wire.TaskRequest
    /// Whose task it is.
    package var uid: UInt32
    /// Where its template is.
    package var template: String
    /// The template has it come again, which is left out here.
    package var repeats: Bool
    /// The template's text with its drop-ins.
    let source: TaskFileSource

    /// The problem of a request that a daemon has refused, at the line that it comes from.
    package func problem(of error: SchedulerInterfaceError) -> SyntaxProblem { source.problem(of: error) }
  }

  /// What an instance comes to; nil when there is no such template, or nothing but an empty file.
  package func instance(_ instance: TaskInstance) -> NamedInstance? {
    let files = taskPlaces.map { "\($0)/\(instance.identifier)\(TaskFileRole.suffix)" }
    if let file = files.first(where: Self.isThere) { return .declared(file) }
    switch TaskFileLoader(directories: taskPlaces, owner: taskOwner).undeclared(instance) {
    case .unreadable(let problems): return .unreadable(problems)
    case .task(let source, var problems):
      var reading = TaskFileReading(source, owner: taskOwner)
      let declaration = reading.declaration()
      problems += reading.problems[...].inOrderOfPlaces
      guard let declaration else { return .unreadable(problems) }
      return .request(
        OnceRequest(
          request: reading.request.once, uid: declaration.uid, template: source.path,
          repeats: reading.request.repeats, source: source))
    case .masked, .template, nil: return nil
    }
  }

  /// The templates that count, as their instances' names begin, with their files.
  package func templates() -> [(name: String, file: String)] {
    TaskFileLoader(directories: taskPlaces, owner: taskOwner).templates().map { path in
      (String(path.fileName.dropLast(TaskFileRole.suffix.count)), path)
    }
  }

  /// Where the text of a declared task stands: for an instance, mostly in its template.
  package func text(of file: String) -> String {
    guard case .task(let source, _) = taskLoader(of: file).read(file) else { return file }
    return source.file.name
  }

  /// What a file declares; nil when something in it is an error.
  package func declaration(in file: String) -> Declaration? {
    guard case .task(let source, var problems) = taskLoader(of: file).read(file) else { return nil }
    return TaskFile.read(source, taskOwner, &problems)
  }

  /// A daemon with files of its own may read others than these directories have.
  private func taskLoader(of file: String) -> TaskFileLoader {
    let directory = file.folder
    let isKnown = taskPlaces.contains(directory)
    return TaskFileLoader(
      directories: isKnown ? taskPlaces : [directory], owner: taskOwner,
      templateDirectories: isKnown ? [] : taskPlaces)
  }

  /// Not what it leads to: an instance's link may lead nowhere by itself.
  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
