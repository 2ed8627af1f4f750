import Glibc
import LinuxSystem

/// A program that has the terminal until it ends, such as an editor.
enum TerminalProgram {
  /// The signals of a terminal's keys. As in system(3), they are for the program while it runs.
  private static let keys = [SIGINT, SIGQUIT]

  /// Runs the program.
  /// - Parameter arguments: The program by its absolute path, and its arguments.
  /// - Returns: The program's exit status, or 128 plus the signal that ended it.
  static func run(_ arguments: [String]) throws(SystemError) -> CInt {
    let restoreKeys = ignoreKeys()
    defer { restoreKeys() }
    let words = arguments.map { RawText($0) }
    let child = try start(words[0], words)
    var status: CInt = 0
    try systemCall("waitpid") { waitpid(child, &status, 0) }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Ignores the keys in this process.
  /// - Returns: A function that puts back what they did before.
  static func ignoreKeys() -> () -> Void {
    let before = Self.keys.map { signal($0, SIG_IGN) }
    return { for (key, handler) in zip(Self.keys, before) { signal(key, handler) } }
  }

  /// Starts the program, in which the keys and the other signals do what they usually do.
  /// - Throws: ``SystemError`` of `posix_spawn`.
  static func start(
    _ path: RawText, _ arguments: [RawText], restoring others: [CInt] = []
  ) throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in Self.keys + others { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words = arguments.map { strdup($0.cString) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path.cString, nil, &attributes, words, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", subject: path.description, code: code) }
    return child
  }
}
