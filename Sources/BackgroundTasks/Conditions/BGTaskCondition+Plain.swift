import SchedulerCore

// MARK: Conditions that are said by their names alone

extension BGTaskCondition {
  /// Power comes from outside.
  public static var externalPower: BGTaskCondition { BGTaskCondition(.plain(.externalPower)) }

  /// No battery is being charged.
  public static var notCharging: BGTaskCondition { BGTaskCondition(.plain(.notCharging)) }

  /// The machine has a network that reaches somewhere.
  public static var network: BGTaskCondition { BGTaskCondition(.plain(.network)) }

  /// The machine has a network that is not metered.
  public static var unmetered: BGTaskCondition { BGTaskCondition(.plain(.unmetered)) }

  /// The network leads through a private one (VPN).
  public static var vpn: BGTaskCondition { BGTaskCondition(.plain(.vpn)) }

  /// The machine is idle: no person uses it.
  public static var idle: BGTaskCondition { BGTaskCondition(.plain(.idle)) }

  /// The screens of all who are logged in are locked.
  public static var locked: BGTaskCondition { BGTaskCondition(.plain(.locked)) }

  /// The lid is closed, and no other screen shows anything.
  public static var lidClosed: BGTaskCondition { BGTaskCondition(.plain(.lidClosed)) }

  /// A power-saver profile is on.
  public static var lowPower: BGTaskCondition { BGTaskCondition(.plain(.lowPower)) }

  /// The machine is too hot for work that can wait.
  public static var hot: BGTaskCondition { BGTaskCondition(.plain(.hot)) }

  /// Processes stall for want of a processor.
  public static var cpuPressure: BGTaskCondition { BGTaskCondition(.plain(.cpuPressure)) }

  /// Processes stall for want of memory.
  public static var memoryPressure: BGTaskCondition { BGTaskCondition(.plain(.memoryPressure)) }

  /// Processes stall for want of a disk.
  public static var ioPressure: BGTaskCondition { BGTaskCondition(.plain(.ioPressure)) }

  /// The disk of bgtaskd's state is nearly full.
  public static var storageLow: BGTaskCondition { BGTaskCondition(.plain(.storageLow)) }
}

// MARK: The same, having held for a while

extension BGTaskCondition {
  /// Power has come from outside for `duration`.
  public static func externalPower(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.externalPower), for: duration)
  }

  /// No battery has been charged for `duration`.
  public static func notCharging(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.notCharging), for: duration)
  }

  /// The machine has had a network for `duration`.
  public static func network(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.network), for: duration)
  }

  /// The machine has had a network that is not metered for `duration`.
  public static func unmetered(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.unmetered), for: duration)
  }

  /// The network has led through a private one (VPN) for `duration`.
  public static func vpn(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.vpn), for: duration)
  }

  /// The machine has been idle for `duration`.
  public static func idle(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.idle), for: duration)
  }

  /// The screens of all who are logged in have been locked for `duration`.
  public static func locked(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.locked), for: duration)
  }

  /// The lid has been closed for `duration`.
  public static func lidClosed(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.lidClosed), for: duration)
  }

  /// A power-saver profile has been on for `duration`.
  public static func lowPower(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.lowPower), for: duration)
  }

  /// The machine has been too hot for `duration`.
  public static func hot(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.hot), for: duration)
  }

  /// Processes have stalled for want of a processor for `duration`.
  public static func cpuPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.cpuPressure), for: duration)
  }

  /// Processes have stalled for want of memory for `duration`.
  public static func memoryPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.memoryPressure), for: duration)
  }

  /// Processes have stalled for want of a disk for `duration`.
  public static func ioPressure(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.ioPressure), for: duration)
  }

  /// The disk of bgtaskd's state has been nearly full for `duration`.
  public static func storageLow(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.plain(.storageLow), for: duration)
  }
}
