// Room SystemConditions: what the kernel and services say of the machine, as conditions.
// Way in: `SystemConditionSources`.
// Must not know: what follows from a condition, and which tasks there are.

package import Dispatch
import LinuxSystem
package import SchedulerCore

/// The directories where the sources find the machine. The defaults are the running kernel's.
package struct SystemConditionRoots: Hashable, Sendable {
  /// The directory of power supplies.
  package var powerSupply = "/sys/class/power_supply"
  /// The directory of network links.
  package var networkDevices = "/sys/class/net"
  /// The directory of pressure stall information.
  package var pressure = "/proc/pressure"
  /// The directory of thermal zones.
  package var thermal = "/sys/class/thermal"

  /// The running kernel's directories.
  package init() {}
}

/// All sources of the real machine as one. Confined to the daemon's queue.
package final class SystemConditionSources {
  private let sources: [any ConditionSource]
  private let queue: DispatchQueue
  private var running: [any ConditionSource] = []
  /// The ranks of the sources that have not reported yet.
  private var silent: Set<Int> = []
  private var whenAnswered: (() -> Void)?
  private var patience: Countdown?

  /// All sources, in the order in which they are believed.
  /// - Parameters:
  ///   - queue: The daemon's queue.
  ///   - bus: The system's bus.
  ///   - sessionBus: The user's own bus, where there is one; asked only when a user is given.
  ///   - displays: The places of that user's displays; nil asks none.
  ///   - uid: The only user whose sessions count; nil counts those of all users.
  ///   - stateDirectory: The directory of the daemon's state, on the disk whose room counts.
  ///   - warn: Called with the fault of a source's helper.
  package convenience init(
    queue: DispatchQueue, bus: BusConnection, sessionBus: BusConnection? = nil,
    displays: DisplayPlaces? = nil, uid: UInt32?, stateDirectory: String,
    roots: SystemConditionRoots = SystemConditionRoots(), warn: @escaping (String) -> Void = { _ in }
  ) {
    let events = KernelEventMonitor(queue: queue)
    let screen =
      uid == nil
      ? nil
      : sessionBus.map {
        IdleMonitorsSource(on: $0, queue: queue, displays: displays, warn: warn)
      }
    let monitors: [any ConditionSource] = screen.map { [$0] } ?? []
    self.init(
      queue: queue,
      [
        UPowerSource(on: bus), NetworkManagerSource(on: bus), PowerProfilesSource(on: bus),
        TunedSource(on: bus), BluetoothSource(on: bus),
        LoginSessionsSource(on: bus, queue: queue, uid: uid, screen: screen),
      ] + monitors + [
        PowerSupplySource(root: roots.powerSupply, events: events),
        NetworkSource(queue: queue, devices: roots.networkDevices),
        PressureSource(root: roots.pressure, queue: queue),
        ThermalSource(root: roots.thermal, events: events),
        StorageSource(path: stateDirectory),
      ])
  }

  /// These sources, in the order in which they are believed (``PreferredValues``).
  package init(queue: DispatchQueue, _ sources: [any ConditionSource]) {
    self.queue = queue
    self.sources = sources
  }

  /// Starts every source. One that fails does not keep the others from starting. The handler is called on the
  /// queue: at most once before this returns, with the present conditions, and later with changes.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) -> SystemConditionReport {
    precondition(running.isEmpty, "the condition sources were started twice")
    let gathering = Gathering(handler)
    var report = SystemConditionReport()
    for (rank, source) in sources.enumerated() {
      let before = gathering.early.count
      do {
        if !source.speaksAtOnce { silent.insert(rank) }
        try source.start { [weak self] in
          gathering.take($0, from: rank, source.name)
          self?.answered(rank)
        }
        running.append(source)
        if gathering.early.count == before, source.speaksAtOnce { report.absent.append(source.name) }
      } catch {
        report.failures.append(SystemConditionReport.Failure(name: source.name, error: "\(error)"))
      }
    }
    gathering.open()
    return report
  }

  /// Waits until all sources on the bus have reported, or have found their service missing.
  /// - Parameters:
  ///   - limitUSec: The longest wait for the handler's call: a service that hangs holds nothing up.
  ///   - handler: Called once, on the queue, never from within this method.
  package func wait(limitUSec: Int64, _ handler: @escaping () -> Void) {
    whenAnswered = handler
    patience = Countdown(uSec: silent.isEmpty ? 0 : limitUSec, queue: queue) { [weak self] in self?.goOn() }
  }

  private func answered(_ rank: Int) {
    guard silent.remove(rank) != nil, silent.isEmpty, whenAnswered != nil else { return }
    queue.runLater { [weak self] in self?.goOn() }
  }

  private func goOn() {
    patience?.cancel()
    let handler = whenAnswered
    (patience, whenAnswered) = (nil, nil)
    handler?()
  }

  /// Measures again in sources without events, see ``RefreshableSource/refresh()``.
  package func refresh() {
    for source in running { (source as? any RefreshableSource)?.refresh() }
  }

  /// Stops every source. The handler is not called again.
  package func stop() {
    running.forEach { $0.stop() }
    running = []
    silent = []
  }

  /// The gathering of reports, which holds them back while other sources are still starting.
  private final class Gathering {
    private let handler: ([ConditionChange]) -> Void
    private(set) var early: [ConditionChange] = []
    private var values = PreferredValues()
    private var isOpen = false

    init(_ handler: @escaping ([ConditionChange]) -> Void) { self.handler = handler }

    func take(_ changes: [ConditionChange], from rank: Int, _ name: String) {
      let named = changes.map { change in
        var change = change
        change.source = name
        return change
      }
      let news = values.take(named, from: rank)
      if !isOpen { early += news } else if !news.isEmpty { handler(news) }
    }

    func open() {
      isOpen = true
      if !early.isEmpty { handler(early) }
      early = []
    }
  }
}

/// The result of starting the sources, for one line in the journal.
package struct SystemConditionReport: Hashable, Sendable {
  /// A source that the system refused, with the error's text.
  package struct Failure: Hashable, Sendable {
    /// The source's name.
    package var name: String
    /// The refused call and its error (`socket netlink: Address family not supported by protocol`).
    package var error: String
  }

  /// The names of sources whose side of the machine is missing: all their fields are unknown.
  package var absent: [String] = []
  /// The sources that could not be started. Their fields are unknown too.
  package var failures: [Failure] = []
}
