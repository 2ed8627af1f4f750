// The machine's conditions and requirements. Each has the places below and no others in the core: a condition
// is a field of `Conditions`, its name and its type; a requirement is a bit, a reason and a policy. The
// callers' form of a condition is in `Wire.Conditions+Fields.swift`, and how a requirement is asked for in
// the table of a request's fields.

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
  /// The Bluetooth devices that are connected: their names, and their addresses.
  package var bluetoothDevices: Set<String>?

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
  case bluetoothDevices

  /// The row of the field in the table.
  private var row: (place: ConditionPlace, words: String) {
    switch self {
    case .powerSource: (.powerSource(\.powerSource), "power")
    case .batteryPercent: (.percent(\.batteryPercent), "battery")
    case .lowPowerMode: (.flag(\.lowPowerMode), "power saver")
    case .network: (.network(\.network), "network")
    case .idle: (.flag(\.idle), "idle")
    case .thermalPressure: (.flag(\.thermalPressure), "hot")
    case .cpuPressure: (.flag(\.cpuPressure), "processors busy")
    case .memoryPressure: (.flag(\.memoryPressure), "memory short")
    case .ioPressure: (.flag(\.ioPressure), "disks busy")
    case .storageLow: (.flag(\.storageLow), "disk nearly full")
    case .vpn: (.flag(\.vpn), "private network")
    case .charging: (.flag(\.charging), "charging")
    case .locked: (.flag(\.locked), "screen locked")
    case .networkNames: (.names(\.networkNames), "network names")
    case .users: (.names(\.users), "users")
    case .lidClosed: (.flag(\.lidClosed), "lid closed")
    case .activeUsers: (.names(\.activeUsers), "users in front")
    case .bluetoothDevices: (.names(\.bluetoothDevices), "Bluetooth devices")
    }
  }

  /// The place of the field in ``Conditions``, and the type of its value.
  package var place: ConditionPlace { row.place }

  /// The fields that hold names.
  static let ofNames = allCases.filter { if case .names = $0.place { true } else { false } }

  /// The name of the field for people. Programs, and `bgtaskctl simulate`, use the protocol's name.
  package var words: String { row.words }
}

/// A condition that its name alone describes: an atom of `when` and `while`. Swift's names of conditions, the
/// kit's solver and the manual page follow from this table.
package enum PlainCondition: String, CaseIterable, Sendable {
  case externalPower = "external-power"
  case notCharging = "not-charging"
  case network
  case unmetered
  case vpn
  case idle
  case locked
  case lidClosed = "lid-closed"
  case lowPower = "low-power"
  case hot
  case cpuPressure = "cpu-pressure"
  case memoryPressure = "memory-pressure"
  case ioPressure = "io-pressure"
  case storageLow = "storage-low"

  /// A row of the table.
  package struct Row: Sendable {
    /// The field that reports the condition.
    package let field: ConditionField
    /// A sentence that says when the condition holds.
    package let description: String
    /// The same sentence in the perfect tense, without its end: "The lid has been closed".
    package let perfect: String
    /// Whether the condition holds while its flag is not set.
    package var isInverted = false
    /// Whether a run needs the condition of `when` as well, unless the request has a `while`.
    var isKept = false
  }

  /// The row of the condition.
  package var row: Row {
    switch self {
    case .externalPower:
      Row(
        field: .powerSource, description: "Power comes from outside.",
        perfect: "Power has come from outside", isKept: true)
    case .notCharging:
      Row(
        field: .charging, description: "No battery is being charged.",
        perfect: "No battery has been charged", isInverted: true)
    case .network:
      Row(
        field: .network, description: "There is a network that leads somewhere.",
        perfect: "There has been a network", isKept: true)
    case .unmetered:
      Row(
        field: .network, description: "There is a network that is not metered.",
        perfect: "There has been a network that is not metered", isKept: true)
    case .vpn:
      Row(
        field: .vpn, description: "The network leads through a private one.",
        perfect: "The network has led through a private one", isKept: true)
    case .idle:
      Row(
        field: .idle, description: "Nobody uses the machine.", perfect: "Nobody has used the machine",
        isKept: true)
    case .locked:
      Row(
        field: .locked, description: "The screens of all users who are logged in are locked.",
        perfect: "The screens of all users who are logged in have been locked")
    case .lidClosed:
      Row(
        field: .lidClosed,
        description:
          "The lid is closed, and no other screen is on. A machine without a lid counts as open.",
        perfect: "The lid has been closed")
    case .lowPower:
      Row(
        field: .lowPowerMode, description: "A power-saver profile is on.",
        perfect: "A power-saver profile has been on")
    case .hot:
      Row(
        field: .thermalPressure, description: "The machine is too hot for work that can wait.",
        perfect: "The machine has been too hot")
    case .cpuPressure:
      Row(
        field: .cpuPressure, description: "Tasks stall for want of a processor.",
        perfect: "Tasks have stalled for want of a processor")
    case .memoryPressure:
      Row(
        field: .memoryPressure, description: "Tasks stall for want of memory.",
        perfect: "Tasks have stalled for want of memory")
    case .ioPressure:
      Row(
        field: .ioPressure, description: "Tasks stall for want of a disk.",
        perfect: "Tasks have stalled for want of a disk")
    case .storageLow:
      Row(
        field: .storageLow, description: "The disk of the state directory is nearly full.",
        perfect: "The disk of the state directory has been nearly full")
    }
  }
}

/// A condition that asks for a name which a field of ``Conditions`` holds: an atom with a text in quotation
/// marks.
package enum NamedCondition: String, CaseIterable, Sendable {
  case network
  case bluetooth

  /// A row of the table.
  package struct Row: Sendable {
    /// The field that holds the names.
    package let field: ConditionField
    /// A sentence that says when the condition holds.
    package let description: String
    /// The observation when the field holds no name.
    let none: String
    /// Whether a run needs the condition of `when` as well, unless the request has a `while`.
    var isKept = false
  }

  /// The row of the condition.
  package var row: Row {
    switch self {
    case .network:
      Row(
        field: .networkNames,
        description: "A network of this name is in use: a connection of NetworkManager, or a wireless one.",
        none: "no name", isKept: true)
    case .bluetooth:
      Row(
        field: .bluetoothDevices,
        description: "A Bluetooth device of this name, or with this address, is connected.",
        none: "no device")
    }
  }

  /// Returns the names that the field holds; `nil` is unknown. Thousands of atoms ask this at a time, and a
  /// key path is slow.
  func names(_ now: Conditions) -> Set<String>? {
    switch self {
    case .network: now.networkNames
    case .bluetooth: now.bluetoothDevices
    }
  }
}

extension ConditionAtom {
  /// The first words of all atoms, each with what the atom is about.
  package static let words: [(word: String, description: String)] =
    PlainCondition.allCases.map { ($0.rawValue, $0.row.description) }
    + NamedCondition.allCases.filter { PlainCondition(rawValue: $0.rawValue) == nil }
    .map { ($0.rawValue, $0.row.description) } + [
      ("battery", "The charge of the batteries."), ("no-user", "The users who are logged in."),
      ("between", "The time of day."), ("on", "The day of the week."),
      ("storage", "The free space of a file system."), ("mounted", "A path is a mount point."),
      ("exists", "A path exists."), ("reachable", "A TCP port accepts connections."),
      ("load", "The number of processes that want to run."), ("check", "The exit status of a program."),
    ]
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
