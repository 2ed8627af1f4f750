/// The cost of many waiting tasks: calls among them, memory, and a restart with the calls that follow it.
struct WaitingMeasurement {
  private let few: WaitingTasks
  let many: WaitingTasks
  private var figures: [Figure] = []

  init(few: WaitingTasks, many: WaitingTasks) {
    self.few = few
    self.many = many
  }

  /// Measures each call among few tasks and among many, in turns.
  mutating func round(_ plan: Plan) throws {
    try add("submit", "submit") { try $0.submit(plan.calls).map { Double($0) / 1000 } }
    try add("explain", "explain") { try $0.explain(plan.calls).map { Double($0) / 1000 } }
    for _ in 0..<plan.samples { try add("start", "from a date to a program") { [Double(try $0.start())] } }
    try add("power", "power comes back") { [Double(try $0.changePower())] }
  }

  /// Measures the memory of many tasks and restarts with them, which cannot take turns.
  mutating func finish(_ plan: Plan, _ progress: ProgressLine) throws {
    let count = Thousands.text(many.count)
    var bytes = Figure(name: "bytesPerTask", title: "memory of one of \(count) tasks", unit: .bytes)
    bytes.samples = [Double(many.filledBytes - many.emptyBytes) / Double(many.count)]
    var restart = Figure(name: "restart", title: "restart with \(count) tasks", unit: .microseconds)
    var restarted = Figure(
      name: "bytesPerRestartedTask", title: "memory of one of them after that", unit: .bytes)
    var calls = Figure(
      name: "firstCalls", title: "the longest of the first calls after that", unit: .microseconds)
    for number in 1...plan.restarts {
      progress.show("restart with \(count) tasks (\(number) of \(plan.restarts))")
      try many.daemon.restart()
      restart.samples.append(Double(many.daemon.startUSec))
      calls.samples.append(Double(try many.firstCalls(plan.many)))
      let used = try ProcessMemory(of: many.daemon.process.pid).anonymousBytes - many.emptyBytes
      restarted.samples.append(Double(used) / Double(many.count))
    }
    figures += [bytes, restart, calls, restarted]
  }

  private mutating func add(
    _ name: String, _ title: String, _ measure: (WaitingTasks) throws -> [Double]
  ) rethrows {
    for (tasks, suffix, peer) in [(few, "AmongFew", nil), (many, "AmongMany", name + "AmongFew")] {
      let index = figures.firstIndex { $0.name == name + suffix } ?? figures.endIndex
      if index == figures.endIndex {
        figures.append(
          Figure(
            name: name + suffix, title: "\(title), \(Thousands.text(tasks.count)) waiting",
            unit: .microseconds,
            peer: peer))
      }
      figures[index].samples += try measure(tasks)
    }
  }

  /// The figures of all rounds.
  var section: Section { Section(title: "with many tasks", figures: figures) }
}
