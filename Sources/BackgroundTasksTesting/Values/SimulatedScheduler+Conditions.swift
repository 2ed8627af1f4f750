public import BackgroundTasks
import SchedulerCore

extension SimulatedScheduler {
  /// The conditions of the simulated machine: everything that a request can ask for except the time, which
  /// follows from the simulation's clock and its ``SimulatedScheduler/timeZone``. The default is a machine at
  /// its best: on the mains, on an unmetered network, and idle.
  public struct Conditions: Hashable, Sendable {
    /// The source of the machine's power.
    public enum Power: String, CaseIterable, Sendable {
      /// Power comes from outside.
      case external
      /// Power comes from a battery.
      case battery
      /// No source reports the power, which holds nothing back.
      case unknown
    }

    /// Whether there is a network, and whether it is metered.
    public enum Network: String, CaseIterable, Sendable {
      /// There is no network.
      case none
      /// The network is metered.
      case metered
      /// The network is not metered.
      case unmetered
      /// No source reports the network, which holds nothing back.
      case unknown
    }

    /// The same conditions as the scheduler has them.
    var core: SchedulerCore.Conditions

    /// The checks that fail: ``BackgroundTasks/BGTaskCondition/exists(_:)``,
    /// ``BackgroundTasks/BGTaskCondition/reachable(_:port:)`` and their like. All other checks pass. An
    /// answer counts for a minute, and is asked for again when a task waits for it.
    public var failingChecks: Set<BGTaskCondition> = []

    /// Creates the conditions of a machine at its best.
    public init() {
      core = SchedulerCore.Conditions()
      for field in ConditionField.allCases {
        switch field.place {
        case .flag: core.apply(.flag(field, false))
        case .names: core.apply(.names(field, []))
        case .percent: core.apply(ConditionChange(field, .percent(100)))
        case .powerSource, .network: break
        }
      }
      (core.powerSource, core.network) = (.external, .unmetered)
      (core.idle, core.vpn) = (true, true)
    }

    /// A machine at its best: every requirement is met.
    public static let allRequirementsMet = Conditions()

    /// The source of the machine's power (R32).
    public var power: Power {
      get { Power(core.powerSource) }
      set { core.powerSource = newValue.core }
    }

    /// The charge of the battery, 0 to 100; `nil` without a battery. A value outside counts as the nearer
    /// end.
    public var batteryPercent: Int? {
      get { core.batteryPercent }
      set { core.batteryPercent = newValue.map { min(max($0, 0), 100) } }
    }

    /// Whether there is a network, and whether it is metered (R32).
    public var network: Network {
      get { Network(core.network) }
      set { core.network = newValue.core }
    }

    var changes: [ConditionChange] { ConditionField.allCases.map { ConditionChange($0, core[$0]) } }

    /// Returns the answer to a check.
    func finding(of check: ConditionCheck) -> CheckFinding {
      let fails = failingChecks.contains { $0.description == check.text }
      return CheckFinding(holds: !fails, words: fails ? "no" : "yes")
    }

    /// Meets the requirement that a reason to wait is about; other reasons change nothing.
    mutating func meet(_ code: ReasonCode) { if let change = code.satisfied { core.apply(change) } }
  }
}
