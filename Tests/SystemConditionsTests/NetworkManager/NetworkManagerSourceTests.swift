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
    #expect(NetworkManagerReading(unmanaged, connections: []).changes == [unknown, .flag(.vpn, nil)])
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
