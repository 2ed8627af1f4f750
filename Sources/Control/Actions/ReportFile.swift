import Glibc
import LinuxSystem

/// A file without a name that a program reads as its standard input. Who writes a report does not have to
/// wait for its reader, as at a pipe.
struct ReportFile: ~Copyable {
  private static let name = "report"

  private let file: Descriptor

  init() throws(SystemError) { file = try MemoryFile.make(Self.name) }

  func write(_ text: String) throws(SystemError) {
    try SmallFile.write(Array(text.utf8), to: file, Self.name)
  }

  /// Runs a program that writes into it, to its end. One that cannot be run writes nothing.
  func take(outputOf arguments: [String], environment: [String: String]) {
    let null = Descriptor(owning: open("/dev/null", O_WRONLY | O_CLOEXEC))
    guard
      let child = try? ProcessSpawner.spawn(
        arguments: arguments, environment: environment, workingDirectory: "/", output: null.number,
        answer: file.number)
    else { return }
    _ = try? systemCall("waitpid") { waitpid(child, nil, 0) }
  }

  /// From here on standard input is what was written.
  func becomeInput() throws(SystemError) {
    try systemCall("lseek") { lseek(file.number, 0, SEEK_SET) }
    try systemCall("dup2") { dup2(file.number, STDIN_FILENO) }
  }
}
