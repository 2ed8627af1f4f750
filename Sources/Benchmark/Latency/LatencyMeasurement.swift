/// The times from a date until a program runs, and until a connected program's handler does, with and without
/// the daemon.
struct LatencyMeasurement {
  private let timer: KernelTimer
  private let program: ProgramLatency
  private let handler: HandlerLatency
  private var spawned = Figure(
    name: "timerSpawn", title: "to a program: timerfd and posix_spawn", unit: .microseconds)
  private var started = Figure(
    name: "dueProgram", title: "to a program: bgtaskd", unit: .microseconds, peer: "timerSpawn")
  private var timed = Figure(name: "timer", title: "to a line of code: timerfd", unit: .microseconds)
  private var handled = Figure(
    name: "dueHandler", title: "to a handler's first line: bgtaskd", unit: .microseconds, peer: "timer")

  init(_ daemon: MeasuredDaemon) throws {
    try daemon.simulate(powerSource: "external")
    timer = try KernelTimer()
    program = try ProgramLatency(daemon)
    handler = try HandlerLatency(daemon)
  }

  /// Measures each of the times ``Plan/samples`` times, in turns.
  mutating func round(_ plan: Plan) throws {
    for _ in 0..<plan.samples {
      spawned.samples.append(Double(try SpawnLatency(timer: timer).measure()))
      started.samples.append(Double(try program.measure()))
      timed.samples.append(Double(try timer.wait(untilUSec: DueProgram.nextDate)))
      handled.samples.append(Double(try handler.measure()))
    }
  }

  /// The figures of all rounds.
  var section: Section {
    Section(title: "from a date", figures: [spawned, started, timed, handled])
  }
}
