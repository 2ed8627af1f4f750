/// What the machine is like now. A field that no source reports is unknown, and unknown never blocks work.
public struct Conditions: Hashable, Sendable {
  /// Where power comes from.
  public var powerSource: PowerSource = .unknown
  /// How full the batteries are, 0 to 100; nil when there is none or nobody knows.
  public var batteryPercent: Int?
  /// A power-saver profile is on.
  public var lowPowerMode: Bool?
  /// Whether there is a network.
  public var network: NetworkAccess = .unknown
  /// Nobody is using the machine.
  public var idle: Bool?
  /// The machine is too hot for work that can wait.
  public var thermalPressure: Bool?
  /// Tasks of the machine stall for want of a processor.
  public var cpuPressure: Bool?
  /// Tasks of the machine stall for want of memory.
  public var memoryPressure: Bool?
  /// Tasks of the machine stall for want of a disk.
  public var ioPressure: Bool?
  /// The disk is nearly full.
  public var storageLow: Bool?

  /// Conditions of which nothing is known.
  public init() {}

  /// Takes over one field.
  public mutating func apply(_ change: ConditionChange) {
    switch change {
    case .powerSource(let value): powerSource = value
    case .batteryPercent(let value): batteryPercent = value
    case .lowPowerMode(let value): lowPowerMode = value
    case .network(let value): network = value
    case .idle(let value): idle = value
    case .thermalPressure(let value): thermalPressure = value
    case .cpuPressure(let value): cpuPressure = value
    case .memoryPressure(let value): memoryPressure = value
    case .ioPressure(let value): ioPressure = value
    case .storageLow(let value): storageLow = value
    }
  }
}
