package import SchedulerCore

/// What counts as pressure, and for how long.
package struct PressureThresholds: Hashable, Sendable {
  /// For processors.
  package var cpu = PressureThreshold.cpu
  /// For memory.
  package var memory = PressureThreshold.memory
  /// For disks.
  package var io = PressureThreshold.io
  /// How long pressure holds at least, and how often it is then looked whether the kernel told of it again.
  /// It tells once a window while it lasts, so less than two windows would flap. Pressure is over one to two
  /// holds after its last event.
  package var hold = TimeSpan.seconds(10)

  /// The defaults.
  package init() {}

  subscript(resource: PressureResource) -> PressureThreshold {
    switch resource {
    case .cpu: cpu
    case .memory: memory
    case .io: io
    }
  }
}
