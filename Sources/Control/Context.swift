import Glibc
import LinuxSystem
import SystemdSyntax

/// What a command finds around it. Tests bring their own.
struct Context {
  /// A variable; nil when it is absent or empty.
  var environment: (String) -> String?
  /// The same of one that counts whatever its bytes are.
  var rawVariable: (String) -> RawText?
  var console: Console
  /// Microseconds since the epoch.
  var now: () -> Int64
  /// Microseconds of CLOCK_MONOTONIC, which no step of the clock changes.
  var monotonic: () -> Int64
  /// Where dates are meant.
  var zone: CalendarZone
  /// The directory that relative paths start from; nil when it is gone.
  var currentDirectory: () -> RawText?
  /// Becomes another program, by its absolute path; on failure, `errno`.
  var replaceProcess: (_ path: RawText, _ arguments: [RawText]) -> CInt
  /// Whether somebody can type: standard input is a terminal.
  var hasKeyboard: Bool
  /// Runs a program, by its absolute path, on this terminal until it ends.
  /// - Returns: Its exit status, or 128 and the signal that ended it.
  var runProgram: (_ arguments: [String]) throws(SystemError) -> CInt
  /// What the daemon that listens at the path has told systemd last; nil when nobody knows.
  var daemonStatus: (_ socket: String) -> String?
  /// A file to read; `-` is standard input.
  var open: (String) -> CInt

  /// What this process finds.
  static func ofProcess() -> Context {
    let console = Console.ofProcess()
    let variables = Variables(console)
    return Context(
      environment: variables.text, rawVariable: Variables.value, console: console,
      now: { read(CLOCK_REALTIME) }, monotonic: { read(CLOCK_MONOTONIC) }, zone: .local,
      currentDirectory: {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return RawText(cString: path)
      },
      replaceProcess: { path, arguments in
        var words = arguments.map { strdup($0.cString) }
        words.append(nil)
        execv(path.cString, words)
        let code = errno
        for word in words { free(word) }
        return code
      },
      hasKeyboard: isatty(STDIN_FILENO) == 1, runProgram: TerminalProgram.run,
      daemonStatus: UnitStatus.text,
      open: { path in path == "-" ? dup(STDIN_FILENO) : Glibc.open(path, O_RDONLY | O_CLOEXEC) })
  }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Whether texts are written in UTF-8, as locale(7) says where to look: the first of these that is set
  /// counts.
  var usesUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(environment).first ?? ""
    let encoding = locale.split(separator: "@").first?.split(separator: ".").dropFirst().first ?? ""
    return ["utf-8", "utf8"].contains(encoding.lowercased())
  }

  /// Whether standard output is a terminal that obeys commands.
  var canMoveCursor: Bool { console.output.isTerminal && environment("TERM") != "dumb" }
}

/// The environment of this process. What is no text cannot be meant, and is said once.
private final class Variables {
  private let console: Console
  private var told: Set<String> = []

  init(_ console: Console) { self.console = console }

  /// Nil when it is absent, empty, or no text.
  func text(_ name: String) -> String? {
    guard let value = Self.value(name) else { return nil }
    if value.text == nil, told.insert(name).inserted {
      console.printError("bgtaskctl: the variable \(name), \(value), is not UTF-8 and does not count\n")
    }
    return value.text
  }

  static func value(_ name: String) -> RawText? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return RawText(cString: value)
  }
}
