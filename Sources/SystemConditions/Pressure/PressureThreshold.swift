package import SchedulerCore

/// The part of a time window that has to be lost to waiting before a resource counts as under pressure: a PSI
/// trigger, see the kernel's Documentation/accounting/psi.rst.
package struct PressureThreshold: Hashable, Sendable {
  /// The time in which at least one task of the machine waited for the resource (PSI's `some`), within the
  /// window.
  package var stall: TimeSpan
  /// The window, 500 ms to 10 s. Without CAP_SYS_RESOURCE the kernel accepts multiples of 2 s only.
  package var window: TimeSpan

  /// A threshold of a PSI trigger.
  /// - Parameters:
  ///   - stall: More than 0, at most the window.
  ///   - window: 500 ms to 10 s.
  package init(stall: TimeSpan, window: TimeSpan) {
    self.stall = stall
    self.window = window
  }

  /// 9.5 s of 10 s with a task waiting for a processor. Building a program or starting a few does not last so
  /// long; a machine that is overcommitted for ten seconds is likely to stay so.
  package static let cpu = PressureThreshold(stall: .milliseconds(9500), window: .seconds(10))
  /// 300 ms of 2 s. Waiting for memory is thrashing, and a person at the machine feels 15 % of it; a machine
  /// with memory to spare shows 0.
  package static let memory = PressureThreshold(stall: .milliseconds(300), window: .seconds(2))
  /// 8 s of 10 s. Tasks wait for disks in ordinary work as well, whenever a program starts or a file is
  /// saved; a wait that long means a disk under load.
  package static let io = PressureThreshold(stall: .seconds(8), window: .seconds(10))

  private static let unprivilegedStep: Int64 = 2_000_000
  private static let longestWindow: Int64 = 10_000_000

  /// The same share of a window that needs no privilege: the next multiple of 2 s, 10 s at most.
  package var unprivileged: PressureThreshold {
    let window = min(max(window.uSec, 1), Self.longestWindow)
    let wide = (window + Self.unprivilegedStep - 1) / Self.unprivilegedStep * Self.unprivilegedStep
    return PressureThreshold(
      stall: TimeSpan(uSec: Int64(share * Double(wide))), window: TimeSpan(uSec: wide))
  }

  /// The stall's share of the window, 0 to 1.
  package var share: Double { min(max(Double(stall.uSec) / Double(max(window.uSec, 1)), 0), 1) }

  /// The text that is written to the file. The kernel takes the last byte for the end and overwrites it.
  package var trigger: [UInt8] { Array("some \(stall.uSec) \(window.uSec)\0".utf8) }
}

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

/// A resource that tasks of the machine may have to wait for.
enum PressureResource: String, CaseIterable {
  case cpu
  case memory
  case io

  func change(_ isUnderPressure: Bool?) -> ConditionChange {
    switch self {
    case .cpu: .flag(.cpuPressure, isUnderPressure)
    case .memory: .flag(.memoryPressure, isUnderPressure)
    case .io: .flag(.ioPressure, isUnderPressure)
    }
  }
}
