import Dispatch
import LinuxSystem

/// The resources of a daemon while nothing happens.
struct IdleMeasurement {
  let section: Section

  /// Measures a daemon that has just started.
  init(_ daemon: MeasuredDaemon, _ plan: Plan) throws {
    Self.wait(seconds: plan.settlingSeconds)
    let memory = try ProcessMemory(of: daemon.process.pid)
    let client = try Client(to: daemon.socket)
    _ = try client.waits(TaskRequests("idle").batch(plan.few), requests: 1)
    Self.wait(seconds: plan.settlingSeconds)
    let before = try ProcessUsage(of: daemon.process.pid)
    Self.wait(seconds: plan.silenceSeconds)
    let switches = try ProcessUsage(of: daemon.process.pid).contextSwitches(since: before)
    func figure(_ name: String, _ title: String, _ unit: Figure.Unit, _ value: Double) -> Figure {
      Figure(name: name, title: title, unit: unit, samples: [value])
    }
    let tasks = Thousands.text(plan.few)
    section = Section(
      title: "a daemon that has nothing to do",
      figures: [
        figure("start", "from its start until it is ready", .microseconds, Double(daemon.startUSec)),
        figure("idleResident", "resident memory", .bytes, Double(memory.residentBytes)),
        figure("idleAnonymous", "of that without a file behind it", .bytes, Double(memory.anonymousBytes)),
        figure(
          "idleContextSwitches", "context switches in \(plan.silenceSeconds) s, \(tasks) waiting", .count,
          Double(switches)),
      ])
  }

  private static func wait(seconds: Int) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(seconds))
  }
}
