/// task-spooler, whose server keeps a queue in its memory; its `tsp` puts a program in line.
struct TaskSpooler {
  static let program = "tsp"
  private let program: String
  private let directory: String

  /// Starts a server that is busy for as long as it lives, so that nothing runs that is put in line.
  init(program: String, in directory: String) throws {
    self.program = program
    self.directory = directory
    try submit(["/bin/sleep", "86400"])
  }

  /// Puts a program in line.
  func submit(_ command: [String] = ["/bin/true"]) throws {
    let environment = ["TS_SOCKET": "\(directory)/socket"]
    let process = try ChildProcess([program, "-n"] + command, in: directory, environment: environment)
    guard try process.wait() else { throw BenchmarkError.server("\(program) refuses \(command)") }
  }
}
