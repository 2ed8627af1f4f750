extension Wire {
  /// What the scheduler believes about the machine now.
  public struct Conditions: Codable, Hashable, Sendable {
    /// Where power comes from.
    public var powerSource: PowerSource
    /// How full the batteries are, 0 to 100.
    public var batteryPercent: Int?
    /// A power-saver profile is on.
    public var lowPowerMode: Bool
    /// Whether there is a network.
    public var network: NetworkAccess
    /// Nobody is using the machine.
    public var idle: Bool
    /// The machine is too hot.
    public var thermalPressure: Bool
    /// Tasks stall for want of a processor.
    public var cpuPressure: Bool
    /// Tasks stall for want of memory.
    public var memoryPressure: Bool
    /// Tasks stall for want of a disk.
    public var ioPressure: Bool
    /// The disk is nearly full.
    public var storageLow: Bool
    /// The fields that a simulation sets.
    public var simulated: [String]
    /// The reason codes of the requirements that do not hold now, when changes have settled.
    public var unmet: [String]?
    /// The fields that no source reports.
    public var unknown: [String]?

    /// Conditions.
    public init(
      powerSource: PowerSource, batteryPercent: Int? = nil, lowPowerMode: Bool, network: NetworkAccess,
      idle: Bool, thermalPressure: Bool, cpuPressure: Bool, memoryPressure: Bool, ioPressure: Bool,
      storageLow: Bool, simulated: [String], unmet: [String]? = nil, unknown: [String]? = nil
    ) {
      self.powerSource = powerSource
      self.batteryPercent = batteryPercent
      self.lowPowerMode = lowPowerMode
      self.network = network
      self.idle = idle
      self.thermalPressure = thermalPressure
      self.cpuPressure = cpuPressure
      self.memoryPressure = memoryPressure
      self.ioPressure = ioPressure
      self.storageLow = storageLow
      self.simulated = simulated
      self.unmet = unmet
      self.unknown = unknown
    }
  }
}
