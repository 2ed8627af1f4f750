/// One entry of `/sys/class/power_supply`, as far as it says where the machine's power comes from.
package struct PowerSupply: Hashable, Sendable {
  /// What it is.
  package var kind: PowerSupplyKind
  /// It powers something else than the machine: a mouse, a phone, a pen (`scope` is `Device`).
  package var isForDevice = false
  /// A battery is in its bay (`present`); true where nothing is said.
  package var isPresent = true
  /// Power comes from it (`online` is 1 or 2); nil when it does not say.
  package var isOnline: Bool?
  /// It is a USB-C port that gives power now instead of taking it (`power_role`).
  package var givesPower = false
  /// What a battery does.
  package var status = BatteryStatus.unknown
  /// `capacity` as it stands there, in per cent; may be out of range.
  package var capacity: Int64?
  /// `energy_now` and `energy_full`, in µWh.
  package var energy: FillLevel?
  /// `charge_now` and `charge_full`, in µAh.
  package var charge: FillLevel?

  /// A supply that says nothing but what it is.
  package init(_ kind: PowerSupplyKind) { self.kind = kind }

  /// Reads the files of one supply.
  init(reading files: AttributeDirectory) {
    kind = PowerSupplyKind(type: files.text("type"), usbType: files.text("usb_type"))
    isForDevice = files.text("scope") == "Device"
    isPresent = files.integer("present") != 0
    isOnline = files.integer("online").map { $0 > 0 }
    givesPower = kind == .adapter && Self.givesPower(files.directory("device").directory("typec"))
    guard kind != .adapter else { return }
    status = files.text("status").flatMap(BatteryStatus.init) ?? .unknown
    capacity = files.integer("capacity")
    energy = FillLevel(now: files.integer("energy_now"), full: files.integer("energy_full"))
    charge = FillLevel(now: files.integer("charge_now"), full: files.integer("charge_full"))
  }

  /// Whether the USB-C ports beside a supply give power and none takes it. The kernel does not say which port
  /// belongs to which supply of a controller, so one that takes power is believed for all of them.
  private static func givesPower(_ ports: AttributeDirectory) -> Bool {
    let names = (try? ports.names()) ?? []
    let roles = names.compactMap { ports.directory($0).text("power_role") }
    return roles.contains { $0.contains("[source]") } && !roles.contains { $0.contains("[sink]") }
  }

  /// How full it is, 0 to 100; nil when it does not say.
  package var percent: Int? {
    capacity.map { Int(min(max($0, 0), 100)) } ?? energy?.percent ?? charge?.percent
  }
}

/// What a battery says it does: the `status` file of the kernel's
/// Documentation/ABI/testing/sysfs-class-power.
package enum BatteryStatus: String, CaseIterable, Sendable {
  case charging = "Charging"
  case discharging = "Discharging"
  /// It rests at a charge limit, most often.
  case notCharging = "Not charging"
  case full = "Full"
  /// It says so itself, says nothing, or says something else.
  case unknown = "Unknown"
}
