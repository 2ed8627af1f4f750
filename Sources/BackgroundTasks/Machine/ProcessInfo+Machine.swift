public import Foundation

/// What Foundation knows of the machine on Apple's systems, and not on Linux: here it is what the
/// scheduler of ``BGTaskScheduler/shared`` believes.
///
/// The first look connects to bgtaskd and waits for its answer, a second at most. From then on changes are
/// posted, and looking costs nothing. While bgtaskd is away, the machine counts as unconstrained, as where
/// nobody reports the condition.
extension ProcessInfo {
  /// Whether people have asked the machine to save power: a power-saver profile is on.
  public var isLowPowerModeEnabled: Bool {
    BGTaskScheduler.shared.session.machine.look().isLowPowerModeEnabled
  }

  /// How hot the machine is: ``ThermalState-swift.enum/serious`` from where bgtaskd puts work off, else
  /// ``ThermalState-swift.enum/nominal``.
  public var thermalState: ThermalState { BGTaskScheduler.shared.session.machine.look().thermalState }

  /// Posted when ``thermalState`` has changed, to who has looked at it before. The object is the process
  /// information.
  public static let thermalStateDidChangeNotification = Notification.Name(
    "NSProcessInfoThermalStateDidChangeNotification")

  /// How hot a machine is.
  public enum ThermalState: Int, Sendable {
    /// Within what is usual.
    case nominal = 0
    /// Slightly more; bgtaskd never says so.
    case fair = 1
    /// So hot that work that can wait should.
    case serious = 2
    /// So hot that the machine needs to cool; bgtaskd never says so.
    case critical = 3
  }
}

extension Notification.Name {
  /// Posted when `ProcessInfo.isLowPowerModeEnabled` has changed, to who has looked at it before. The
  /// object is the process information.
  public static let NSProcessInfoPowerStateDidChange = Notification.Name(
    "NSProcessInfoPowerStateDidChangeNotification")
}
