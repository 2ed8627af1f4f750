// The machine's conditions and requirements. Each has the places below and no others in the core: a condition
// is a field of `Conditions`, its name and its type; a requirement is a bit, a reason and a policy. The
// callers' form of a condition is in `Wire.Conditions+Core.swift`, and how a requirement is asked for in the
// table of a request's fields.

/// The current conditions of the machine. A field that no source reports is unknown; ``UnknownPolicy`` says
/// what that does to tasks.
package struct Conditions: Hashable, Sendable {
  /// The source of the machine's power.
  package var powerSource: PowerSource = .unknown
  /// The charge of the batteries, 0 to 100; `nil` when there is none or it is unknown.
  package var batteryPercent: Int?
  /// Whether a power-saver profile is on.
  package var lowPowerMode: Bool?
  /// Whether there is a network, and whether it is metered.
  package var network: NetworkAccess = .unknown
  /// Whether nobody uses the machine.
  package var idle: Bool?
  /// Whether the machine is too hot for work that can wait.
  package var thermalPressure: Bool?
  /// Whether tasks of the machine stall for want of a processor.
  package var cpuPressure: Bool?
  /// Whether tasks of the machine stall for want of memory.
  package var memoryPressure: Bool?
  /// Whether tasks of the machine stall for want of a disk.
  package var ioPressure: Bool?
  /// Whether the disk is nearly full.
  package var storageLow: Bool?
  /// Whether the network leads through a private one.
  package var vpn: Bool?
  /// Whether the batteries are being charged.
  package var charging: Bool?
  /// Whether the screens of all users who are logged in are locked.
  package var locked: Bool?
  /// The names of the networks in use: of connections, and of wireless networks.
  package var networkNames: Set<String>?
  /// The users who are logged in.
  package var users: Set<String>?
  /// Whether the lid is closed and no other screen shows anything.
  package var lidClosed: Bool?
  /// The users in front: at the screen, or at another machine.
  package var activeUsers: Set<String>?

  /// Creates conditions that are all unknown.
  package init() {}
}

/// A field of ``Conditions`` by its name in the protocol, in the protocol's order.
package enum ConditionField: String, CaseIterable, Sendable {
  case powerSource
  case batteryPercent
  case lowPowerMode
  case network
  case idle
  case thermalPressure
  case cpuPressure
  case memoryPressure
  case ioPressure
  case storageLow
  case vpn
  case charging
  case locked
  case networkNames
  case users
  case lidClosed
  case activeUsers

  /// The field's key path, by the type of its value.
  package var place: ConditionPlace {
    switch self {
    case .powerSource: .powerSource(\.powerSource)
    case .batteryPercent: .percent(\.batteryPercent)
    case .lowPowerMode: .flag(\.lowPowerMode)
    case .network: .network(\.network)
    case .idle: .flag(\.idle)
    case .thermalPressure: .flag(\.thermalPressure)
    case .cpuPressure: .flag(\.cpuPressure)
    case .memoryPressure: .flag(\.memoryPressure)
    case .ioPressure: .flag(\.ioPressure)
    case .storageLow: .flag(\.storageLow)
    case .vpn: .flag(\.vpn)
    case .charging: .flag(\.charging)
    case .locked: .flag(\.locked)
    case .networkNames: .names(\.networkNames)
    case .users: .names(\.users)
    case .lidClosed: .flag(\.lidClosed)
    case .activeUsers: .names(\.activeUsers)
    }
  }
}

extension Requirements {
  // The bits are part of the state file's format: a bit that was assigned keeps its meaning for ever.

  /// A network that reaches somewhere (`requiresNetworkConnectivity`).
  package static let network = Requirements(rawValue: 1 << 0)
  /// A network that is not metered (`requiresUnmeteredNetwork`).
  package static let unmeteredNetwork = Requirements(rawValue: 1 << 1)
  /// Power from outside (`requiresExternalPower`).
  package static let externalPower = Requirements(rawValue: 1 << 2)
  /// A machine that nobody uses (`requiresIdle`).
  package static let idle = Requirements(rawValue: 1 << 3)
  /// A battery above the low mark, or power from outside (`requiresBatteryNotLow`).
  package static let batteryNotLow = Requirements(rawValue: 1 << 4)
  /// Room on the disk (`requiresStorageNotLow`).
  package static let storageNotLow = Requirements(rawValue: 1 << 5)
  /// No power-saver profile (R35); required for discretionary work.
  package static let noLowPowerMode = Requirements(rawValue: 1 << 6)
  /// A machine that is not too hot; required for discretionary work.
  package static let noThermalPressure = Requirements(rawValue: 1 << 7)
  /// Memory that is not short; required for discretionary work.
  package static let noMemoryPressure = Requirements(rawValue: 1 << 8)
  /// Processors that are not overcommitted; required for work that wants a quiet machine.
  package static let noCPUPressure = Requirements(rawValue: 1 << 9)
  /// Disks that are not overcommitted; required for work that wants a quiet machine.
  package static let noIOPressure = Requirements(rawValue: 1 << 10)
  /// A network that leads through a private one (`requiresVPN`).
  package static let vpn = Requirements(rawValue: 1 << 11)
}

extension ReasonCode {
  package static let network = ReasonCode("network")
  package static let unmeteredNetwork = ReasonCode("unmeteredNetwork")
  package static let externalPower = ReasonCode("externalPower")
  package static let idle = ReasonCode("idle")
  package static let batteryNotLow = ReasonCode("batteryNotLow")
  package static let storageNotLow = ReasonCode("storageNotLow")
  package static let lowPowerMode = ReasonCode("lowPowerMode")
  package static let thermalPressure = ReasonCode("thermalPressure")
  package static let memoryPressure = ReasonCode("memoryPressure")
  package static let cpuPressure = ReasonCode("cpuPressure")
  package static let ioPressure = ReasonCode("ioPressure")
  package static let vpn = ReasonCode("vpn")
}

extension Policies {
  /// The policies that each require one condition of the machine, in the order in which they are explained.
  static let requirements: [RequirementPolicy] = [
    // R32.
    .init(
      .network, .network, "it needs a network", word: "network", satisfied: .network(.metered),
      required: { _ in "any" }, observed: { $0.network.rawValue }, isMet: { now, _ in now.network != .none }),
    .init(
      .unmeteredNetwork, .unmeteredNetwork, "it needs a network that is not metered", word: "unmetered",
      satisfied: .network(.unmetered), required: { _ in NetworkAccess.unmetered.rawValue },
      observed: { $0.network.rawValue },
      isMet: { now, _ in now.network == .unmetered || now.network == .unknown }),
    // R32.
    .init(
      .externalPower, .externalPower, "it needs external power", word: "external-power",
      satisfied: .powerSource(.external),
      required: { _ in PowerSource.external.rawValue }, observed: { $0.powerSource.rawValue },
      isMet: { now, _ in now.powerSource != .battery }),
    // R31.
    .flag(
      .idle, .idle, "somebody is using the machine", word: .idle, field: .idle, wanted: true,
      words: ("idle", "in use")),
    // Requests require it, and so does R35 for work that can wait.
    .init(
      .batteryNotLow, .batteryNotLow, "the battery is low", word: "battery", satisfied: .batteryPercent(100),
      required: { "more than \($0.lowBatteryPercent)%, or external power" },
      observed: {
        "\($0.batteryPercent.map { "\($0)%" } ?? "unknown"), \($0.powerSource.rawValue) power"
      },
      isMet: { now, configuration in
        guard now.powerSource == .battery, let percent = now.batteryPercent else { return true }
        return percent > configuration.lowBatteryPercent
      },
      isKnown: { $0.powerSource == .external || $0.batteryPercent != nil }),
    // The kernel does not report when a disk has room again.
    .flag(
      .storageNotLow, .storageNotLow, "storage is nearly full", word: .storageLow, field: .storageLow,
      wanted: false,
      words: ("low", "not low"), isLookedAt: true),
    // R35: a power-saver profile keeps work that can wait from running.
    .flag(
      .noLowPowerMode, .lowPowerMode, "low power mode is on", word: .lowPower, field: .lowPowerMode,
      wanted: false),
    // Work that can wait does not heat a hot machine. The kernel seldom reports that it has cooled down.
    .flag(
      .noThermalPressure, .thermalPressure, "the machine is hot", word: .hot, field: .thermalPressure,
      wanted: false,
      isLookedAt: true),
    // Work that can wait does not make short memory shorter.
    .flag(
      .noMemoryPressure, .memoryPressure, "memory is short", word: .memoryPressure, field: .memoryPressure,
      wanted: false),
    // Work that wants a quiet machine waits while processors or disks are overcommitted.
    .flag(
      .noCPUPressure, .cpuPressure, "the processors are busy", word: .cpuPressure, field: .cpuPressure,
      wanted: false),
    .flag(
      .noIOPressure, .ioPressure, "the disks are busy", word: .ioPressure, field: .ioPressure, wanted: false),
    // A service behind a tunnel is not asked before the tunnel is there.
    .flag(.vpn, .vpn, "it needs a private network (VPN)", word: .vpn, field: .vpn, wanted: true),
  ]
}
