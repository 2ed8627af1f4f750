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
    let daemon = try withoutServices("bgtaskd-conditions")
    defer { daemon.stop() }
    try idle(daemon)
    try network(daemon)
    try power(daemon)
    try lowPower(daemon)
  }

  @Test("Each is killed and comes back, and so does the bus; meanwhile the others are believed")
  func troubles() throws {
    let daemon = try withoutServices("bgtaskd-troubles")
    let system = daemon.system
    defer { daemon.stop() }
    try connect(system)
    let believed = [
      ("NetworkManager", Self.observation("network", "unmetered", "NetworkManager")),
      ("upower", Self.observation("powerSource", "external", "upower")),
      ("power-profiles-daemon", Self.observation("lowPowerMode", "false", "power-profiles")),
    ]
    for (service, _) in believed { try system.run("systemctl", "start", service) }
    for (service, words) in believed {
      #expect(try daemon.believes(words), "\(service) came late")
      try system.run("systemctl", "kill", "--signal=SIGKILL", service)
      // Whether systemd starts it again is each one's own affair: it is away for certain now.
      try system.run("systemctl", "stop", service)
      let other = try #require(believed.last { $0.0 != service })
      #expect(try daemon.believes(other.1), "\(other.0) without \(service)")
      #expect(try !daemon.believesNow(words), "\(service) is away")
      try system.run("systemctl", "start", service)
      #expect(try daemon.believes(words), "\(service) came back")
    }
    try system.run("systemctl", "kill", "--signal=SIGKILL", "systemd-logind")
    try film(daemon)

    // Everybody on it loses it, and not all of them survive that.
    try system.run("systemctl", "kill", "--signal=SIGKILL", "dbus.service")
    for (service, _) in believed { try system.run("systemctl", "restart", service) }
    try system.run("systemctl", "restart", "systemd-logind")
    for (service, words) in believed { #expect(try daemon.believes(words), "\(service) on the new bus") }
    try film(daemon)
  }

  @Test("Ten thousand changes a second are no more than that, and nonsense is nobody's word")
  func flood() throws {
    let system = try BootedSystem.another()
    try system.run("systemctl", "mask", "--runtime", "--now", "upower")
    // UPower's own rules let nobody call what only the mock has.
    try system.run("tee", "/etc/dbus-1/system.d/mock.conf", input: Self.everything)
    try system.run(
      "busctl", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
      "ReloadConfig")
    let daemon = try BootedDaemon("bgtaskd-flood", in: system, until: "listens on")
    defer { daemon.stop() }
    try system.run(
      "systemd-run", "--unit=mocked-upower", "--property=Type=dbus",
      "--property=BusName=org.freedesktop.UPower", "/usr/bin/python3", "-m", "dbusmock", "--system",
      "--template", "upower")
    #expect(try daemon.believes(Self.observation("powerSource", "external", "upower")))
    for (property, value) in [
      ("Type", ["u", "2"]), ("IsPresent", ["b", "true"]), ("Percentage", ["d", "41"]),
    ] {
      try set(system, device: property, value)
    }
    #expect(try daemon.believes(Self.observation("batteryPercent", "41", "upower")))
    for (type, value) in [("d", "250"), ("d", "-1"), ("d", "nan"), ("s", "full")] {
      try set(system, device: "Percentage", [type, value])
      // The fields stand in the order of the alphabet, and this would stand before the devices.
      #expect(try daemon.believes(#""conditions":{"activeUsers":\[\],"bl"#), "\(type) \(value)")
      try set(system, device: "Percentage", ["d", "41"])
      #expect(try daemon.believes(Self.observation("batteryPercent", "41", "upower")))
    }
    // It is looked at each time, and never starts.
    try system.run("mkfifo", "\(daemon.folder)/ran")
    try daemon.control(
      "submit", "-i", "a", "--when", "external-power and battery >= 42", "--", "/bin/sh", "-c",
      "echo >\(daemon.folder)/ran")
    try add(system, method: "Flood", Self.flooding)
    let used = try daemon.processorUSec()
    let rate = try system.run(
      "busctl", "--timeout=60", "call", Self.upower, Self.upowerPath, "org.example.Test", "Flood")
    print("30,000 changes, sent at \(rate.output.dropFirst(2).dropLast())/s")
    // Who asks meanwhile is answered, and what was said last is so.
    try daemon.control("status")
    try set(system, device: "Percentage", ["d", "40"])
    #expect(try daemon.believes(Self.observation("batteryPercent", "40", "upower")))
    #expect(try daemon.believesNow(Self.observation("powerSource", "battery", "upower")))
    print("the daemon used \((try daemon.processorUSec() - used) / 1000) ms of a processor for it")
    try set(system, device: "Percentage", ["d", "42"])
    try system.run(
      "busctl", "set-property", Self.upower, Self.upowerPath, Self.upower, "OnBattery", "b", "false")
    #expect(try daemon.wait("read line <\(daemon.folder)/ran").status == 0)
  }

  private static let upower = "org.freedesktop.UPower"
  private static let everything = """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><policy user="root"><allow send_destination="\(upower)"/></policy></busconfig>
    """
  private static let upowerPath = "/org/freedesktop/UPower"
  /// A method of python-dbusmock's: says whether the machine runs on its battery 30,000 times, as fast
  /// as it can, and returns how many that were in a second.
  private static let flooding = """
    import time
    from dbus.lowlevel import SignalMessage
    begin = time.monotonic()
    for n in range(30000):
        message = SignalMessage('\(upowerPath)', 'org.freedesktop.DBus.Properties', 'PropertiesChanged')
        message.append('\(upower)', {'OnBattery': dbus.Boolean(n % 2)}, [], signature='sa{sv}as')
        self.connection.send_message(message)
    self.connection.flush()
    ret = int(30000 / (time.monotonic() - begin))
    """

  private func add(_ system: BootedSystem, method: String, _ code: String) throws {
    let done = try system.run([
      "busctl", "call", Self.upower, Self.upowerPath, "org.freedesktop.DBus.Mock", "AddMethod", "sssss",
      "org.example.Test", method, "", "i", code,
    ])
    try #require(done.status == 0, "\(done.errors)")
  }

  private func set(_ system: BootedSystem, device property: String, _ value: [String]) throws {
    let done = try system.run(
      [
        "busctl", "set-property", Self.upower, Self.upowerPath + "/devices/DisplayDevice",
        Self.upower + ".Device",
        property, "--",
      ] + value)
    try #require(done.status == 0, "\(property) \(value): \(done.errors)")
  }

  /// Somebody watches one: the machine is not idle.
  private func film(_ daemon: BootedDaemon) throws {
    try daemon.system.run(
      "systemd-run", "--unit=film", "systemd-inhibit", "--what=idle", "--who=film", "--why=plays", "sleep",
      "600")
    #expect(try daemon.believes(Self.observation("idle", "false", "logind")))
    try daemon.system.run("systemctl", "stop", "film")
    #expect(try daemon.believes(Self.observation("idle", "true", "logind")))
  }

  /// NetworkManager finds a link and makes a connection over it when it starts.
  private func connect(_ system: BootedSystem) throws {
    for line in [
      "ip link add bgt0 type veth peer name bgt1", "ip link set bgt1 up", "systemctl start NetworkManager",
      "nmcli device set bgt0 managed yes",
      "nmcli connection add type ethernet ifname bgt0 con-name home ipv4.method manual "
        + "ipv4.addresses 192.0.2.2/24 ipv4.gateway 192.0.2.1 ipv6.method disabled connection.metered no",
      "nmcli connection up home",
    ] {
      let done = try system.run("sh", "-c", line)
      try #require(done.status == 0, "\(line): \(done.errors)")
    }
  }

  private static let services = ["NetworkManager", "upower", "power-profiles-daemon"]

  /// A daemon in a booted system where none of them runs, whatever it starts by itself.
  private func withoutServices(_ name: String) throws -> BootedDaemon {
    let system = try BootedSystem.another()
    for service in Self.services { try system.run("systemctl", "stop", service) }
    return try BootedDaemon(name, in: system, until: "listens on")
  }

  /// What an observation says in JSON, whose fields stand in the order of the alphabet.
  private static func observation(_ field: String, _ value: String, _ source: String, sure: Bool = true)
    -> String
  {
    #""certainty":"\#(sure ? "certain" : "guessed")","field":"\#(field)","sinceUSec":[0-9]*,"#
      + #""source":"\#(source)","value":"\#(value)""#
  }

  private func idle(_ daemon: BootedDaemon) throws {
    #expect(try daemon.believes(Self.observation("idle", "true", "logind")))
    try film(daemon)
  }

  private func network(_ daemon: BootedDaemon) throws {
    let system = daemon.system
    try connect(system)
    try system.run("nmcli", "connection", "modify", "home", "connection.metered", "yes")
    try system.run("nmcli", "connection", "up", "home")
    #expect(try daemon.believes(Self.observation("network", "metered", "NetworkManager")))
    try system.run("nmcli", "connection", "modify", "home", "connection.metered", "no")
    try system.run("nmcli", "connection", "up", "home")
    #expect(try daemon.believes(Self.observation("network", "unmetered", "NetworkManager")))
    // Its link stays up, and its routes go without a word of the kernel's.
    try system.run("nmcli", "device", "disconnect", "bgt0")
    #expect(try daemon.believes(Self.observation("network", "none", "rtnetlink")))
    // Where all links are its own, that there is no network is its word.
    for line in ["ip netns add away", "ip link set bgt1 netns away", "ip -n away link set bgt1 up"] {
      try system.run("sh", "-c", line)
    }
    #expect(try daemon.believes(Self.observation("network", "none", "NetworkManager")))
    try system.run("nmcli", "connection", "up", "home")
    #expect(try daemon.believes(Self.observation("network", "unmetered", "NetworkManager")))
    // A link that is not its own any more is the kernel's to tell of, whatever it has left there.
    try system.run("nmcli", "device", "set", "bgt0", "managed", "no")
    let hasRoute = try !system.run("ip", "route", "show", "default").output.isEmpty
    #expect(
      try daemon.believes(
        Self.observation("network", hasRoute ? "unmetered" : "none", "rtnetlink", sure: !hasRoute)))
    try system.run("nmcli", "device", "set", "bgt0", "managed", "yes")
    try system.run("nmcli", "connection", "up", "home")
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
