import LinuxSystem

/// The time that a person waits for a command, from its start to its end.
struct CommandMeasurement {
  private let daemon: MeasuredDaemon
  private let control: String
  private let directory: String
  private let spooler: TaskSpooler?
  private var nothing = Figure(name: "true", title: "true", unit: .microseconds)
  private var version = Figure(
    name: "bgtaskctlVersion", title: "bgtaskctl --version", unit: .microseconds, peer: "true")
  private var queued = Figure(name: "tsp", title: "tsp", unit: .microseconds)
  private var submitted = Figure(
    name: "bgtaskctlSubmit", title: "bgtaskctl submit", unit: .microseconds, peer: "tsp")

  /// - Parameters:
  ///   - control: The path of bgtaskctl.
  ///   - spooler: The path of tsp; `nil` when it is not installed.
  init(_ daemon: MeasuredDaemon, control: String, spooler: String?, in directory: ScratchDirectory) throws {
    self.daemon = daemon
    self.control = control
    self.directory = try directory.folder("commands")
    let folder = try directory.folder("tsp")
    self.spooler = try spooler.map { try TaskSpooler(program: $0, in: folder) }
  }

  /// Calls each command ``Plan/samples`` times, in turns.
  mutating func round(_ plan: Plan) throws {
    for _ in 0..<plan.samples {
      nothing.samples.append(try length { try run(["/bin/true"]) })
      version.samples.append(try length { try run([control, "--version"]) })
      if let spooler { queued.samples.append(try length { try spooler.submit() }) }
      submitted.samples.append(try length { try submit() })
    }
  }

  private func submit() throws {
    try run([
      control, "submit", "--socket", daemon.socket, "--identifier",
      "org.example.bench.command.\(submitted.samples.count)", "--requires-external-power", "--earliest",
      "+1d", "--", "/bin/true",
    ])
  }

  private func run(_ command: [String]) throws {
    guard try ChildProcess(command, in: directory).wait() else {
      throw BenchmarkError.server("\(command.prefix(2).joined(separator: " ")) failed")
    }
  }

  private func length(_ body: () throws -> Void) rethrows -> Double {
    let began = SystemClock.monotonicUSec
    try body()
    return Double(SystemClock.monotonicUSec - began)
  }

  /// The figures of all rounds.
  var section: Section { Section(title: "a command", figures: [nothing, version, queued, submitted]) }
}
