import Glibc
import LinuxSystem
import SystemdSyntax

/// The surroundings of a command, which tests replace.
struct Context {
  /// Returns a variable, or nil when it is absent or empty.
  var environment: (String) -> String?
  /// Returns a variable that may have any bytes, or nil when it is absent or empty.
  var rawVariable: (String) -> RawText?
  var console: Console
  /// The wall clock in microseconds since the epoch.
  var now: () -> Int64
  /// CLOCK_MONOTONIC in microseconds, which no step of the wall clock changes.
  var monotonic: () -> Int64
  /// CLOCK_BOOTTIME in microseconds, which counts the machine's sleep as well.
  var boot: () -> Int64 = { SystemClock.bootUSec }
  /// The time zone of dates.
  var zone: CalendarZone
  /// Returns the directory that relative paths start from, or nil when it is gone.
  var currentDirectory: () -> RawText?
  /// Becomes another program, given by its absolute path. Returns `errno` on failure.
  var replaceProcess: (_ path: RawText, _ arguments: [RawText]) -> CInt
  /// Whether standard input is a terminal, so that a user can type.
  var hasKeyboard: Bool
  /// Runs a program, given by its absolute path, on this terminal until it ends.
  /// - Returns: The program's exit status, or 128 plus the signal that ended it.
  var runProgram: (_ arguments: [String]) throws(SystemError) -> CInt
  /// Returns the last status that the daemon at the socket told systemd, or nil when it is unknown.
  var daemonStatus: (_ socket: String) -> String?
  /// Runs `bgtask-fleet`, which has the connection to the fleet's database.
  var fleetDatabase: FleetDatabaseCall.Run = FleetDatabaseCall.run
  /// Opens a connection for many calls of one function of the fleet's database.
  var fleetLink: (_ function: String) throws(Failure) -> any FleetLink = { function throws(Failure) in
    try FleetSession(function)
  }
  /// Opens a file for reading; `-` is standard input.
  var open: (String) -> CInt

  /// Returns the surroundings of this process.
  static func ofProcess() -> Context {
    let console = Console.ofProcess()
    let variables = Variables(console)
    return Context(
      environment: variables.text, rawVariable: Variables.value, console: console,
      now: { SystemClock.wallUSec }, monotonic: { SystemClock.monotonicUSec }, zone: .local,
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

  /// Whether texts are written in UTF-8. By locale(7), the first of these variables that is set counts.
  var usesUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap(environment).first ?? ""
    let encoding = locale.split(separator: "@").first?.split(separator: ".").dropFirst().first ?? ""
    return ["utf-8", "utf8"].contains(encoding.lowercased())
  }

  /// Whether standard output is a terminal that obeys control sequences.
  var canMoveCursor: Bool { console.output.isTerminal && environment("TERM") != "dumb" }
}

/// The environment of this process. A variable that is not UTF-8 does not count, and is reported once.
private final class Variables {
  private let console: Console
  private var told: Set<String> = []

  init(_ console: Console) { self.console = console }

  /// Returns the variable, or nil when it is absent, empty or not UTF-8.
  func text(_ name: String) -> String? {
    guard let value = Self.value(name) else { return nil }
    if value.text == nil, told.insert(name).inserted {
      console.printError("bgtaskctl: the variable \(name), \(value), is not UTF-8 and is ignored\n")
    }
    return value.text
  }

  static func value(_ name: String) -> RawText? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return RawText(cString: value)
  }
}
