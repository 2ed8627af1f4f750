public import Dispatch
public import SchedulerCore

/// Where the real sources find the machine. The defaults are the running kernel's.
public struct SystemConditionRoots: Hashable, Sendable {
  /// Power supplies.
  public var powerSupply = "/sys/class/power_supply"
  /// Network links.
  public var networkDevices = "/sys/class/net"
  /// Pressure stall information.
  public var pressure = "/proc/pressure"
  /// Thermal zones.
  public var thermal = "/sys/class/thermal"

  /// The running kernel's.
  public init() {}
}

/// All sources of the real machine as one. On the daemon's queue only.
public final class SystemConditionSources {
  private let sources: [any ConditionSource]
  private var running: [any ConditionSource] = []

  /// The sources that need no bus.
  /// - Parameters:
  ///   - queue: The daemon's queue.
  ///   - stateDirectory: Where the daemon keeps its state: the disk whose room counts.
  public convenience init(
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
  public init(_ sources: [any ConditionSource]) { self.sources = sources }

  /// Starts every source. One that fails does not keep the others from starting. The handler is called on the
  /// queue: at most once before this returns, with all that is true now, and later with what changed.
  public func start(_ handler: @escaping ([ConditionChange]) -> Void) -> SystemConditionReport {
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
  public func refresh() {
    for source in running { (source as? any RefreshableSource)?.refresh() }
  }

  /// Stops every source. The handler is not called again.
  public func stop() {
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
public struct SystemConditionReport: Hashable, Sendable {
  /// A source that the system refused, with the error's text.
  public struct Failure: Hashable, Sendable {
    /// The source's name.
    public var name: String
    /// What was refused (`socket netlink: Address family not supported by protocol`).
    public var error: String
  }

  /// The names of sources whose side of the machine is not there: all their fields are unknown.
  public var absent: [String] = []
  /// The sources that could not be started. Their fields are unknown too.
  public var failures: [Failure] = []
}
