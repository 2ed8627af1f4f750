import Foundation
import TestSupport
import Testing

/// With the logind of a systemd that really boots, as a service of it. A container cannot be suspended, so
/// what it shows of departures is shutdown.
@Suite(
  "The real logind",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct RealLogindTests {
  private static let folder = "/run/bgtaskd-sleep"

  @Test("The locks are in the list of systemd-inhibit(1), and a shutdown that fails is survived")
  func shutdown() throws {
    let system = try BootedSystem.shared()
    try install(in: system)
    defer { _ = try? system.run("systemctl", "stop", "bgtaskd-sleep.service") }
    #expect(try locks(system) == ["shutdown:sleep delay"])

    try control(system, "simulate", "powerSource=external")
    try control(
      system, "submit", "-i", "a", "--prevent-sleep", "--", "/bin/sh", "-c",
      "trap 'exit 1' TERM; echo $BGTASK_RUN_ID >\(Self.folder)/ready; sleep 600 & wait")
    let first = try #require(try nextRun(system))
    #expect(try locks(system).contains("sleep block"))

    try refusePowerOff(of: system)
    var second: String?
    // Other tests end the bus of this systemd now and then, and with it what logind was about to do.
    for _ in 0..<3 where second == nil {
      try system.run(
        "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1",
        "org.freedesktop.login1.Manager", "PowerOff", "b", "false")
      second = try nextRun(system)
    }
    #expect(second != nil && second != first)
    let history = try control(system, "--json", "history", "a")
    #expect(history.contains(#""code":"machineShutdown""#))
    #expect(history.contains(#""outcome":"interrupted""#))
  }

  /// Starts the built daemon as a service.
  private func install(in system: BootedSystem) throws {
    try system.run("mkdir", "-p", Self.folder)
    // What is below /tmp is not the same inside.
    for program in ["bgtaskd", "bgtaskctl"] {
      try FileManager.default.copyItem(
        at: BuiltProduct.url(program), to: URL(filePath: system.path("\(Self.folder)/\(program)")))
    }
    try system.run("mkfifo", "\(Self.folder)/ready")
    try system.run("tee", "\(Self.folder)/bgtaskd.conf", input: DaemonProcess.quick)
    let started = try system.run(
      "systemd-run", "--unit=bgtaskd-sleep", "--property=Type=notify", "\(Self.folder)/bgtaskd",
      "--socket", "\(Self.folder)/socket", "--config", "\(Self.folder)/bgtaskd.conf", "--state-directory",
      "\(Self.folder)/state")
    #expect(started.status == 0, "\(started.errors)")
    let isFound = try wait(
      in: system,
      """
      exec 3< <(exec journalctl -u bgtaskd-sleep -f -n all -o cat)
      grep -q -m 1 'logind lets the machine wait' <&3
      status=$?
      kill $!
      exit $status
      """)
    #expect(isFound.status == 0)
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

  @discardableResult
  private func control(_ system: BootedSystem, _ arguments: String...) throws -> String {
    let words = arguments.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    let done = try system.run(
      "sh", "-c", "BGTASKD_SOCKET=\(Self.folder)/socket exec \(Self.folder)/bgtaskctl \(words)")
    #expect(done.status == 0, "\(done.errors)")
    return done.output
  }

  /// The next run that says that it is ready; nil when none does for 20 s.
  private func nextRun(_ system: BootedSystem) throws -> String? {
    let line = try wait(in: system, "read line <\(Self.folder)/ready && echo $line").output
    return line.isEmpty ? nil : line
  }

  /// Runs a script that waits for something, for 20 s at most. It is a unit of its own, because threads of
  /// Swift's tests block signals, which their children inherit: timeout(1) could not end it.
  private func wait(in system: BootedSystem, _ script: String) throws -> FinishedProgram {
    try system.run(
      "systemd-run", "--quiet", "--wait", "--pipe", "--property=RuntimeMaxSec=20", "bash", "-c", script)
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
