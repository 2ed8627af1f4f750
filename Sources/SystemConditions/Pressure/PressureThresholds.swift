public import SchedulerCore

/// What counts as pressure, and for how long.
public struct PressureThresholds: Hashable, Sendable {
  /// For processors.
  public var cpu = PressureThreshold.cpu
  /// For memory.
  public var memory = PressureThreshold.memory
  /// For disks.
  public var io = PressureThreshold.io
  /// How long pressure holds at least, and how often it is then looked whether the kernel told of it again.
  /// It tells once a window while it lasts, so less than two windows would flap. Pressure is over one to two
  /// holds after its last event.
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
