import LinuxSystem
import SchedulerCore
import SystemConditions
import TestSupport
import Testing

@Suite("The network, as NetworkManager says it")
struct NetworkManagerSourceTests {
  private static let name = "org.freedesktop.NetworkManager"
  private static let path = "/org/freedesktop/NetworkManager"
  private static let active = "/org/freedesktop/NetworkManager/ActiveConnection/1"

  @Test("What follows from its properties")
  func network() {
    let none = ConditionChange.network(.none)
    let unknown = ConditionChange.network(.unknown)
    // Connectivity and Metered, as its reference numbers them.
    let rows: [(BusValue, BusValue, ConditionChange)] = [
      (.number(4), .number(2), .network(.unmetered)), (.number(4), .number(1), .network(.metered)),
      (.number(4), .number(3), .network(.metered).guessed),
      (.number(4), .number(4), .network(.unmetered).guessed),
      // A captive portal is no connectivity; no internet is a network all the same.
      (.number(1), .number(2), none), (.number(2), .number(2), none),
      (.number(3), .number(4), .network(.unmetered).guessed),
      // Nobody has looked how far it reaches.
      (.number(0), .number(2), .network(.unmetered)),
      // It does not know, and what it cannot mean.
      (.number(4), .number(0), unknown), (.number(4), .number(99), unknown),
      (.number(4), .text("no"), unknown),
      (.number(-3), .number(1), .network(.metered)),
    ]
    for (connectivity, metered, expected) in rows {
      let properties = [
        "PrimaryConnection": .text("/1"), "Connectivity": connectivity, "Metered": metered,
      ]
      #expect(NetworkManagerReading(properties, connections: []).network == expected, "\(properties)")
    }
    // Links that it has not made are the kernel's to tell of.
    let unmanaged: [String: BusValue] = [
      "PrimaryConnection": .text("/"), "Connectivity": .number(1), "Metered": .number(0),
    ]
    #expect(
      NetworkManagerReading(unmanaged, connections: []).changes
        == [unknown, .flag(.vpn, nil), .names(.networkNames, nil)])
  }

  @Test("That it has made no network counts when it is through with starting and no other's link runs")
  func disconnected() {
    let wired: [String: BusValue] = [
      "Managed": .flag(true), "DeviceType": .number(1), "InterfaceFlags": .number(0x1_0003),
    ]
    let loopback: [String: BusValue] = [
      "Managed": .flag(false), "DeviceType": .number(32), "InterfaceFlags": .number(0x1_0003),
    ]
    func others(_ flags: Int64?) -> [String: BusValue] {
      [
        "Managed": .flag(false), "DeviceType": .number(1),
        "InterfaceFlags": flags.map { .number($0) } ?? .other,
      ]
    }
    let rows: [(state: Int64, isStarting: Bool, devices: [[String: BusValue]]?, NetworkAccess)] = [
      (20, false, [wired, loopback], .none), (10, false, [wired], .none), (20, false, [], .none),
      // Another's link that does not run leads nowhere; one that runs may lead out, and so may one that does
      // not say what it is.
      (20, false, [wired, others(0x1)], .none), (20, false, [wired, others(0x1_0003)], .unknown),
      (20, false, [wired, others(nil)], .unknown), (20, false, [[:]], .unknown),
      // It is about to, it does not know, or nobody knows its devices.
      (40, false, [wired], .unknown), (0, false, [wired], .unknown), (20, true, [wired], .unknown),
      (20, false, nil, .unknown),
    ]
    for (state, isStarting, devices, expected) in rows {
      let manager: [String: BusValue] = [
        "PrimaryConnection": .text("/"), "Connectivity": .number(1), "Metered": .number(0),
        "State": .number(state), "Startup": .flag(isStarting),
      ]
      let reading = NetworkManagerReading(manager, connections: [], devices: devices)
      #expect(reading.network == .network(expected), "\(state) \(isStarting) \(String(describing: devices))")
    }
  }

  @Test("A private network is one that is activated, of whatever make")
  func vpn() {
    let rows: [([String: BusValue], Bool)] = [
      (["State": .number(2), "Vpn": .flag(true), "Type": .text("vpn")], true),
      (["State": .number(2), "Vpn": .flag(false), "Type": .text("wireguard")], true),
      (["State": .number(1), "Vpn": .flag(true), "Type": .text("vpn")], false),
      (["State": .number(2), "Vpn": .flag(false), "Type": .text("802-3-ethernet")], false), ([:], false),
    ]
    for (connection, isPrivate) in rows {
      let reading = NetworkManagerReading(["PrimaryConnection": .text("/1")], connections: [[:], connection])
      #expect(reading.vpn == isPrivate, "\(connection)")
    }
  }

  @Test("Networks are called what their connections are, and what wireless ones call themselves")
  func names() {
    func connection(
      _ id: BusValue, _ type: String = "802-3-ethernet", state: Int64 = 2, at point: String = "/"
    )
      -> [String: BusValue]
    {
      ["Id": id, "State": .number(state), "Type": .text(type), "SpecificObject": .text(point)]
    }
    let wifi = "802-11-wireless"
    let ssids = ["/1": Array("Café".utf8), "/2": [0xff, 0xfe], "/3": [], "/4": Array("a\u{7}b".utf8)]
    let long = String(repeating: "x", count: 256)
    let rows: [([[String: BusValue]], Set<String>)] = [
      ([], []), ([connection(.text("Office"))], ["Office"]),
      ([connection(.text("home 5 GHz"), wifi, at: "/1")], ["home 5 GHz", "Café"]),
      // It has no access point yet, one that has not told its name, one whose name is no text or writes to a
      // terminal.
      ([connection(.text("a"), wifi)], ["a"]), ([connection(.text("a"), wifi, at: "/9")], ["a"]),
      ([connection(.text("a"), wifi, at: "/2")], ["a"]), ([connection(.text("a"), wifi, at: "/3")], ["a"]),
      ([connection(.text("a"), wifi, at: "/4")], ["a"]),
      // Only wireless connections have access points there.
      ([connection(.text("tunnel"), "vpn", at: "/1")], ["tunnel"]),
      ([connection(.text("a")), connection(.text("tunnel"), "wireguard")], ["a", "tunnel"]),
      // Not connected yet, not any more, and with itself.
      ([connection(.text("a"), state: 1), connection(.text("b"), state: 3)], []),
      ([connection(.text("lo"), "loopback")], []),
      ([connection(.number(7)), connection(.text("")), connection(.text(long)), [:]], []),
      ((0..<200).map { connection(.text("\(1000 + $0)")) }, Set((1000..<1064).map { "\($0)" })),
    ]
    let manager: [String: BusValue] = ["ActiveConnections": .texts([])]
    for (connections, expected) in rows {
      let reading = NetworkManagerReading(manager, connections: connections, ssids: ssids)
      #expect(reading.names == expected, "\(connections)")
    }
    #expect(NetworkManagerReading(["ActiveConnections": .other], connections: []).names == nil)
  }

  @Test("A laptop joins a wireless network, walks to its next access point, and leaves")
  func wireless() throws {
    let bench = try SourceBench { bus, _ in NetworkManagerSource(on: bus) }
    try bench.start()
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions.networkNames == nil)
    let service = try bench.mock("networkmanager", Self.name)
    #expect(bench.sees { $0.networkNames == [] })
    let points = ["/org/example/AccessPoint/1", "/org/example/AccessPoint/2"]
    for point in points {
      try service.call(
        Self.path, "org.freedesktop.DBus.Mock", "AddObject",
        [
          "ssa{sv}a(ssss)", point, Self.name + ".AccessPoint", "1", "Ssid", "ay", "3", "98", "101", "101",
          "0",
        ])
    }
    try service.call(
      Self.path, "org.freedesktop.DBus.Mock", "AddObject",
      [
        "ssa{sv}a(ssss)", Self.active, Self.name + ".Connection.Active", "4", "State", "u", "2", "Type", "s",
        "802-11-wireless", "Id", "s", "home", "SpecificObject", "o", points[0], "0",
      ])
    try service.set(Self.path, Self.name, "ActiveConnections", ["ao", "1", Self.active])
    #expect(bench.sees { $0.networkNames == ["home", "bee"] })
    try service.set(Self.active, Self.name + ".Connection.Active", "SpecificObject", ["o", points[1]])
    try service.set(Self.active, Self.name + ".Connection.Active", "Id", ["s", "at home"])
    #expect(bench.sees { $0.networkNames == ["at home", "bee"] })
    // One that does not know its network's name.
    try service.set(
      Self.active, Self.name + ".Connection.Active", "SpecificObject", ["o", "/org/example/AccessPoint/3"])
    #expect(bench.sees { $0.networkNames == ["at home"] })
    try service.set(Self.path, Self.name, "ActiveConnections", ["ao", "0"])
    #expect(bench.sees { $0.networkNames == [] })
    service.end()
    #expect(bench.sees { $0.networkNames == nil })
    // Between the access points the name was there all the time.
    let names = bench.inbox.batches.joined().filter { $0.field == .networkNames }.map(\.value)
    #expect(
      names == [
        .names(nil), .names([]), .names(["home", "bee"]), .names(["at home", "bee"]), .names(["at home"]),
        .names([]), .names(nil),
      ])
  }

  @Test("It comes late, connects, meets a portal, is joined by a VPN, is killed and comes back")
  func life() throws {
    let bench = try SourceBench { bus, _ in NetworkManagerSource(on: bus) }
    try bench.start()
    let service = try bench.mock("networkmanager", Self.name)
    // Nothing is connected by it.
    #expect(bench.inbox.wait(batches: 1))
    #expect(bench.inbox.conditions.network == .unknown)
    try service.call(
      Self.path, "org.freedesktop.DBus.Mock", "AddObject",
      [
        "ssa{sv}a(ssss)", Self.active, Self.name + ".Connection.Active", "3", "State", "u", "2", "Type", "s",
        "wireguard", "Vpn", "b", "false", "0",
      ])
    try service.add(Self.path, Self.name, "Metered", ["u", "0"])
    try service.set(Self.path, Self.name, "Metered", ["u", "1"])
    try service.set(Self.path, Self.name, "Connectivity", ["u", "4"])
    try service.add(Self.path, Self.name, "PrimaryConnection", ["o", "/"])
    try service.set(Self.path, Self.name, "PrimaryConnection", ["o", Self.active])
    #expect(bench.sees { $0.network == .metered && $0.vpn == false })
    #expect(bench.inbox.last(.network)?.certainty == .certain)
    try service.set(Self.path, Self.name, "ActiveConnections", ["ao", "1", Self.active])
    #expect(bench.sees { $0.vpn == true })
    try service.set(Self.active, Self.name + ".Connection.Active", "State", ["u", "4"])
    #expect(bench.sees { $0.vpn == false })
    try service.set(Self.path, Self.name, "Connectivity", ["u", "2"])
    #expect(bench.sees { $0.network == .none })
    try service.set(Self.path, Self.name, "Metered", ["u", "4"])
    try service.set(Self.path, Self.name, "Connectivity", ["u", "4"])
    #expect(bench.sees { $0.network == .unmetered })
    #expect(bench.inbox.last(.network)?.certainty == .guessed)
    service.end()
    #expect(bench.sees { $0.network == .unknown && $0.vpn == nil })
    let second = try bench.mock("networkmanager", Self.name)
    try second.add(Self.path, Self.name, "PrimaryConnection", ["o", "/"])
    try second.set(Self.path, Self.name, "PrimaryConnection", ["o", Self.active])
    try second.add(Self.path, Self.name, "Metered", ["u", "0"])
    try second.set(Self.path, Self.name, "Metered", ["u", "2"])
    #expect(bench.sees { $0.network == .unmetered && $0.vpn == false })
  }
}
