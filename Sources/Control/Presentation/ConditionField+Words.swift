import SchedulerCore

extension ConditionField {
  /// The condition's name for people. Programs, and simulate, have the protocol's name.
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

  /// Returns a condition's name for people, or the protocol's name as words when only a later daemon has it.
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
