import SchedulerCore

// MARK: Conditions that are said by their names alone

extension BGTaskCondition {
  /// Power comes from outside.
  public static var externalPower: BGTaskCondition { BGTaskCondition(.plain(.externalPower)) }

  /// No battery is being charged.
  public static var notCharging: BGTaskCondition { BGTaskCondition(.plain(.notCharging)) }

  /// There is a network that leads somewhere.
  public static var network: BGTaskCondition { BGTaskCondition(.plain(.network)) }

  /// There is a network that is not paid for by volume.
  public static var unmetered: BGTaskCondition { BGTaskCondition(.plain(.unmetered)) }

  /// The network leads through a private one.
  public static var vpn: BGTaskCondition { BGTaskCondition(.plain(.vpn)) }

  /// Nobody uses the machine.
  public static var idle: BGTaskCondition { BGTaskCondition(.plain(.idle)) }

  /// The screens of all who are logged in are locked.
  public static var locked: BGTaskCondition { BGTaskCondition(.plain(.locked)) }

  /// The lid is closed, and no other screen shows anything.
  public static var lidClosed: BGTaskCondition { BGTaskCondition(.plain(.lidClosed)) }

  /// A power-saver profile is on.
  public static var lowPower: BGTaskCondition { BGTaskCondition(.plain(.lowPower)) }

  /// The machine is too hot for work that can wait.
  public static var hot: BGTaskCondition { BGTaskCondition(.plain(.hot)) }

  /// Tasks stall for want of a processor.
  public static var cpuPressure: BGTaskCondition { BGTaskCondition(.plain(.cpuPressure)) }

  /// Tasks stall for want of memory.
  public static var memoryPressure: BGTaskCondition { BGTaskCondition(.plain(.memoryPressure)) }

  /// Tasks stall for want of a disk.
  public static var ioPressure: BGTaskCondition { BGTaskCondition(.plain(.ioPressure)) }

  /// The disk of bgtaskd's state is nearly full.
  public static var storageLow: BGTaskCondition { BGTaskCondition(.plain(.storageLow)) }
}

// MARK: The same, having held for a while

extension BGTaskCondition {
  /// Power has come from outside for so long.
  public static func externalPower(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.externalPower), for: duration)
  }

  /// No battery has been charged for so long.
  public static func notCharging(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.notCharging), for: duration)
  }

  /// There has been a network for so long.
  public static func network(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.network), for: duration)
  }

  /// There has been a network that is not paid for by volume for so long.
  public static func unmetered(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.unmetered), for: duration)
  }

  /// The network has led through a private one for so long.
  public static func vpn(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.vpn), for: duration)
  }

  /// Nobody has used the machine for so long.
  public static func idle(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.idle), for: duration)
  }

  /// The screens of all who are logged in have been locked for so long.
  public static func locked(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.locked), for: duration)
  }

  /// The lid has been closed for so long.
  public static func lidClosed(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.lidClosed), for: duration)
  }

  /// A power-saver profile has been on for so long.
  public static func lowPower(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.lowPower), for: duration)
  }

  /// The machine has been too hot for so long.
  public static func hot(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.hot), for: duration)
  }

  /// Tasks have stalled for want of a processor for so long.
  public static func cpuPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.cpuPressure), for: duration)
  }

  /// Tasks have stalled for want of memory for so long.
  public static func memoryPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.memoryPressure), for: duration)
  }

  /// Tasks have stalled for want of a disk for so long.
  public static func ioPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.ioPressure), for: duration)
  }

  /// The disk of bgtaskd's state has been nearly full for so long.
  public static func storageLow(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.storageLow), for: duration)
  }
}
