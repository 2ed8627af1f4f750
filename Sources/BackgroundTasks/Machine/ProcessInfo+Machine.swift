public import Foundation

/// The machine's properties that Foundation has on Apple's systems, and not on Linux: here they come from the
/// conditions that the scheduler of ``BGTaskScheduler/shared`` knows.
///
/// The first look connects to bgtaskd and waits for its answer, a second at most. From then on changes are
/// posted, and looking costs nothing. While bgtaskd is away, the machine counts as unconstrained, as where no
/// source reports the condition.
extension ProcessInfo {
  /// Whether people have asked the machine to save power: a power-saver profile is on.
  public var isLowPowerModeEnabled: Bool {
    BGTaskScheduler.shared.session.machine.look().isLowPowerModeEnabled
  }

  /// The machine's heat: ``ThermalState-swift.enum/serious`` from where bgtaskd puts work off, else
  /// ``ThermalState-swift.enum/nominal``.
  public var thermalState: ThermalState { BGTaskScheduler.shared.session.machine.look().thermalState }

  /// Posted when ``thermalState`` has changed, to programs that have looked at it before. The object is the
  /// process information.
  public static let thermalStateDidChangeNotification = Notification.Name(
    "NSProcessInfoThermalStateDidChangeNotification")

  /// The heat of a machine.
  public enum ThermalState: Int, Sendable {
    /// The usual temperature.
    case nominal = 0
    /// Slightly warmer than usual; bgtaskd never reports it.
    case fair = 1
    /// Too hot for work that can wait.
    case serious = 2
    /// Hot enough that the machine needs to cool; bgtaskd never reports it.
    case critical = 3
  }
}

extension Notification.Name {
  /// Posted when `ProcessInfo.isLowPowerModeEnabled` has changed, to programs that have looked at it before.
  /// The object is the process information.
  public static let NSProcessInfoPowerStateDidChange = Notification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
