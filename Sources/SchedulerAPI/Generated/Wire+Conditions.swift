// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// The conditions of the machine as the scheduler believes them now. A field that no source reports is
  /// unknown: powerSource and network say unknown, the bools say false, idle says true, and optional fields
  /// are absent.
  package struct Conditions: MessageStructure {
    /// The source of the machine's power.
    package var powerSource: Wire.PowerSource
    /// The charge of the batteries, 0 to 100. Absent: there is no battery, or no source reports it.
    package var batteryPercent: Int?
    /// A power-saver profile is on.
    package var lowPowerMode: Bool
    /// The kind of network: none, metered or unmetered.
    package var network: Wire.NetworkAccess
    /// Nobody uses the machine.
    package var idle: Bool
    /// The machine is too hot for work that can wait.
    package var thermalPressure: Bool
    /// Tasks stall for want of a processor.
    package var cpuPressure: Bool
    /// Tasks stall for want of memory.
    package var memoryPressure: Bool
    /// Tasks stall for want of a disk.
    package var ioPressure: Bool
    /// The disk of the state directory is nearly full.
    package var storageLow: Bool
    /// The names of the fields that a simulation sets.
    package var simulated: [String]
    /// The reason codes of the requirements that do not hold now. A change within its debounce counts against
    /// them.
    package var unmet: [String]?
    /// The names of the fields that no source reports, without batteryPercent.
    package var unknown: [String]?
    /// The network leads through a private one (VPN). Absent: no source reports it.
    package var vpn: Bool?
    /// The known value of each field, with its source.
    package var observations: [Wire.Observation]?
    /// The batteries are being charged. Absent: no source reports it.
    package var charging: Bool?
    /// The screens of all users who are logged in are locked. Absent: no source reports it.
    package var locked: Bool?
    /// The names of the networks in use: of connections, and of wireless networks. Absent: no source reports
    /// it.
    package var networkNames: [String]?
    /// The users who are logged in. Absent: no source reports it.
    package var users: [String]?
    /// The lid is closed, and no other screen shows anything. Absent: no source reports it.
    package var lidClosed: Bool?
    /// The users in front: on the screen, or at another machine. Absent: no source reports it.
    package var activeUsers: [String]?
    /// The Bluetooth devices that are connected: their names, and their addresses. Absent: no source reports
    /// it.
    package var bluetoothDevices: [String]?

    package init(
      powerSource: Wire.PowerSource, batteryPercent: Int? = nil, lowPowerMode: Bool,
      network: Wire.NetworkAccess, idle: Bool, thermalPressure: Bool, cpuPressure: Bool, memoryPressure: Bool,
      ioPressure: Bool, storageLow: Bool, simulated: [String], unmet: [String]? = nil,
      unknown: [String]? = nil, vpn: Bool? = nil, observations: [Wire.Observation]? = nil,
      charging: Bool? = nil, locked: Bool? = nil, networkNames: [String]? = nil, users: [String]? = nil,
      lidClosed: Bool? = nil, activeUsers: [String]? = nil, bluetoothDevices: [String]? = nil
    ) {
      (self.powerSource, self.batteryPercent, self.lowPowerMode) = (powerSource, batteryPercent, lowPowerMode)
      (self.network, self.idle, self.thermalPressure) = (network, idle, thermalPressure)
      (self.cpuPressure, self.memoryPressure, self.ioPressure) = (cpuPressure, memoryPressure, ioPressure)
      (self.storageLow, self.simulated, self.unmet, self.unknown) = (storageLow, simulated, unmet, unknown)
      (self.vpn, self.observations, self.charging, self.locked) = (vpn, observations, charging, locked)
      (self.networkNames, self.users, self.lidClosed) = (networkNames, users, lidClosed)
      (self.activeUsers, self.bluetoothDevices) = (activeUsers, bluetoothDevices)
    }

    private static let fields: [StaticString] = [
      "activeUsers", "batteryPercent", "bluetoothDevices", "charging", "cpuPressure", "idle", "ioPressure",
      "lidClosed", "locked", "lowPowerMode", "memoryPressure", "network", "networkNames", "observations",
      "powerSource", "simulated", "storageLow", "thermalPressure", "unknown", "unmet", "users", "vpn"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var powerSource: Wire.PowerSource?, lowPowerMode: Bool?, network: Wire.NetworkAccess?, idle: Bool?,
        thermalPressure: Bool?, cpuPressure: Bool?, memoryPressure: Bool?, ioPressure: Bool?,
        storageLow: Bool?, simulated: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0: if try !reader.null() { activeUsers = try reader.texts() }
          case 1: if try !reader.null() { batteryPercent = Int(try reader.integer()) }
          case 2: if try !reader.null() { bluetoothDevices = try reader.texts() }
          case 3: if try !reader.null() { charging = try reader.flag() }
          case 4: cpuPressure = try reader.flag()
          case 5: idle = try reader.flag()
          case 6: ioPressure = try reader.flag()
          case 7: if try !reader.null() { lidClosed = try reader.flag() }
          case 8: if try !reader.null() { locked = try reader.flag() }
          case 9: lowPowerMode = try reader.flag()
          case 10: memoryPressure = try reader.flag()
          case 11: network = try Wire.NetworkAccess(from: &reader)
          case 12: if try !reader.null() { networkNames = try reader.texts() }
          case 13: if try !reader.null() { observations = try reader.values() }
          case 14: powerSource = try Wire.PowerSource(from: &reader)
          case 15: simulated = try reader.texts()
          case 16: storageLow = try reader.flag()
          case 17: thermalPressure = try reader.flag()
          case 18: if try !reader.null() { unknown = try reader.texts() }
          case 19: if try !reader.null() { unmet = try reader.texts() }
          case 20: if try !reader.null() { users = try reader.texts() }
          default: if try !reader.null() { vpn = try reader.flag() }
        }
      }
      self.powerSource = try reader.required(powerSource, "powerSource", in: members)
      self.lowPowerMode = try reader.required(lowPowerMode, "lowPowerMode", in: members)
      self.network = try reader.required(network, "network", in: members)
      self.idle = try reader.required(idle, "idle", in: members)
      self.thermalPressure = try reader.required(thermalPressure, "thermalPressure", in: members)
      self.cpuPressure = try reader.required(cpuPressure, "cpuPressure", in: members)
      self.memoryPressure = try reader.required(memoryPressure, "memoryPressure", in: members)
      self.ioPressure = try reader.required(ioPressure, "ioPressure", in: members)
      self.storageLow = try reader.required(storageLow, "storageLow", in: members)
      self.simulated = try reader.required(simulated, "simulated", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("activeUsers", activeUsers)
      writer.member("batteryPercent", batteryPercent)
      writer.member("bluetoothDevices", bluetoothDevices)
      writer.member("charging", charging)
      writer.member("cpuPressure", cpuPressure)
      writer.member("idle", idle)
      writer.member("ioPressure", ioPressure)
      writer.member("lidClosed", lidClosed)
      writer.member("locked", locked)
      writer.member("lowPowerMode", lowPowerMode)
      writer.member("memoryPressure", memoryPressure)
      writer.member("network", network)
      writer.member("networkNames", networkNames)
      writer.member("observations", observations)
      writer.member("powerSource", powerSource)
      writer.member("simulated", simulated)
      writer.member("storageLow", storageLow)
      writer.member("thermalPressure", thermalPressure)
      writer.member("unknown", unknown)
      writer.member("unmet", unmet)
      writer.member("users", users)
      writer.member("vpn", vpn)
    }
  }
}
