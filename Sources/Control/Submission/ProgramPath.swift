import Glibc
import LinuxSystem
import PlainText

/// Finds programs as a shell does.
enum ProgramPath {
  /// Returns the absolute path of a program: a name without a slash is looked up in PATH, a relative path
  /// starts from the current directory.
  static func resolve(_ name: RawText, in context: Context) throws(Failure) -> RawText {
    guard !name.bytes.isEmpty else { throw notFound("the program's name is empty") }
    guard !name.bytes.contains(slash) else { return try absolute(name, in: context) }
    // The default of execvp(3) when PATH is not set.
    let directories = context.rawVariable("PATH") ?? RawText("/bin:/usr/bin")
    for directory in directories.bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      // An empty entry is the current directory.
      let path = directory.isEmpty ? name : RawText(directory + [slash] + name.bytes)
      let whole = try absolute(path, in: context)
      if isProgram(whole) { return whole }
    }
    // No program's name has these characters.
    let isForShell = name.bytes.contains { " ;&|<>$`\n".utf8.contains($0) }
    throw notFound("there is no program \(name) in PATH", isForShell: isForShell)
  }

  /// Returns the absolute path of a program as text, to be stored.
  static func resolve(_ name: String, in context: Context) throws(Failure) -> String {
    try text(resolve(RawText(name), in: context))
  }

  /// Returns the path from the root, to be stored. Nothing in it is resolved: a link may lead elsewhere when
  /// the task runs.
  static func absolute(_ path: String, in context: Context) throws(Failure) -> String {
    try text(absolute(RawText(path), in: context))
  }

  /// Returns the path as text. Only the directories that lead to it may be none: the rest was given as text.
  static func text(_ path: RawText) throws(Failure) -> String {
    if let text = path.text { return text }
    throw Failure(
      .data, name: "NoText", message: "the path \(path) is not UTF-8, which stored paths have to be",
      next: "give the directory another name, or name a link to it with --working-directory")
  }

  private static func absolute(_ path: RawText, in context: Context) throws(Failure) -> RawText {
    if path.bytes.first == slash { return path }
    guard let directory = context.currentDirectory() else {
      throw Failure(
        .inputOutput, name: "NoCurrentDirectory",
        message: "the current directory is gone, so that \(path) leads nowhere",
        next: "change to another directory, or write the path from /")
    }
    var rest = path.bytes[...]
    while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == slash } }
    if rest.isEmpty || rest.elementsEqual(".".utf8) { return directory }
    return RawText(directory.bytes + (directory.bytes.last == slash ? [] : [slash]) + rest)
  }

  /// Returns the directory's absolute path without `..`, as the kernel goes now: what stands before a `..` is
  /// resolved where it is a link, and any other link stays, since it may lead elsewhere when the task runs.
  /// A path of which a part before a `..` cannot be looked at is returned as it is.
  static func plain(_ path: String) -> String {
    guard path.hasParentPart else { return path }
    var plain = ""
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        plain += "/\(part)"
        continue
      }
      // The directory above the root is the root.
      if plain.isEmpty { continue }
      var status = stat()
      guard lstat(plain, &status) == 0 else { return path }
      if status.st_mode & S_IFMT == S_IFLNK {
        guard let real = SymbolicLink.realPath(of: plain) else { return path }
        plain = real
      }
      guard stat(plain, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return path }
      plain = String(plain[..<(plain.lastIndex(of: "/") ?? plain.startIndex)])
    }
    return plain.isEmpty ? "/" : plain
  }

  private static let slash = UInt8(ascii: "/")

  /// Checks that this user may run the program. A program that is not there when a task is submitted will
  /// hardly be there when it runs, and then no user looks.
  /// - Parameter otherwise: The way to go on without the check.
  static func checkCanRun(_ path: RawText, otherwise: String = submitUnchecked) throws(Failure) {
    guard !isProgram(path) else { return }
    var status = stat()
    guard stat(path.cString, &status) == 0 else {
      let problem = SystemError(call: "stat", subject: path.description)
      let words = path.bytes.split(separator: UInt8(ascii: " "))
      if words.count > 1, let first = words.first, isProgram(RawText(first)) {
        throw cannotRun(
          "there is no program '\(path)', which is one argument with spaces",
          "without the quotation marks its words are the program and its arguments", otherwise)
      }
      throw cannotRun("the program \(path) cannot be run: \(problem.text)", nil, otherwise)
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw cannotRun("\(path) is a directory and no program", nil, otherwise)
    }
    throw cannotRun("\(path) may not be executed", "chmod +x makes a program of it", otherwise)
  }

  /// The same with text.
  static func checkCanRun(_ path: String) throws(Failure) { try checkCanRun(RawText(path)) }

  /// Checks that this user may enter the directory.
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

  /// The way to submit a task whose program or directory is not there.
  static let submitUnchecked = "--unchecked submits it all the same"

  private static func cannotRun(
    _ message: String, _ mend: String?, _ otherwise: String = submitUnchecked
  ) -> Failure {
    Failure(
      .noInput, name: "CannotRun", message: message, next: (mend.map { "\($0); " } ?? "") + otherwise)
  }

  /// Returns the failure of a program that execve(2) refuses to start.
  static func cannotStart(_ path: RawText, _ code: CInt) -> Failure {
    let status: ExitStatus = code == EACCES || code == EPERM ? .permission : .noInput
    let error = SystemError(call: "execve", subject: path.description, code: code)
    return Failure(
      status, name: "CannotStart", message: "\(error)\(SpawnError.hint(error, path: path.cString))")
  }

  private static func isProgram(_ path: RawText) -> Bool {
    var status = stat()
    let name = path.cString
    return stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(name, X_OK) == 0
  }

  /// The name of the failure to find a program in PATH.
  static let noSuchProgram = "NoSuchProgram"

  private static func notFound(_ message: String, isForShell: Bool = false) -> Failure {
    Failure(
      .noInput, name: noSuchProgram, message: message,
      next: isForShell
        ? "a shell reads such a line: /bin/sh -c with the line in quotation marks"
        : "write its path, with a slash in it")
  }
}
