import CLoad
import LinuxSystem

/// The whole measurement.
struct Benchmark {
  /// The path of bgtaskd, which has bgtaskctl beside it.
  let program: String
  let directory: ScratchDirectory
  let plan: Plan
  private let peers = Peers()
  private let progress = ProgressLine()

  /// Measures everything, one kind of figure after the other.
  func run() throws -> Report {
    defer { progress.end() }
    if plan.isComplete { try checkSurroundings() }
    var machine = Machine()
    let sections = try rates() + [commands()] + waiting() + [idle(), latencies(), sizes()]
    machine.end()
    return Report(daemon: program, rounds: plan.rounds, machine: machine, sections: sections)
  }

  private func checkSurroundings() throws {
    guard peers.missing.isEmpty else {
      throw BenchmarkError.server(
        "\(peers.missing.joined(separator: ", ")): not installed; `make bench` installs what it needs")
    }
    guard try systemCall("statfs", directory.path, { cload_is_in_memory(directory.path) }) == 0 else {
      throw BenchmarkError.server(
        "\(directory.path) is in memory, where nothing is durable; name a disk with --directory")
    }
  }

  private func rates() throws -> [Section] {
    let daemon = try daemon("rates")
    var measurement = try RateMeasurement(daemon: daemon, beanstalkd: peers.beanstalkd, in: directory)
    for number in 1...plan.rounds { try measurement.round(number, plan, progress) }
    return measurement.sections
  }

  /// Returns the path of a program that lies beside bgtaskd.
  private func path(of name: String) -> String {
    program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/"
      + name
  }

  private func commands() throws -> Section {
    var measurement = try CommandMeasurement(
      daemon("submitted"), control: path(of: "bgtaskctl"), spooler: peers.taskSpooler, in: directory)
    try forEachRound("commands") { try measurement.round(plan) }
    return measurement.section
  }

  private func waiting() throws -> [Section] {
    progress.show("submitting \(Thousands.text(plan.many)) tasks")
    var measurement = WaitingMeasurement(
      few: try WaitingTasks(daemon("few"), count: plan.few),
      many: try WaitingTasks(daemon("many"), count: plan.many))
    try forEachRound("calls among many tasks") { try measurement.round(plan) }
    try measurement.finish(plan, progress)
    return [measurement.section, try DisturbanceMeasurement(measurement.many).section(progress)]
  }

  private func idle() throws -> Section {
    progress.show("a daemon that has nothing to do")
    return try IdleMeasurement(daemon("idle"), plan).section
  }

  private func latencies() throws -> Section {
    var measurement = try LatencyMeasurement(daemon("latencies"))
    try forEachRound("from a date") { try measurement.round(plan) }
    return measurement.section
  }

  private func sizes() throws -> Section {
    let figures = try [
      ("Daemon", program), ("Control", path(of: "bgtaskctl")), ("Transfer", path(of: "bgtask-transfer")),
    ]
    .map { name, path in
      Figure(
        name: "size\(name)", title: path.split(separator: "/").last.map(String.init) ?? path, unit: .bytes,
        samples: [Double(try ProgramSize.loadedBytes(of: path))])
    }
    return Section(title: "a program without its symbols", figures: figures)
  }

  private func daemon(_ name: String) throws -> MeasuredDaemon {
    try MeasuredDaemon(program: program, in: directory.folder(name))
  }

  private func forEachRound(_ text: String, _ measure: () throws -> Void) throws {
    for number in 1...plan.rounds {
      progress.show("\(text) (\(number) of \(plan.rounds))")
      try measure()
    }
  }
}
