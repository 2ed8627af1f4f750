import Glibc
import LinuxSystem

/// A program that has the terminal until it ends, such as an editor.
enum TerminalProgram {
  /// Runs the program. As in system(3), keys that interrupt are for the program meanwhile.
  /// - Parameter arguments: The program by its absolute path, and its arguments.
  /// - Returns: The program's exit status, or 128 plus the signal that ended it.
  static func run(_ arguments: [String]) throws(SystemError) -> CInt {
    let keys = [SIGINT, SIGQUIT]
    let before = keys.map { signal($0, SIG_IGN) }
    defer { for (key, handler) in zip(keys, before) { signal(key, handler) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for key in keys { sigaddset(&ignored, key) }
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, arguments[0], nil, &attributes, words, environ)
    guard code == 0 else { throw SystemError(call: "posix_spawn", subject: arguments[0], code: code) }
    var status: CInt = 0
    try systemCall("waitpid") { waitpid(child, &status, 0) }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
