// Made of the table of conditions by `make generate`. Changes belong there.
// swift-format-ignore-file
import SchedulerCore

extension SimulatedScheduler.Conditions {
  /// A power-saver profile is on; `nil` is unknown.
  public var isLowPowerModeEnabled: Bool? {
    get { core.lowPowerMode }
    set { core.lowPowerMode = newValue }
  }

  /// Nobody uses the machine; `nil` is unknown.
  public var isIdle: Bool? {
    get { core.idle }
    set { core.idle = newValue }
  }

  /// The machine is too hot for work that can wait; `nil` is unknown.
  public var isHot: Bool? {
    get { core.thermalPressure }
    set { core.thermalPressure = newValue }
  }

  /// Tasks stall for want of a processor; `nil` is unknown.
  public var areProcessorsBusy: Bool? {
    get { core.cpuPressure }
    set { core.cpuPressure = newValue }
  }

  /// Tasks stall for want of memory; `nil` is unknown.
  public var isMemoryShort: Bool? {
    get { core.memoryPressure }
    set { core.memoryPressure = newValue }
  }

  /// Tasks stall for want of a disk; `nil` is unknown.
  public var areDisksBusy: Bool? {
    get { core.ioPressure }
    set { core.ioPressure = newValue }
  }

  /// The disk of the state directory is nearly full; `nil` is unknown.
  public var isStorageLow: Bool? {
    get { core.storageLow }
    set { core.storageLow = newValue }
  }

  /// The network leads through a private one (VPN); `nil` is unknown.
  public var isOnVPN: Bool? {
    get { core.vpn }
    set { core.vpn = newValue }
  }

  /// The batteries are being charged; `nil` is unknown.
  public var isCharging: Bool? {
    get { core.charging }
    set { core.charging = newValue }
  }

  /// The screens of all users who are logged in are locked; `nil` is unknown.
  public var isLocked: Bool? {
    get { core.locked }
    set { core.locked = newValue }
  }

  /// The names of the networks in use: of connections, and of wireless networks; `nil` is unknown.
  public var networkNames: Set<String>? {
    get { core.networkNames }
    set { core.networkNames = newValue }
  }

  /// The users who are logged in; `nil` is unknown.
  public var users: Set<String>? {
    get { core.users }
    set { core.users = newValue }
  }

  /// The lid is closed, and no other screen shows anything; `nil` is unknown.
  public var isLidClosed: Bool? {
    get { core.lidClosed }
    set { core.lidClosed = newValue }
  }

  /// The users in front: on the screen, or at another machine; `nil` is unknown.
  public var activeUsers: Set<String>? {
    get { core.activeUsers }
    set { core.activeUsers = newValue }
  }

  /// The Bluetooth devices that are connected: their names, and their addresses; `nil` is unknown.
  public var bluetoothDevices: Set<String>? {
    get { core.bluetoothDevices }
    set { core.bluetoothDevices = newValue }
  }
}
