import Glibc
import LinuxSystem

/// A program that a test runs: closing its standard input asks it to end, its standard output can be read by
/// the line. It lives in the namespaces of the thread that starts it.
final class Child {
  let process: pid_t
  private var input: CInt
  private let output: CInt
  private var status: CInt?

  init(_ arguments: [String]) throws(SystemError) {
    let toChild = try Self.channel()
    let fromChild = try Self.channel()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], STDOUT_FILENO)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
    posix_spawn_file_actions_destroy(&actions)
    words.forEach { free($0) }
    close(toChild[0])
    close(fromChild[1])
    self.process = process
    input = toChild[1]
    output = fromChild[0]
    if code != 0 {
      status = -1
      throw SystemError(call: "posix_spawnp", subject: arguments[0], code: code)
    }
  }

  /// Sockets, since Glibc's overlay has no pipe2: a descriptor that is close-on-exec only later may leak into
  /// a child that another test starts meanwhile, and then it is never closed.
  private static func channel() throws(SystemError) -> [CInt] {
    var ends: [CInt] = [-1, -1]
    try systemCall("socketpair") {
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    return ends
  }

  /// The next line of its output, or what came before it ended.
  func readLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Writes a line to its input.
  func writeLine(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  /// Asks it to end by closing its input, and waits for it. Its exit status, or 128 and a signal's number.
  @discardableResult
  func finish() -> CInt {
    if let status { return status }
    closeInput()
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let result = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + status & 0x7f
    self.status = result
    return result
  }

  /// Ends it at once.
  func end() {
    guard status == nil else { return }
    kill(process, SIGKILL)
    finish()
  }

  private func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  deinit {
    end()
    closeInput()
    close(output)
  }

  /// Runs a program to its end. Its exit status.
  @discardableResult
  static func run(_ arguments: String...) throws(SystemError) -> CInt { try Child(arguments).finish() }
}
