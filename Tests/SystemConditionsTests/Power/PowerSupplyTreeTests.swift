import Dispatch
import SchedulerCore
import SystemConditions
import Testing

/// Trees of `/sys/class/power_supply` as people reported them (field.md point 6), read from disk.
@Suite("Trees of power supplies")
struct PowerSupplyTreeTests {
  struct Tree: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var files: [(String, String)]
    var source: PowerSource
    var percent: Int?
    var charging: Bool?
  }

  static func supply(_ name: String, _ type: String, _ attributes: [(String, String)]) -> [(String, String)] {
    ([("type", type)] + attributes).map { ("\(name)/\($0.0)", $0.1) }
  }

  static let mouse = supply(
    "hidpp_battery_0", "Battery",
    [("scope", "Device"), ("status", "Discharging"), ("online", "1"), ("capacity", "50")])

  static let trees: [Tree] = [
    Tree(
      testDescription: "seedvault#833: a tablet at its charge limit",
      files: supply("battery", "Battery", [("status", "Not charging"), ("capacity", "80"), ("present", "1")])
        + supply("usb", "USB", [("online", "1"), ("usb_type", "Unknown SDP DCP CDP C [PD] PD_DRP")]),
      source: .external, percent: 80, charging: false),
    Tree(
      testDescription: "ublue-update#101: a laptop at its charge limit",
      files: supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Not charging"), ("capacity", "60"), ("present", "1")]),
      source: .external, percent: 60, charging: false),
    Tree(
      testDescription: "systemd#25316: charged over USB-C while no adapter is online, and a mouse",
      files: mouse
        + supply("AC", "Mains", [("online", "0")])
        + supply("ucsi-source-psy-USBC000:001", "USB", [("online", "0"), ("usb_type", "[C] PD PD_PPS")])
        + supply("BAT0", "Battery", [("status", "Charging"), ("capacity", "91"), ("present", "1")]),
      source: .external, percent: 91, charging: true),
    Tree(
      testDescription: "systemd#21988: a desktop whose graphics card has a USB-C port",
      files: supply(
        "ucsi-source-psy-0-00081", "USB", [("online", "0"), ("scope", "Unknown"), ("usb_type", "[C] PD")]),
      source: .external, percent: nil),
    Tree(
      testDescription: "cronie#83: an old iMac with a Bluetooth mouse",
      files: mouse, source: .external, percent: nil),
    Tree(
      testDescription: "fwupd#6034: discharging at 100 % with the adapter in",
      files: supply(
        "axp20x-battery", "Battery",
        [("status", "Discharging"), ("capacity", "100"), ("present", "1"), ("scope", "System")])
        + supply("axp20x-usb", "USB", [("online", "1"), ("present", "1")]),
      source: .external, percent: 100, charging: false),
    Tree(testDescription: "a server", files: [], source: .external, percent: nil),
    Tree(
      testDescription: "a phone charges from a laptop on battery",
      files: supply("ucsi-source-psy-USBC000:001", "USB", [("online", "1")])
        + [("ucsi-source-psy-USBC000:001/device/typec/port0/power_role", "[source] sink")]
        + supply("BAT0", "Battery", [("status", "Discharging"), ("capacity", "44")]),
      source: .battery, percent: 44, charging: false),
    Tree(
      testDescription: "a dock in one port, a phone in another",
      files: supply("ucsi-source-psy-USBC000:001", "USB", [("online", "1")])
        + [
          ("ucsi-source-psy-USBC000:001/device/typec/port0/power_role", "[source] sink"),
          ("ucsi-source-psy-USBC000:001/device/typec/port1/power_role", "source [sink]"),
        ] + supply("BAT0", "Battery", [("status", "Charging"), ("capacity", "44")]),
      source: .external, percent: 44, charging: true),
    Tree(
      testDescription: "a tablet without an adapter in the list, charging",
      files: supply("max170xx_battery", "Battery", [("status", "Charging"), ("charge_now", "2000000")])
        + [("max170xx_battery/charge_full", "8000000")],
      source: .external, percent: 25, charging: true),
    Tree(
      testDescription: "a tablet without an adapter in the list, on battery",
      files: supply("max170xx_battery", "Battery", [("status", "Discharging"), ("capacity", "12")]),
      source: .battery, percent: 12, charging: false),
    Tree(
      testDescription: "a laptop with two batteries, unplugged",
      files: supply("AC", "Mains", [("online", "0")])
        + supply(
          "BAT0", "Battery",
          [
            ("status", "Not charging"), ("energy_now", "20000000"), ("energy_full", "24000000"),
            ("capacity", "83"),
          ])
        + supply(
          "BAT1", "Battery",
          [
            ("status", "Discharging"), ("energy_now", "4000000"), ("energy_full", "72000000"),
            ("capacity", "5"),
          ]),
      source: .battery, percent: 25, charging: false),
    Tree(
      testDescription: "a laptop with an empty bay",
      files: supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Full"), ("capacity", "100"), ("present", "1")])
        + supply("BAT1", "Battery", [("status", "Unknown"), ("capacity", "0"), ("present", "0")]),
      source: .external, percent: 100, charging: false),
    Tree(
      testDescription: "a desktop on a UPS, mains gone",
      files: supply("ups0", "UPS", [("status", "Discharging"), ("capacity", "97"), ("online", "0")]),
      source: .battery, percent: 97, charging: false),
    Tree(
      testDescription: "a fixed and a programmable voltage are both online",
      files: supply("ucsi-source-psy-USBC000:002", "USB_PD", [("online", "2")])
        + supply("BAT0", "Battery", [("status", "Discharging"), ("capacity", "9")]),
      source: .external, percent: 9, charging: false),
    Tree(
      testDescription: "a mouse and a keyboard are charged while the laptop runs on its battery",
      files: supply("AC", "Mains", [("online", "0")])
        + supply("BAT0", "Battery", [("status", "Discharging"), ("capacity", "71")])
        + supply("hidpp_battery_1", "Battery", [("scope", "Device"), ("status", "Charging")])
        + supply("hid-04:52:c7-battery", "Battery", [("scope", "Device"), ("status", "Full")]),
      source: .battery, percent: 71, charging: false),
    Tree(
      testDescription: "a desktop whose mouse is charged",
      files: supply("hidpp_battery_0", "Battery", [("scope", "Device"), ("status", "Charging")]),
      source: .external, percent: nil),
    Tree(
      testDescription: "a desktop on a UPS that is charged, and a mouse",
      files: mouse + supply("ups0", "UPS", [("status", "Charging"), ("capacity", "60"), ("online", "1")]),
      source: .external, percent: 60, charging: true),
    Tree(
      testDescription: "a UPS is charged behind a laptop whose battery rests at its charge limit",
      files: supply("ups0", "UPS", [("status", "Charging"), ("capacity", "60")])
        + supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Not charging"), ("capacity", "80")]),
      source: .external, percent: 80, charging: false),
    Tree(
      testDescription: "a laptop with two batteries, of which one is charged after the other",
      files: supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Not charging"), ("capacity", "100")])
        + supply("BAT1", "Battery", [("status", "Charging"), ("capacity", "20")]),
      source: .external, percent: 60, charging: true),
    Tree(
      testDescription: "a charger that is too weak: one battery is charged while the other one runs down",
      files: supply("ucsi-source-psy-USBC000:001", "USB", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Charging"), ("capacity", "5")])
        + supply("BAT1", "Battery", [("status", "Discharging"), ("capacity", "15")]),
      source: .external, percent: 10, charging: true),
    Tree(
      testDescription: "two batteries, one of which says nothing",
      files: supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Full"), ("capacity", "100")])
        + supply("BAT1", "Battery", [("status", "Unknown"), ("capacity", "100")]),
      source: .external, percent: 100, charging: false),
    Tree(
      testDescription: "a battery that was pulled out of its bay while it was charged",
      files: supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "Charging"), ("present", "0")]),
      source: .external, percent: nil),
    Tree(
      testDescription: "a controller that writes its states in another way",
      files: supply("AC", "Mains", [("online", "1")])
        + supply("BAT0", "Battery", [("status", "charging"), ("capacity", "50")]),
      source: .external, percent: 50),
    Tree(
      testDescription: "garbage in every file of a battery",
      files: supply(
        "BAT0", "Battery", [("status", "%$&"), ("capacity", "99999999999999999999"), ("present", "x")]),
      source: .unknown, percent: nil),
    Tree(
      testDescription: "garbage in the type",
      files: supply("BAT0", "Bat\u{0}tery", [("status", "Discharging"), ("capacity", "50")]),
      source: .unknown, percent: nil),
    Tree(
      testDescription: "garbage instead of online, and a silent battery",
      files: supply("AC", "Mains", [("online", "yes")])
        + supply("BAT0", "Battery", [("status", ""), ("capacity", "")]),
      source: .unknown, percent: nil),
    Tree(testDescription: "a supply without files", files: [("BAT0/", "")], source: .unknown, percent: nil),
  ]

  private func read(_ root: String) throws -> Conditions {
    let queue = DispatchQueue(label: "test")
    let kernel = try KernelDouble()
    let source = PowerSupplySource(root: root, events: KernelEventMonitor(queue: queue) { kernel.socket })
    let inbox = Inbox()
    try queue.sync {
      try source.start { inbox.take($0) }
      source.stop()
    }
    return inbox.conditions
  }

  @Test(
    "A tree says where the power comes from, how full the batteries are and whether they are charged",
    arguments: trees)
  func tree(tree: Tree) throws {
    let files = try FileTree(tree.files)
    let conditions = try read(files.path)
    #expect(conditions.powerSource == tree.source)
    #expect(conditions.batteryPercent == tree.percent)
    #expect(conditions.charging == tree.charging)
  }

  @Test("Without the directory nothing is known and nothing is reported")
  func absent() throws {
    let files = try FileTree()
    #expect(try read("\(files.path)/nowhere") == Conditions())
    try files.write("file", "x")
    #expect(try read("\(files.path)/file") == Conditions())
  }

  @Test("Bytes that are no text, files without end and directories instead of files are no answer")
  func hostileFiles() throws {
    let files = try FileTree([("BAT0/type", "Battery"), ("BAT0/status/", "")])
    try files.write("BAT0/capacity", bytes: [0xff, 0xfe, 0x31])
    try files.write("BAT0/energy_now", bytes: Array(repeating: UInt8(ascii: "9"), count: 100_000))
    try files.write("BAT0/energy_full", bytes: [])
    try files.link("BAT0/present", to: "/dev/zero")
    try files.link("BAT0/scope", to: "scope")
    try files.write("notes", "a file among the supplies")
    #expect(try read(files.path) == Conditions())
  }
}
