import SchedulerCore

extension ConditionField {
  /// What people call it. Programs, and simulate, have the protocol's name.
  var words: String {
    switch self {
    case .powerSource: "power"
    case .batteryPercent: "battery"
    case .lowPowerMode: "power saver"
    case .network: "network"
    case .idle: "idle"
    case .thermalPressure: "hot"
    case .cpuPressure: "processors busy"
    case .memoryPressure: "memory short"
    case .ioPressure: "disks busy"
    case .storageLow: "disk nearly full"
    case .vpn: "private network"
    case .charging: "charging"
    case .locked: "screen locked"
    case .networkNames: "network names"
    case .users: "users"
    case .lidClosed: "lid closed"
    case .activeUsers: "users in front"
    }
  }

  /// What a condition of this name is called; the name itself for one that a later daemon has.
  static func words(_ name: String) -> String { ConditionField(rawValue: name)?.words ?? name.splitWords }
}

extension String {
  /// A name of the protocol as words: `externalPower` is external power.
  var splitWords: String {
    reduce(into: "") { words, character in
      if character.isUppercase, !words.isEmpty { words.append(" ") }
      words += character.lowercased()
    }
  }
}
