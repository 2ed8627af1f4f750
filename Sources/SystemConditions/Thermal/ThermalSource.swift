import LinuxSystem
package import SchedulerCore

/// The source of whether the machine is too hot for work that can wait, from `/sys/class/thermal`. The kernel
/// reports few changes, so ``refresh()`` reads zones as well. Field: `thermalPressure`.
package final class ThermalSource: RefreshableSource {
  package let name = "thermal"

  private let root: AttributeDirectory
  private let events: KernelEventMonitor
  private var announcer: Announcer?

  /// The most zones, more than any machine has.
  private static let limit = 128

  /// A source that is not started yet.
  /// - Parameters:
  ///   - root: The directory of zones. Without zones that tell, nothing is known.
  ///   - events: The monitor of the kernel's events, on the daemon's queue.
  package init(root: String = "/sys/class/thermal", events: KernelEventMonitor) {
    self.root = AttributeDirectory(path: root)
    self.events = events
  }

  /// Begins to watch.
  /// - Throws: ``SystemError`` when the events or the directory are refused.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
    precondition(announcer == nil, "\(name) was started twice")
    let announcer = Announcer(handler)
    try events.listen(to: "thermal", for: self) { [weak self] in self?.refresh() }
    self.announcer = announcer
    do { announcer.announce([.flag(.thermalPressure, try isHot())]) } catch {
      stop()
      throw error
    }
  }

  package func stop() {
    announcer?.end()
    announcer = nil
    events.forget(self)
  }

  /// Reads the zones again.
  package func refresh() {
    guard let announcer else { return }
    let isHot = try? isHot()
    announcer.announce([.flag(.thermalPressure, isHot)])
  }

  private func isHot() throws(SystemError) -> Bool? {
    let names = try root.names() ?? []
    let zones = names.filter { $0.hasPrefix("thermal_zone") }.prefix(Self.limit)
    return ThermalZone.isAnyHot(zones.compactMap { ThermalZone(reading: root.directory($0)) })
  }
}
