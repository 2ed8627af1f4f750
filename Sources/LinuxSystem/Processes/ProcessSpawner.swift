import CLinux
import Glibc
import PlainText

/// Starts programs with posix_spawn(3).
package enum ProcessSpawner {
  /// Starts a program in a process group of its own (the group's number is the process's), with `/dev/null`
  /// as input, `output` as output and error, no other open descriptor, no blocked or ignored signal, and this
  /// process's umask. Returns when the child's execve(2) has succeeded or failed.
  /// - Parameters:
  ///   - arguments: `arguments[0]` is the program's absolute path.
  ///   - environment: The whole environment.
  ///   - workingDirectory: The program's working directory.
  ///   - output: An open descriptor for standard output and standard error.
  ///   - answer: Another descriptor for standard output alone.
  /// - Returns: The child. The caller waits for it.
  /// - Throws: ``SpawnError``.
  package static func spawn(
    arguments: [String], environment: [String: String], workingDirectory: String, output: CInt,
    answer: CInt? = nil
  ) throws(SpawnError) -> Int32 {
    let path = arguments.first ?? ""
    guard path.utf8.first == UInt8(ascii: "/") else { throw .notAbsolute(path: path) }
    try check(arguments, environment, workingDirectory)
    do throws(SystemError) { try checkDirectory(workingDirectory) } catch { throw .directory(error) }
    // Sorted, so that a program sees the same environment every time.
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    do throws(SystemError) {
      return try withActions(
        workingDirectory: workingDirectory, output: answer ?? output, errors: output
      ) {
        (actions, attributes) throws(SystemError) in
        var pid: Int32 = 0
        try withCStrings(arguments) { (arguments) throws(SystemError) in
          try withCStrings(variables) { (variables) throws(SystemError) in
            _ = try systemCallReturningCode("posix_spawn", path, positive: true) {
              posix_spawn(&pid, path, actions, attributes, arguments, variables)
            }
          }
        }
        return pid
      }
    } catch {
      // Out of processes or memory. All other errors are about the program, since the directory was checked:
      // one that has gone since makes the error name the program instead, and the run fails either way.
      switch error.code {
      case EAGAIN, ENOMEM, EMFILE, ENFILE: throw .system(error)
      default: throw .program(error)
      }
    }
  }

  /// Refuses values that C strings cannot carry, which would arrive truncated.
  private static func check(
    _ arguments: [String], _ environment: [String: String], _ workingDirectory: String
  ) throws(SpawnError) {
    if let index = arguments.firstIndex(where: { $0.utf8.contains(0) }) {
      throw .invalid("argument \(index) holds a NUL byte")
    }
    if workingDirectory.utf8.contains(0) { throw .invalid("the working directory holds a NUL byte") }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      if name.isEmpty || name.utf8.contains(0) || name.utf8.contains(UInt8(ascii: "=")) {
        throw .invalid(
          "environment variable \(SingleLine.escaped(name)): the name is empty, or holds = or NUL")
      }
      if value.utf8.contains(0) { throw .invalid("environment variable \(name) holds a NUL byte") }
    }
  }

  /// Checks that this process's user may start a program in a directory.
  /// - Throws: ``SystemError`` with the path and the reason.
  package static func checkDirectory(_ path: String) throws(SystemError) {
    var status = stat()
    try systemCall("stat", path) { stat(path, &status) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError(call: "chdir", subject: path, code: ENOTDIR)
    }
    try systemCall("access", path) { access(path, X_OK) }
  }

  private static func withActions<Answer>(
    workingDirectory: String, output: CInt, errors: CInt,
    _ body: (
      UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>
    ) throws(SystemError) -> Answer
  ) throws(SystemError) -> Answer {
    var actions = posix_spawn_file_actions_t()
    try succeeds { posix_spawn_file_actions_init(&actions) }
    defer { posix_spawn_file_actions_destroy(&actions) }
    try succeeds { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
    try succeeds { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    try succeeds { posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    try succeeds { clinux_spawn_close_from(&actions, STDERR_FILENO + 1) }
    try succeeds { clinux_spawn_change_directory(&actions, workingDirectory) }

    var attributes = posix_spawnattr_t()
    try succeeds { posix_spawnattr_init(&attributes) }
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    try succeeds { posix_spawnattr_setsigmask(&attributes, &none) }
    try succeeds { posix_spawnattr_setsigdefault(&attributes, &all) }
    try succeeds { posix_spawnattr_setpgroup(&attributes, 0) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    try succeeds { posix_spawnattr_setflags(&attributes, Int16(flags)) }
    return try body(&actions, &attributes)
  }

  private static func succeeds(_ body: () -> CInt) throws(SystemError) {
    try systemCallReturningCode("posix_spawn", positive: true, body)
  }

  /// Calls `body` with the NULL-terminated array of C strings that execve(2) wants.
  private static func withCStrings<Answer>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws(SystemError) -> Answer
  ) throws(SystemError) -> Answer {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    guard !copies.contains(nil) else { throw SystemError(call: "strdup", code: ENOMEM) }
    return try body(copies + [nil])
  }
}
