import Foundation
import TestSupport

/// The built daemon as a service of a systemd that really boots.
struct BootedDaemon {
  let system: BootedSystem
  let folder: String
  private let unit: String

  /// Starts it.
  /// - Parameters:
  ///   - name: Of its unit.
  ///   - word: What it says in the journal when it is ready for the test.
  ///   - properties: Of its unit.
  ///   - arguments: Of the daemon, in addition.
  init(
    _ name: String, in system: BootedSystem, until word: String, properties: [String] = [],
    arguments: [String] = []
  ) throws {
    self.system = system
    unit = name
    folder = "/run/\(name)"
    try system.run("mkdir", "-p", folder)
    // What is below /tmp is not the same inside.
    for program in ["bgtaskd", "bgtaskctl", "bgtask-transfer", "bgtask-helper"] {
      try FileManager.default.copyItem(
        at: BuiltProduct.url(program), to: URL(filePath: system.path("\(folder)/\(program)")))
    }
    try system.run("tee", "\(folder)/bgtaskd.conf", input: DaemonProcess.quick)
    let started = try system.run(
      ["systemd-run", "--unit=\(unit)", "--property=Type=notify"] + properties.map { "--property=\($0)" } + [
        "\(folder)/bgtaskd", "--socket", "\(folder)/socket", "--config", "\(folder)/bgtaskd.conf",
        "--state-directory", "\(folder)/state",
      ] + arguments)
    guard started.status == 0 else { throw BootedSystemError(started.errors) }
    let isReady = try wait(
      """
      exec 3< <(exec journalctl -u \(unit) -f -n all -o cat)
      grep -q -m 1 '\(word)' <&3
      status=$?
      kill $!
      exit $status
      """)
    guard isReady.status == 0 else { throw BootedSystemError("\(unit) does not say: \(word)") }
  }

  func stop() { _ = try? system.run("systemctl", "stop", "\(unit).service") }

  /// Runs bgtaskctl.
  /// - Throws: ``BootedSystemError`` when it fails.
  @discardableResult
  func control(_ arguments: String...) throws -> String {
    let words = arguments.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    let done = try system.run(
      "sh", "-c", "BGTASKD_SOCKET=\(folder)/socket exec \(folder)/bgtaskctl \(words)")
    guard done.status == 0 else { throw BootedSystemError(done.errors) }
    return done.output
  }

  /// Waits until the daemon believes this, in the words of `conditions --json`.
  /// - Returns: False when it does not within 20 s.
  func believes(_ words: String) throws -> Bool {
    try wait(
      """
      exec 3< <(BGTASKD_SOCKET=\(folder)/socket exec \(folder)/bgtaskctl conditions --follow --json)
      grep -q -m 1 '\(words)' <&3
      status=$?
      kill $!
      exit $status
      """
    ).status == 0
  }

  /// Whether it believes this now.
  func believesNow(_ words: String) throws -> Bool {
    try control("conditions", "--json").range(of: words, options: .regularExpression) != nil
  }

  /// The processor time that it has used, in microseconds.
  func processorUSec() throws -> Int64 {
    let text = try system.run("systemctl", "show", "-P", "CPUUsageNSec", unit).output
    return (Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) / 1000
  }

  /// Runs a script that waits for something, for 20 s at most. It is a unit of its own, because threads of
  /// Swift's tests block signals, which their children inherit: timeout(1) could not end it.
  func wait(_ script: String) throws -> FinishedProgram {
    try system.run(
      "systemd-run", "--quiet", "--wait", "--pipe", "--property=RuntimeMaxSec=20", "bash", "-c", script)
  }
}
