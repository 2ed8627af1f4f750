public import SchedulerCore

/// What counts as pressure, and for how long.
public struct PressureThresholds: Hashable, Sendable {
  /// For processors.
  public var cpu = PressureThreshold.cpu
  /// For memory.
  public var memory = PressureThreshold.memory
  /// For disks.
  public var io = PressureThreshold.io
  /// How long pressure holds after the kernel last told of it. The kernel tells once a window while it lasts, so less
  /// than two windows would flap.
  public var hold = TimeSpan.seconds(10)

  /// The defaults.
  public init() {}

  subscript(resource: PressureResource) -> PressureThreshold {
    switch resource {
    case .cpu: cpu
    case .memory: memory
    case .io: io
    }
  }
}
