import LinuxSystem

/// The whole measurement.
struct Benchmark {
  let program: String
  let directory: String
  let plan: Plan
  let progress = ProgressLine()

  func run() throws -> Report {
    defer { progress.end() }
    var report = Report(daemon: program)
    report.figures += try rates()
    report.figures += try latencies()
    report.figures += try idle()
    return report
  }

  /// Durable submissions a second, in several manners. The first one is what the disk does at best for one at
  /// a time.
  private func rates() throws -> [Figure] {
    let daemon = try MeasuredDaemon(program: program, in: directory)
    var loads: [any Load] = [
      try AppendLoad(path: daemon.path("appended")), SingleLoad(try daemon.client()),
      ManyClientsLoad(try (0..<16).map { _ in try daemon.client() }),
      PipelinedLoad(try daemon.client(), depth: 64), BatchLoad(try daemon.client(), size: 256),
      BatchLoad(try daemon.client(), size: 1000),
    ]
    var rates = [Rate](repeating: Rate(), count: loads.count)
    for turn in 1...plan.turns {
      for index in loads.indices {
        progress.show("\(loads[index].title) (\(turn) of \(plan.turns))")
        rates[index] += try loads[index].run(forUSec: plan.turnUSec)
      }
    }
    return zip(loads, rates).map { load, rate in
      Figure(
        name: load.name, title: load.title, value: rate.perSecond, unit: "1/s",
        ratio: rate.perSecond / rates[0].perSecond)
    }
  }

  /// From a date until a program runs, and until a connected program's handler does, with and without the
  /// daemon, in turns.
  private func latencies() throws -> [Figure] {
    let daemon = try MeasuredDaemon(program: program, in: directory)
    let raw = try RawLatency()
    let own = try DaemonLatency(try daemon.client(), events: try daemon.client())
    let timer = try TimerLatency()
    let handler = try HandlerLatency(socket: daemon.socket)
    var samples = (raw: LatencySamples(), own: LatencySamples())
    var handlers = (raw: LatencySamples(), own: LatencySamples())
    for number in 1...plan.latencySamples {
      progress.show("due until running (\(number) of \(plan.latencySamples))")
      samples.raw.add(try raw.measure())
      samples.own.add(try own.measure())
      handlers.raw.add(timer.measure())
      handlers.own.add(try handler.measure())
    }
    func figure(_ name: String, _ title: String, _ uSec: Int64) -> Figure {
      Figure(name: name, title: title, value: Double(uSec), unit: "us")
    }
    return [
      figure("dueRawMedian", "due until running, timer and spawn only, median", samples.raw.median),
      figure("dueRawLongest", "due until running, timer and spawn only, longest", samples.raw.longest),
      figure("dueMedian", "due until running, median", samples.own.median),
      figure("dueLongest", "due until running, longest", samples.own.longest),
      figure("handlerRawMedian", "due until code runs, timer only, median", handlers.raw.median),
      figure("handlerMedian", "due until the handler's first line, connected, median", handlers.own.median),
      figure(
        "handlerLongest", "due until the handler's first line, connected, longest", handlers.own.longest),
    ]
  }

  /// What it takes when nothing is to be done.
  private func idle() throws -> [Figure] {
    progress.show("a daemon that has nothing to do")
    let figures = try IdleFigures(of: try MeasuredDaemon(program: program, in: directory), plan)
    return [
      Figure(
        name: "start", title: "from start to ready", value: Double(figures.startUSec), unit: "us"),
      Figure(
        name: "idleResident", title: "resident memory, just started", value: Double(figures.residentBytes),
        unit: "bytes"),
      Figure(
        name: "idleAnonymous", title: "of that without a file behind it",
        value: Double(figures.anonymousBytes), unit: "bytes"),
      Figure(
        name: "bytesPerTask", title: "more with every waiting task", value: Double(figures.bytesPerTask),
        unit: "bytes"),
      Figure(
        name: "idleContextSwitches",
        title: "context switches in \(plan.silenceSeconds) s, \(plan.waitingTasks) waiting",
        value: Double(figures.contextSwitches), unit: "count"),
    ]
  }
}
