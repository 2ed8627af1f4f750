import LinuxSystem
package import SchedulerCore

/// The source of where power comes from, of the batteries' level and of whether they are being charged, from
/// `/sys/class/power_supply`; read again when the kernel reports that a supply came, went or changed. Fields:
/// `powerSource`, `batteryPercent`, `charging`.
package final class PowerSupplySource: ConditionSource {
  package let name = "power-supply"

  private let root: AttributeDirectory
  private let events: KernelEventMonitor
  private var announcer: Announcer?

  /// The most supplies, more than any machine has.
  private static let limit = 64

  /// A source that is not started yet.
  /// - Parameters:
  ///   - root: The directory of supplies. When it is missing, nothing is known; when it is empty, the machine
  ///     has no battery.
  ///   - events: The monitor of the kernel's events, on the daemon's queue.
  package init(root: String = "/sys/class/power_supply", events: KernelEventMonitor) {
    self.root = AttributeDirectory(path: root)
    self.events = events
  }

  /// Begins to watch. Without the kernel's events the readings would grow stale unnoticed, so then nothing is
  /// reported at all.
  /// - Throws: ``SystemError`` when the events or the directory are refused.
  package func start(_ handler: @escaping ([ConditionChange]) -> Void) throws {
    precondition(announcer == nil, "\(name) was started twice")
    let announcer = Announcer(handler)
    try events.listen(to: "power_supply", for: self) { [weak self] in self?.readAgain() }
    self.announcer = announcer
    do { announcer.announce(try read()) } catch {
      stop()
      throw error
    }
  }

  package func stop() {
    announcer?.end()
    announcer = nil
    events.forget(self)
  }

  private func readAgain() {
    let changes = (try? read()) ?? PowerReading.unknownConditions
    announcer?.announce(changes)
  }

  private func read() throws(SystemError) -> [ConditionChange] {
    guard let names = try root.names() else { return PowerReading.unknownConditions }
    let supplies = names.prefix(Self.limit).map { PowerSupply(reading: root.directory($0)) }
    return PowerReading(supplies).changes
  }
}
