import Glibc
import SystemdSyntax

/// What a command finds around it. Tests bring their own.
struct Context {
  /// A variable; nil when it is absent or empty.
  var environment: (String) -> String?
  var console: Console
  /// Microseconds since the epoch.
  var now: () -> Int64
  /// Where dates are meant.
  var zone: CalendarZone
  /// The directory that relative paths start from; nil when it is gone.
  var currentDirectory: () -> String?
  /// Becomes another program, by its absolute path; on failure, `errno`.
  var replaceProcess: (_ path: String, _ arguments: [String]) -> CInt
  /// A file to read; `-` is standard input.
  var open: (String) -> CInt

  /// What this process finds.
  static func ofProcess() -> Context {
    Context(
      environment: { name in
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
      }, console: .ofProcess(),
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
      }, zone: .local,
      currentDirectory: {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
      },
      replaceProcess: { path, arguments in
        var words = arguments.map { strdup($0) }
        words.append(nil)
        execv(path, words)
        let code = errno
        for word in words { free(word) }
        return code
      },
      open: { path in path == "-" ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC) })
  }
}
