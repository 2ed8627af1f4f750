import Glibc
import LinuxSystem

/// A file without a name that a program reads as its standard input. Who writes a report does not have to
/// wait for its reader, as at a pipe.
struct ReportFile: ~Copyable {
  private let descriptor: CInt

  init() throws(SystemError) {
    descriptor = try MemoryFile.make("report")
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws(SystemError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = try systemCall("write") {
        rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Runs a program that writes into it, to its end.
  func take(outputOf arguments: [String], environment: [String: String]) {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(null) }
    guard
      let child = try? ProcessSpawner.spawn(
        arguments: arguments, environment: environment, workingDirectory: "/", output: null,
        answer: descriptor)
    else { return }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  /// From here on standard input is what was written.
  func becomeInput() throws(SystemError) {
    try systemCall("lseek") { lseek(descriptor, 0, SEEK_SET) }
    try systemCall("dup2") { dup2(descriptor, STDIN_FILENO) }
  }
}
