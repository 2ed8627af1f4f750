// Made of the table of conditions by `make generate`. Changes belong there.
// swift-format-ignore-file
import SchedulerCore

extension BGTaskCondition {
  /// Power comes from outside.
  public static var externalPower: BGTaskCondition { BGTaskCondition(.plain(.externalPower)) }

  /// Power has come from outside for so long.
  public static func externalPower(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.externalPower), for: duration)
  }

  /// No battery is being charged.
  public static var notCharging: BGTaskCondition { BGTaskCondition(.plain(.notCharging)) }

  /// No battery has been charged for so long.
  public static func notCharging(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.notCharging), for: duration)
  }

  /// There is a network that leads somewhere.
  public static var network: BGTaskCondition { BGTaskCondition(.plain(.network)) }

  /// There has been a network for so long.
  public static func network(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.network), for: duration)
  }

  /// There is a network that is not metered.
  public static var unmetered: BGTaskCondition { BGTaskCondition(.plain(.unmetered)) }

  /// There has been a network that is not metered for so long.
  public static func unmetered(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.unmetered), for: duration)
  }

  /// The network leads through a private one.
  public static var vpn: BGTaskCondition { BGTaskCondition(.plain(.vpn)) }

  /// The network has led through a private one for so long.
  public static func vpn(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.vpn), for: duration)
  }

  /// Nobody uses the machine.
  public static var idle: BGTaskCondition { BGTaskCondition(.plain(.idle)) }

  /// Nobody has used the machine for so long.
  public static func idle(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.idle), for: duration)
  }

  /// The screens of all users who are logged in are locked.
  public static var locked: BGTaskCondition { BGTaskCondition(.plain(.locked)) }

  /// The screens of all users who are logged in have been locked for so long.
  public static func locked(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.locked), for: duration)
  }

  /// The lid is closed, and no other screen is on. A machine without a lid counts as open.
  public static var lidClosed: BGTaskCondition { BGTaskCondition(.plain(.lidClosed)) }

  /// The lid has been closed for so long.
  public static func lidClosed(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.lidClosed), for: duration)
  }

  /// A power-saver profile is on.
  public static var lowPower: BGTaskCondition { BGTaskCondition(.plain(.lowPower)) }

  /// A power-saver profile has been on for so long.
  public static func lowPower(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.lowPower), for: duration)
  }

  /// The machine is too hot for work that can wait.
  public static var hot: BGTaskCondition { BGTaskCondition(.plain(.hot)) }

  /// The machine has been too hot for so long.
  public static func hot(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.hot), for: duration)
  }

  /// Tasks stall for want of a processor.
  public static var cpuPressure: BGTaskCondition { BGTaskCondition(.plain(.cpuPressure)) }

  /// Tasks have stalled for want of a processor for so long.
  public static func cpuPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.cpuPressure), for: duration)
  }

  /// Tasks stall for want of memory.
  public static var memoryPressure: BGTaskCondition { BGTaskCondition(.plain(.memoryPressure)) }

  /// Tasks have stalled for want of memory for so long.
  public static func memoryPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.memoryPressure), for: duration)
  }

  /// Tasks stall for want of a disk.
  public static var ioPressure: BGTaskCondition { BGTaskCondition(.plain(.ioPressure)) }

  /// Tasks have stalled for want of a disk for so long.
  public static func ioPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.ioPressure), for: duration)
  }

  /// The disk of the state directory is nearly full.
  public static var storageLow: BGTaskCondition { BGTaskCondition(.plain(.storageLow)) }

  /// The disk of the state directory has been nearly full for so long.
  public static func storageLow(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.storageLow), for: duration)
  }
}
