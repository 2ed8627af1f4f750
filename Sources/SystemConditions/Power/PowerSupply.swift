import PlainText

/// An entry of `/sys/class/power_supply`, as far as it concerns the machine's power.
package struct PowerSupply: Hashable, Sendable {
  package var kind: PowerSupplyKind
  /// Whether it powers another device than the machine: a mouse, a phone, a pen (`scope` is `Device`).
  package var isForDevice = false
  /// Whether a battery is in its bay (`present`); true where nothing is said.
  package var isPresent = true
  /// Whether power comes from it (`online` is 1 or 2); nil when it does not say.
  package var isOnline: Bool?
  /// Whether it is a USB-C port that gives power now instead of taking it (`power_role`).
  package var givesPower = false
  package var status = BatteryStatus.unknown
  /// `capacity` as the file has it, in per cent; may be out of range.
  package var capacity: Int64?
  /// `energy_now` and `energy_full`, in µWh.
  package var energy: FillLevel?
  /// `charge_now` and `charge_full`, in µAh.
  package var charge: FillLevel?

  /// A supply of which only the kind is known.
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
  /// belongs to which supply of a controller, so one that takes power counts for all of them.
  private static func givesPower(_ ports: AttributeDirectory) -> Bool {
    let names = (try? ports.names()) ?? []
    let roles = names.compactMap { ports.directory($0).text("power_role") }
    return roles.contains { $0.hasPart("[source]") } && !roles.contains { $0.hasPart("[sink]") }
  }

  /// The level, 0 to 100; nil when the supply does not say. A `capacity` that cannot be one is not told.
  package var percent: Int? {
    capacity.flatMap { FillLevel.percent(told: Double($0)) } ?? energy?.percent ?? charge?.percent
  }
}

/// The status of a battery: the `status` file of the kernel's Documentation/ABI/testing/sysfs-class-power.
package enum BatteryStatus: String, CaseIterable, Sendable {
  case charging = "Charging"
  case discharging = "Discharging"
  /// Resting at a charge limit, most often.
  case notCharging = "Not charging"
  case full = "Full"
  /// Unknown to the battery itself, missing, or another status.
  case unknown = "Unknown"
}
