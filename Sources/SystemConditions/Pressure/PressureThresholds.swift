package import SchedulerCore

/// The thresholds of pressure, and its shortest duration.
package struct PressureThresholds: Hashable, Sendable {
  package var cpu = PressureThreshold.cpu
  package var memory = PressureThreshold.memory
  package var io = PressureThreshold.io
  /// The shortest duration of pressure, and the time between two looks for further events of the kernel.
  /// While pressure lasts the kernel sends one a window, so a hold of less than two windows may flap.
  /// Pressure is over one to two holds after its last event.
  package var hold = TimeSpan.seconds(10)

  package init() {}

  subscript(resource: PressureResource) -> PressureThreshold {
    switch resource {
    case .cpu: cpu
    case .memory: memory
    case .io: io
    }
  }
}
