import Glibc
import LinuxSystem

/// An unnamed file that a program reads as its standard input. Unlike a pipe, it lets the report's writer
/// finish before anything is read.
struct ReportFile: ~Copyable {
  private static let name = "report"

  private let file: Descriptor

  init() throws(SystemError) { file = try MemoryFile.make(Self.name) }

  func write(_ text: String) throws(SystemError) {
    try SmallFile.write(Array(text.utf8), to: file, Self.name)
  }

  /// Runs a program to its end with the file as its output. A program that cannot be run writes nothing.
  func take(outputOf arguments: [String], environment: [String: String]) {
    let null = Descriptor(owning: open("/dev/null", O_WRONLY | O_CLOEXEC))
    guard
      let child = try? ProcessSpawner.spawn(
        arguments: arguments, environment: environment, workingDirectory: "/", output: null.number,
        answer: file.number)
    else { return }
    _ = try? systemCall("waitpid") { waitpid(child, nil, 0) }
  }

  /// Makes the file the process's standard input, read from its beginning.
  func becomeInput() throws(SystemError) {
    try systemCall("lseek") { lseek(file.number, 0, SEEK_SET) }
    try systemCall("dup2") { dup2(file.number, STDIN_FILENO) }
  }
}
