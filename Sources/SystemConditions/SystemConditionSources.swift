package import Dispatch
package import SchedulerCore

/// Where the real sources find the machine. The defaults are the running kernel's.
package struct SystemConditionRoots: Hashable, Sendable {
  /// Power supplies.
  package var powerSupply = "/sys/class/power_supply"
  /// Network links.
  package var networkDevices = "/sys/class/net"
  /// Pressure stall information.
  package var pressure = "/proc/pressure"
  /// Thermal zones.
  package var thermal = "/sys/class/thermal"

  /// The running kernel's.
  package init() {}
}

/// All sources of the real machine as one. On the daemon's queue only.
package final class SystemConditionSources {
  private let sources: [any ConditionSource]
  private var running: [any ConditionSource] = []

  /// The sources that need no bus.
  /// - Parameters:
  ///   - queue: The daemon's queue.
  ///   - stateDirectory: Where the daemon keeps its state: the disk whose room counts.
  package convenience init(
    queue: DispatchQueue, stateDirectory: String, roots: SystemConditionRoots = SystemConditionRoots(),
    pressure: PressureThresholds = PressureThresholds(), storage: StorageThreshold = StorageThreshold()
  ) {
    let events = KernelEventMonitor(queue: queue)
    self.init([
      PowerSupplySource(root: roots.powerSupply, events: events),
      NetworkSource(queue: queue, devices: roots.networkDevices),
      PressureSource(root: roots.pressure, thresholds: pressure, queue: queue),
      ThermalSource(root: roots.thermal, events: events),
      StorageSource(path: stateDirectory, threshold: storage),
    ])
  }

  /// These sources. No two of them may report the same field.
  package init(_ sources: [any ConditionSource]) { self.sources = sources }

  /// Starts every source. One that fails does not keep the others from starting. The handler is called on the
  /// queue: at most once before this returns, with all that is true now, and later with what changed.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) -> SystemConditionReport {
    precondition(running.isEmpty, "the condition sources were started twice")
    let gathering = Gathering(handler)
    var report = SystemConditionReport()
    for source in sources {
      let before = gathering.early.count
      do {
        try source.start { gathering.take($0) }
        running.append(source)
        if gathering.early.count == before { report.absent.append(source.name) }
      } catch {
        report.failures.append(SystemConditionReport.Failure(name: source.name, error: "\(error)"))
      }
    }
    gathering.open()
    return report
  }

  /// Looks again at what has no events, see ``RefreshableSource/refresh()``.
  package func refresh() {
    for source in running { (source as? any RefreshableSource)?.refresh() }
  }

  /// Stops every source. The handler is not called again.
  package func stop() {
    running.forEach { $0.stop() }
    running = []
  }

  /// Holds back what sources say while others are still starting.
  private final class Gathering {
    private let handler: ([ConditionChange]) -> Void
    private(set) var early: [ConditionChange] = []
    private var isOpen = false

    init(_ handler: @escaping ([ConditionChange]) -> Void) { self.handler = handler }

    func take(_ changes: [ConditionChange]) {
      if isOpen { handler(changes) } else { early += changes }
    }

    func open() {
      isOpen = true
      if !early.isEmpty { handler(early) }
      early = []
    }
  }
}

/// How starting the sources went, for one line in the journal.
package struct SystemConditionReport: Hashable, Sendable {
  /// A source that the system refused, with the error's text.
  package struct Failure: Hashable, Sendable {
    /// The source's name.
    package var name: String
    /// What was refused (`socket netlink: Address family not supported by protocol`).
    package var error: String
  }

  /// The names of sources whose side of the machine is not there: all their fields are unknown.
  package var absent: [String] = []
  /// The sources that could not be started. Their fields are unknown too.
  package var failures: [Failure] = []
}
