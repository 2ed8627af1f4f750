public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// What the simulated machine is like: all that a request can ask for, except the time, which the
  /// simulation's clock and its ``SimulatedScheduler/timeZone`` say. What nobody says is a machine at its
  /// best: on the mains, on an unmetered network, and nobody uses it.
  public struct Conditions: Hashable, Sendable {
    /// Where power comes from.
    public enum Power: String, CaseIterable, Sendable {
      /// The mains.
      case external
      /// A battery.
      case battery
      /// Nothing reports it, which holds nothing back.
      case unknown
    }

    /// Whether there is a network, and whether it is paid for by volume.
    public enum Network: String, CaseIterable, Sendable {
      /// There is none.
      case none
      /// It is paid for by volume.
      case metered
      /// It is not paid for by volume.
      case unmetered
      /// Nothing reports it, which holds nothing back.
      case unknown
    }

    /// Where power comes from (R32).
    public var power = Power.external
    /// How full the battery is, 0 to 100; nil when there is none. What lies outside is taken for the nearer
    /// end.
    public var batteryPercent: Int? = 100
    /// Whether there is a network (R32).
    public var network = Network.unmetered
    /// Nobody is using the machine (R31); nil is not known.
    public var isIdle: Bool? = true
    /// A power-saver profile is on (R35); nil is not known.
    public var isLowPowerModeEnabled: Bool? = false
    /// The machine is too hot for work that can wait; nil is not known.
    public var isHot: Bool? = false
    /// Memory is short; nil is not known.
    public var isMemoryShort: Bool? = false
    /// The processors are busy; nil is not known.
    public var areProcessorsBusy: Bool? = false
    /// The disks are busy; nil is not known.
    public var areDisksBusy: Bool? = false
    /// The disk is nearly full; nil is not known.
    public var isStorageLow: Bool? = false

    /// The network leads through a private one; nil is not known.
    public var isOnVPN: Bool? = true
    /// The battery is being charged; nil is not known.
    public var isCharging: Bool? = false
    /// The screens of all who are logged in are locked; nil is not known.
    public var isLocked: Bool? = false
    /// What the networks in use are called; nil is not known.
    public var networkNames: Set<String>? = []
    /// Who is logged in; nil is not known.
    public var users: Set<String>? = []
    /// The lid is closed, and no other screen shows anything; nil is not known.
    public var isLidClosed: Bool? = false
    /// Who of those who are logged in is in front; nil is not known.
    public var activeUsers: Set<String>? = []
    /// What does not hold of that which has to be asked: ``BackgroundTasks/BGTaskCondition/exists(_:)``,
    /// ``BackgroundTasks/BGTaskCondition/reachable(_:port:)`` and their like. All others hold. An answer
    /// counts for a minute, and is asked for again when something waits for it.
    public var failingChecks: Set<BGTaskCondition> = []

    /// A machine at its best.
    public init() {}

    /// A machine at its best: every requirement is met.
    public static let allRequirementsMet = Conditions()

    /// Where each field of the scheduler's own conditions is that is so or not.
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

    /// What the answer is to what has to be asked.
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
