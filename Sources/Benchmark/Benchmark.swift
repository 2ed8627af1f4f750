import LinuxSystem

/// The whole measurement.
struct Benchmark {
  let program: String
  let directory: ScratchDirectory
  let plan: Plan
  let progress = ProgressLine()

  func run() throws -> Report {
    defer { progress.end() }
    var machine = Machine()
    let sections = try rates()
    machine.end()
    return Report(daemon: program, rounds: plan.rounds, machine: machine, sections: sections)
  }

  private func rates() throws -> [Section] {
    let daemon = try MeasuredDaemon(program: program, in: directory.folder("rates"))
    var measurement = try RateMeasurement(
      daemon: daemon, beanstalkd: InstalledProgram.path("beanstalkd"), in: directory)
    for number in 1...plan.rounds { try measurement.round(number, plan, progress) }
    return measurement.sections
  }
}
