import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

/// How long it takes from a change that a service announces to a program that runs for it. It is run by
/// itself: on a machine with other work everything waits.
@Suite("Promptness: from what a service says to a program", .serialized)
struct PromptTests {
  /// The release build, where there is one: a debug build takes several times as long for everything.
  private static let program = BuiltProduct.release("bgtaskd")
  private static let patienceUSec: Int64 = program == nil ? 400_000 : 50_000

  private static let upower = "org.freedesktop.UPower"
  private static let upowerPath = "/org/freedesktop/UPower"
  private static let device = "/org/freedesktop/UPower/devices/DisplayDevice"
  private static let manager = "org.freedesktop.NetworkManager"
  private static let managerPath = "/org/freedesktop/NetworkManager"
  private static let active = "/org/freedesktop/NetworkManager/ActiveConnection/7"
  private static let profiles = "net.hadess.PowerProfiles"
  private static let profilesPath = "/net/hadess/PowerProfiles"

  @Test("Each field that a service says is decided on within 50 ms, with settling times of nothing")
  func changes() throws {
    let bus = try PrivateBus()
    let logind = try MockedLogind(on: bus)
    try logind.open("c1", uid: Int(getuid()))
    let power = try MockedService("upower", name: Self.upower, on: bus.address)
    let network = try MockedService("networkmanager", name: Self.manager, on: bus.address)
    let profiles = try MockedService("power_profiles_daemon", name: Self.profiles, on: bus.address)
    for service in [power, network, profiles] { try service.waitUntilThere() }
    try Self.prepare(power, network)
    let daemon = try DaemonProcess(
      program: Self.program.map { [$0.path()] } ?? [],
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    let client = try daemon.client()

    let (path, name) = (Self.managerPath, Self.manager)
    let rows: [(when: String, lack: () throws -> Void, hold: () throws -> Void)] = [
      (
        "external-power", { try power.set(Self.upowerPath, Self.upower, "OnBattery", ["b", "true"]) },
        { try power.set(Self.upowerPath, Self.upower, "OnBattery", ["b", "false"]) }
      ),
      (
        "battery >= 60", { try power.set(Self.device, Self.upower + ".Device", "Percentage", ["d", "59"]) },
        { try power.set(Self.device, Self.upower + ".Device", "Percentage", ["d", "60"]) }
      ),
      (
        "not-charging", { try power.set(Self.device, Self.upower + ".Device", "State", ["u", "1"]) },
        { try power.set(Self.device, Self.upower + ".Device", "State", ["u", "4"]) }
      ),
      (
        "network", { try network.set(path, name, "Connectivity", ["u", "2"]) },
        { try network.set(path, name, "Connectivity", ["u", "4"]) }
      ),
      (
        "unmetered", { try network.set(path, name, "Metered", ["u", "1"]) },
        { try network.set(path, name, "Metered", ["u", "2"]) }
      ),
      (
        #"network "Home""#,
        { try network.set(Self.active, name + ".Connection.Active", "Id", ["s", "Cafe"]) },
        { try network.set(Self.active, name + ".Connection.Active", "Id", ["s", "Home"]) }
      ),
      (
        "low-power",
        { try profiles.set(Self.profilesPath, Self.profiles, "ActiveProfile", ["s", "balanced"]) },
        { try profiles.set(Self.profilesPath, Self.profiles, "ActiveProfile", ["s", "power-saver"]) }
      ),
      (
        "idle", { try logind.set("c1", "IdleHint", ["b", "false"]) },
        { try logind.set("c1", "IdleHint", ["b", "true"]) }
      ),
      (
        "locked", { try logind.set("c1", "LockedHint", ["b", "false"]) },
        { try logind.set("c1", "LockedHint", ["b", "true"]) }
      ),
    ]
    for (number, row) in rows.enumerated() {
      let identifier = "task-\(number)"
      let events = try RawConnection.watching(daemon, prefix: identifier)
      try row.lack()
      // It is taken when the daemon knows that it has to wait.
      try client.submit(
        .shell(identifier, kind: .continued).with {
          $0.when = "not (\(row.when))"
          $0.unknownConditions = .wait
        })
      #expect(try daemon.waitForEnd(of: identifier)?.success == true, "not \(row.when)")
      try client.submit(
        .shell(identifier, kind: .continued).with {
          $0.when = row.when
          $0.unknownConditions = .wait
        })
      // The program that has the service announce it takes its time as well.
      let before = Int64.now
      try row.hold()
      var started: Int64?
      var ends = 0
      while started == nil, ends < 2, let event = try events.receive() {
        if event.string("event") == "ended" { ends += 1 }
        if event.string("event") == "running", ends == 1 {
          started = event.int("run.startedUSec").map(Int64.init)
        }
      }
      let lateness = try #require(started) - before
      print("promptness: \(row.when): \(Double(lateness) / 1000) ms, busctl and all")
      #expect(lateness <= Self.patienceUSec, "\(row.when)")
    }
  }

  /// A battery, and a connection that is up.
  private static func prepare(_ power: MockedService, _ network: MockedService) throws {
    for (property, value) in [("Type", ["u", "2"]), ("IsPresent", ["b", "true"]), ("State", ["u", "2"])] {
      try power.set(device, upower + ".Device", property, value)
    }
    try network.call(
      managerPath, "org.freedesktop.DBus.Mock", "AddObject",
      [
        "ssa{sv}a(ssss)", active, manager + ".Connection.Active", "3", "State", "u", "2", "Type", "s",
        "802-3-ethernet", "Id", "s", "Cafe", "0",
      ])
    for (property, value) in [("Metered", ["u", "0"]), ("PrimaryConnection", ["o", "/"])] {
      try network.add(managerPath, manager, property, value)
    }
    try network.set(managerPath, manager, "Connectivity", ["u", "4"])
    try network.set(managerPath, manager, "PrimaryConnection", ["o", active])
    try network.set(managerPath, manager, "ActiveConnections", ["ao", "1", active])
  }
}
