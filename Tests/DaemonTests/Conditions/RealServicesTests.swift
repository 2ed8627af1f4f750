import TestSupport
import Testing

/// With the services that know, in a systemd that really boots: each started late, and ended again.
@Suite(
  "The machine as its services know it",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct RealServicesTests {
  @Test(
    "logind, NetworkManager, UPower and power-profiles-daemon are believed while they are there"
  )
  func services() throws {
    let system = try BootedSystem.another()
    // Whatever of them the machine starts by itself.
    for service in Self.services { try system.run("systemctl", "stop", service) }
    let daemon = try BootedDaemon("bgtaskd-conditions", in: system, until: "listens on")
    defer { daemon.stop() }
    try idle(daemon)
    try network(daemon)
    try power(daemon)
    try lowPower(daemon)
  }

  private static let services = ["NetworkManager", "upower", "power-profiles-daemon"]

  /// What an observation says in JSON, whose fields stand in the order of the alphabet.
  private static func observation(_ field: String, _ value: String, _ source: String, sure: Bool = true)
    -> String
  {
    #""certainty":"\#(sure ? "certain" : "guessed")","field":"\#(field)","sinceUSec":[0-9]*,"#
      + #""source":"\#(source)","value":"\#(value)""#
  }

  private func idle(_ daemon: BootedDaemon) throws {
    #expect(try daemon.believes(Self.observation("idle", "true", "logind")))
    // A film plays.
    try daemon.system.run(
      "systemd-run", "--unit=film", "systemd-inhibit", "--what=idle", "--who=film", "--why=plays", "sleep",
      "600")
    #expect(try daemon.believes(Self.observation("idle", "false", "logind")))
    try daemon.system.run("systemctl", "stop", "film")
    #expect(try daemon.believes(Self.observation("idle", "true", "logind")))
  }

  private func network(_ daemon: BootedDaemon) throws {
    let system = daemon.system
    for line in [
      "ip link add bgt0 type veth peer name bgt1", "ip link set bgt1 up", "systemctl start NetworkManager",
      "nmcli device set bgt0 managed yes",
      "nmcli connection add type ethernet ifname bgt0 con-name phone ipv4.method manual "
        + "ipv4.addresses 192.0.2.2/24 ipv4.gateway 192.0.2.1 ipv6.method disabled connection.metered yes",
      "nmcli connection up phone",
    ] {
      let done = try system.run("sh", "-c", line)
      try #require(done.status == 0, "\(line): \(done.errors)")
    }
    #expect(try daemon.believes(Self.observation("network", "metered", "NetworkManager")))
    try system.run("nmcli", "connection", "modify", "phone", "connection.metered", "no")
    try system.run("nmcli", "connection", "up", "phone")
    #expect(try daemon.believes(Self.observation("network", "unmetered", "NetworkManager")))
    // It is killed: the kernel's guess counts until it is back, and its links stay.
    try system.run("systemctl", "kill", "--signal=SIGKILL", "NetworkManager")
    try system.run("systemctl", "stop", "NetworkManager")
    #expect(try daemon.believes(Self.observation("network", "unmetered", "rtnetlink", sure: false)))
    try system.run("ip", "link", "del", "bgt0")
    #expect(try daemon.believes(Self.observation("network", "none", "rtnetlink")))
  }

  private func power(_ daemon: BootedDaemon) throws {
    try daemon.system.run("systemctl", "start", "upower")
    #expect(try daemon.believes(Self.observation("powerSource", "external", "upower")))
    try daemon.system.run("systemctl", "stop", "upower")
    #expect(try daemon.believes(Self.observation("powerSource", "external", "power-supply")))
  }

  private func lowPower(_ daemon: BootedDaemon) throws {
    let system = daemon.system
    let name = "net.hadess.PowerProfiles"
    let object = "/net/hadess/PowerProfiles"
    try system.run("systemctl", "start", "power-profiles-daemon")
    #expect(try daemon.believes(Self.observation("lowPowerMode", "false", "power-profiles")))
    try system.run("busctl", "set-property", name, object, name, "ActiveProfile", "s", "power-saver")
    #expect(try daemon.believes(Self.observation("lowPowerMode", "true", "power-profiles")))
    try system.run("systemctl", "stop", "power-profiles-daemon")
    #expect(try daemon.believes(#""unknown":\[[^]]*"lowPowerMode""#))
  }
}
