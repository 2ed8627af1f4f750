/// Where the real sources find the machine. The defaults are the running kernel's.
public struct SystemConditionRoots: Hashable, Sendable {
  /// Power supplies.
  public var powerSupply = "/sys/class/power_supply"
  /// Network links.
  public var networkDevices = "/sys/class/net"
  /// Pressure stall information.
  public var pressure = "/proc/pressure"
  /// Thermal zones.
  public var thermal = "/sys/class/thermal"

  /// The running kernel's.
  public init() {}
}
