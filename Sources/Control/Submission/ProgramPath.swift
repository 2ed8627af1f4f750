import Glibc
import LinuxSystem

/// Finds programs as a shell does.
enum ProgramPath {
  /// The absolute path of a program: a name without a slash is looked up in PATH, a relative path starts from
  /// the current directory.
  static func resolve(_ name: String, in context: Context) throws(Failure) -> String {
    guard !name.isEmpty else { throw notFound("the program's name is empty") }
    guard !name.contains("/") else { return try absolute(name, in: context) }
    // What execvp(3) takes when PATH is not set.
    let directories = context.environment("PATH") ?? "/bin:/usr/bin"
    for directory in directories.split(separator: ":", omittingEmptySubsequences: false) {
      // An empty entry is the current directory.
      let path = try absolute(directory.isEmpty ? name : "\(directory)/\(name)", in: context)
      if isProgram(path) { return path }
    }
    throw notFound("there is no program \(name) in PATH")
  }

  /// The path from the root. Nothing in it is resolved: a link may lead elsewhere when the task runs.
  static func absolute(_ path: String, in context: Context) throws(Failure) -> String {
    if path.hasPrefix("/") { return path }
    guard let directory = context.currentDirectory() else {
      throw Failure(
        .inputOutput, name: "NoCurrentDirectory",
        message: "the current directory is gone: \(path) has no beginning",
        next: "change to another directory, or write the path from /")
    }
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    if rest == "." || rest.isEmpty { return directory }
    return directory.hasSuffix("/") ? directory + rest : "\(directory)/\(rest)"
  }

  /// Whether there is a program that this user may run. What is not there when a task is submitted will
  /// hardly be there when it runs, and then nobody looks.
  static func checkCanRun(_ path: String) throws(Failure) {
    guard !isProgram(path) else { return }
    var status = stat()
    guard stat(path, &status) == 0 else {
      let problem = SystemError(call: "stat", subject: path)
      let words = path.split(separator: " ")
      if words.count > 1, let first = words.first, isProgram(String(first)) {
        throw cannotRun(
          "there is no program '\(path)', which is one argument with spaces",
          "without the quotation marks its words are the program and its arguments")
      }
      throw cannotRun("the program \(path) cannot be run: \(problem.text)", nil)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw cannotRun("\(path) is a directory and no program", nil) }
    throw cannotRun("\(path) may not be executed", "chmod +x makes a program of it")
  }

  /// Whether there is a directory that this user may enter.
  static func checkCanEnter(_ directory: String) throws(Failure) {
    do throws(SystemError) {
      try ProcessSpawner.checkDirectory(directory)
    } catch {
      let problem =
        switch error.code {
        case ENOTDIR: " is no directory"
        case EACCES: " may not be entered"
        default: ": \(error.text)"
        }
      throw cannotRun("the working directory \(directory)\(problem)", nil)
    }
  }

  private static func cannotRun(_ message: String, _ mend: String?) -> Failure {
    Failure(
      .noInput, name: "CannotRun", message: message,
      next: (mend.map { "\($0); " } ?? "") + "--unchecked submits it all the same")
  }

  /// What is said when execve(2) refuses.
  static func cannotStart(_ path: String, _ code: CInt) -> Failure {
    let status: ExitStatus = code == EACCES || code == EPERM ? .permission : .noInput
    return Failure(
      status, name: "CannotStart",
      message: SystemError(call: "execve", subject: path, code: code).description)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  private static func notFound(_ message: String) -> Failure {
    Failure(
      .noInput, name: "NoSuchProgram", message: message, next: "write its path, with a slash in it")
  }
}
