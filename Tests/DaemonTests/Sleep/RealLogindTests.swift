import TestSupport
import Testing

/// With the logind of a systemd that really boots, as a service of it. A container cannot be suspended, so
/// what it shows of departures is shutdown.
@Suite(
  "The real logind",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct RealLogindTests {
  @Test("The locks are in the list of systemd-inhibit(1), and a shutdown that fails is survived")
  func shutdown() throws {
    let system = try BootedSystem.shared()
    let daemon = try BootedDaemon("bgtaskd-sleep", in: system, until: "logind lets the machine wait")
    defer { daemon.stop() }
    try system.run("mkfifo", "\(daemon.folder)/ready")
    #expect(try locks(system) == ["shutdown:sleep delay"])

    try daemon.control("simulate", "powerSource=external")
    try daemon.control(
      "submit", "-i", "a", "--prevent-sleep", "--", "/bin/sh", "-c",
      "trap 'exit 1' TERM; echo $BGTASK_RUN_ID >\(daemon.folder)/ready; sleep 600 & wait")
    let first = try #require(try nextRun(daemon))
    #expect(try locks(system).contains("sleep block"))

    try refusePowerOff(of: system)
    var second: String?
    // Other tests end the bus of this systemd now and then, and with it what logind was about to do.
    for _ in 0..<3 where second == nil {
      try system.run(
        "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager", "PowerOff", "b", "false")
      second = try nextRun(daemon)
    }
    #expect(second != nil && second != first)
    let history = try daemon.control("--json", "history", "a")
    #expect(history.contains(#""code":"machineShutdown""#))
    #expect(history.contains(#""outcome":"interrupted""#))
  }

  /// The last step of switching off is refused, which logind finds out after it has waited for locks.
  private func refusePowerOff(of system: BootedSystem) throws {
    let folder = "/run/systemd/system/poweroff.target.d"
    try system.run("mkdir", "-p", folder)
    try system.run("tee", "\(folder)/test.conf", input: "[Unit]\nRefuseManualStart=yes\n")
    try system.run("systemctl", "daemon-reload")
    let refusal = try system.run("systemctl", "show", "-P", "RefuseManualStart", "poweroff.target").output
    try #require(refusal == "yes\n")
  }

  /// The next run that says that it is ready; nil when none does for 20 s.
  private func nextRun(_ daemon: BootedDaemon) throws -> String? {
    let line = try daemon.wait("read line <\(daemon.folder)/ready && echo $line").output
    return line.isEmpty ? nil : line
  }

  /// What the daemon's locks are for, and what they do.
  private func locks(_ system: BootedSystem) throws -> [String] {
    try system.run("systemd-inhibit", "--list", "--no-legend", "--no-pager").output
      .split(separator: "\n").filter { $0.hasPrefix("bgtaskd ") }
      .map { line in
        let words = line.split(separator: " ")
        return "\(words[5]) \(words.last ?? "")"
      }.sorted()
  }
}
