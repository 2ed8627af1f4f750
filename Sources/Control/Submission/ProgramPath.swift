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
