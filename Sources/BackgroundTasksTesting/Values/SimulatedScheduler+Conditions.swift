public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// The conditions of the simulated machine: all that a request can ask for, except the time, which the
  /// simulation's clock and its ``SimulatedScheduler/timeZone`` decide. The defaults are those of a machine
  /// at its best: on the mains, on an unmetered network, and idle.
  public struct Conditions: Hashable, Sendable {
    /// The source of power.
    public enum Power: String, CaseIterable, Sendable {
      /// Power from the mains.
      case external
      /// Power from a battery.
      case battery
      /// No source reports it, which holds nothing back.
      case unknown
    }

    /// The network, as far as work depends on it.
    public enum Network: String, CaseIterable, Sendable {
      /// The machine has no network.
      case none
      /// The network is metered.
      case metered
      /// The network is not metered.
      case unmetered
      /// No source reports it, which holds nothing back.
      case unknown
    }

    /// The source of power (R32).
    public var power = Power.external
    /// The battery's charge in percent, 0 to 100; nil when there is none. A value outside that counts as the
    /// nearer end.
    public var batteryPercent: Int? = 100
    /// The network of the machine (R32).
    public var network = Network.unmetered
    /// Whether the machine is idle (R31); nil is unknown.
    public var isIdle: Bool? = true
    /// Whether a power-saver profile is on (R35); nil is unknown.
    public var isLowPowerModeEnabled: Bool? = false
    /// Whether the machine is too hot for work that can wait; nil is unknown.
    public var isHot: Bool? = false
    /// Whether memory is short; nil is unknown.
    public var isMemoryShort: Bool? = false
    /// Whether the processors are busy; nil is unknown.
    public var areProcessorsBusy: Bool? = false
    /// Whether the disks are busy; nil is unknown.
    public var areDisksBusy: Bool? = false
    /// Whether the disk is nearly full; nil is unknown.
    public var isStorageLow: Bool? = false

    /// Whether the network leads through a private one (VPN); nil is unknown.
    public var isOnVPN: Bool? = true
    /// Whether the battery is being charged; nil is unknown.
    public var isCharging: Bool? = false
    /// Whether the screens of all who are logged in are locked; nil is unknown.
    public var isLocked: Bool? = false
    /// The names of the networks in use; nil is unknown.
    public var networkNames: Set<String>? = []
    /// The users who are logged in; nil is unknown.
    public var users: Set<String>? = []
    /// Whether the lid is closed, and no other screen shows anything; nil is unknown.
    public var isLidClosed: Bool? = false
    /// The users in front, of those who are logged in; nil is unknown.
    public var activeUsers: Set<String>? = []
    /// The checks that do not hold: ``BackgroundTasks/BGTaskCondition/exists(_:)``,
    /// ``BackgroundTasks/BGTaskCondition/reachable(_:port:)`` and their like. All others hold. An answer
    /// counts for a minute, and the check is asked again when a task waits for it.
    public var failingChecks: Set<BGTaskCondition> = []

    /// Creates the conditions of a machine at its best.
    public init() {}

    /// The conditions of a machine at its best: every requirement is met.
    public static let allRequirementsMet = Conditions()

    /// The property of each field of the scheduler's own conditions that is a flag.
    private static let flags: [(field: ConditionField, place: any WritableKeyPath<Self, Bool?> & Sendable)] =
      [
        (.lowPowerMode, \.isLowPowerModeEnabled), (.idle, \.isIdle), (.thermalPressure, \.isHot),
        (.cpuPressure, \.areProcessorsBusy), (.memoryPressure, \.isMemoryShort),
        (.ioPressure, \.areDisksBusy),
        (.storageLow, \.isStorageLow), (.vpn, \.isOnVPN), (.charging, \.isCharging), (.locked, \.isLocked),
        (.lidClosed, \.isLidClosed),
      ]

    var changes: [ConditionChange] {
      [
        .powerSource(power.core), .batteryPercent(batteryPercent.map { min(max($0, 0), 100) }),
        .network(network.core), .names(.networkNames, networkNames), .names(.users, users),
        .names(.activeUsers, activeUsers),
      ] + Self.flags.map { .flag($0.field, self[keyPath: $0.place]) }
    }

    /// Returns the answer to a check.
    func finding(of check: ConditionCheck) -> CheckFinding {
      let fails = failingChecks.contains { $0.description == check.text }
      return CheckFinding(holds: !fails, words: fails ? "no" : "yes")
    }

    /// Meets the requirement that a reason to wait is about; reasons about other things are left alone.
    mutating func meet(_ code: ReasonCode) {
      guard let change = code.satisfied else { return }
      switch change.value {
      case .powerSource(let source): power = Power(rawValue: source.rawValue) ?? .unknown
      case .percent(let percent): batteryPercent = percent
      case .network(let access): network = Network(rawValue: access.rawValue) ?? .unknown
      case .names: break
      case .flag(let flag):
        for (field, place) in Self.flags where field == change.field { self[keyPath: place] = flag }
      }
    }
  }
}
