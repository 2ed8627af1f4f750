/// What must be true of the machine: asked for by a request, or demanded by a policy for a kind of work.
/// Tasks that wait for the machine are grouped by this set, so a change of conditions touches whole groups.
public struct Requirements: OptionSet, Hashable, Sendable {
  /// One bit a requirement, in the order in which they are explained.
  public let rawValue: UInt16

  /// The set with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A network that reaches somewhere (`requiresNetworkConnectivity`).
  public static let network = Requirements(rawValue: 1 << 0)
  /// A network that is not paid for by volume (`requiresUnmeteredNetwork`).
  public static let unmeteredNetwork = Requirements(rawValue: 1 << 1)
  /// Power from outside (`requiresExternalPower`).
  public static let externalPower = Requirements(rawValue: 1 << 2)
  /// Nobody is using the machine (`requiresIdle`).
  public static let idle = Requirements(rawValue: 1 << 3)
  /// The battery is above the low mark, or power comes from outside (`requiresBatteryNotLow`).
  public static let batteryNotLow = Requirements(rawValue: 1 << 4)
  /// There is room on the disk (`requiresStorageNotLow`).
  public static let storageNotLow = Requirements(rawValue: 1 << 5)
  /// No power-saver profile is on (R35); demanded for discretionary work.
  public static let noLowPowerMode = Requirements(rawValue: 1 << 6)
  /// The machine is not too hot; demanded for discretionary work.
  public static let noThermalPressure = Requirements(rawValue: 1 << 7)
  /// Memory is not short; demanded for discretionary work.
  public static let noMemoryPressure = Requirements(rawValue: 1 << 8)
  /// Processors are not overcommitted; demanded for work that wants a quiet machine.
  public static let noCPUPressure = Requirements(rawValue: 1 << 9)
  /// Disks are not overcommitted; demanded for work that wants a quiet machine.
  public static let noIOPressure = Requirements(rawValue: 1 << 10)

  /// Every single requirement, in the order in which they are explained.
  public static let each: [Requirements] = (0..<11).map { Requirements(rawValue: 1 << $0) }
}
