import Foundation
import TestSupport
import Testing

/// A booted systemd in which the package is installed, and people who use it.
struct InstalledSystem {
  private let system: BootedSystem

  /// Boots one and installs the package.
  init(_ package: BuiltPackage) throws {
    system = try BootedSystem.another()
    for user in ["alice", "bob"] {
      try run("useradd", "--create-home", "--shell", "/bin/bash", user)
    }
    // The index of all manual pages of the machine is not what is tested, and takes seconds each time.
    try run("rm", "-f", "/var/lib/man-db/auto-update")
    try install(package)
  }

  /// What people are told when it goes wrong is part of the failure.
  @discardableResult
  func run(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try run(words, sourceLocation: sourceLocation)
  }

  /// Runs a program as a user, in the user's home directory.
  @discardableResult
  func run(
    as user: String, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try run(as: user, words, sourceLocation: sourceLocation)
  }

  /// The same, with the words in an array.
  @discardableResult
  func run(
    as user: String, _ words: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let home = user == "root" ? "/root" : "/home/\(user)"
    return try run(["runuser", "-u", user, "--", "env", "-C", home] + words, sourceLocation: sourceLocation)
  }

  /// A file of it, as this process can open it, until the next reboot.
  func path(_ inside: String) -> String { system.path(inside) }

  /// Installs a package, or upgrades to it.
  func install(_ package: BuiltPackage) throws {
    let place = "/var/tmp/bgtaskd.deb"
    try? FileManager.default.removeItem(atPath: system.path(place))
    try FileManager.default.copyItem(at: package.file, to: URL(filePath: system.path(place)))
    try run("env", "DEBIAN_FRONTEND=noninteractive", "dpkg", "--install", place)
  }

  /// Makes a pipe with a name that everybody may write to and read from.
  func makePipe(_ path: String) throws {
    try run("mkfifo", "-m", "666", path)
  }

  /// Waits until somebody writes a line into a pipe.
  func line(from pipe: String) throws -> String {
    try waiting("head -n 1 <\(pipe)").trimmingCharacters(in: .newlines)
  }

  /// Waits until the journal has a line with this text, for what matches.
  func waitForJournal(_ match: String, _ text: String, count: Int = 1) throws {
    do {
      // grep that writes to /dev/null would read on to the end.
      try waiting(
        """
        exec 3< <(exec journalctl -f -n all -o cat \(match))
        reader=$!
        grep -c -m \(count) -F '\(text)' <&3
        kill $reader
        """)
    } catch {
      Issue.record(
        "not \(count) times '\(text)' in\n\(try run("journalctl", "-n", "200", "-o", "with-unit"))")
      throw error
    }
  }

  /// Boots the machine again.
  func reboot() throws { try system.reboot() }

  /// The history of a user's task, the last run first, as `bgtaskctl --json` has it.
  func history(_ identifier: String, of user: String) throws -> [[String: Any]] {
    let text = try run(as: user, "bgtaskctl", "--json", "history", identifier)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return object?["runs"] as? [[String: Any]] ?? []
  }

  /// Runs a script that waits for something, for 40 s at most, as a unit: what tests start cannot be ended by
  /// timeout(1), because threads of Swift's tests block signals.
  @discardableResult
  func waiting(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    try run(
      ["systemd-run", "--quiet", "--wait", "--pipe", "--property=RuntimeMaxSec=40", "bash", "-c", script],
      sourceLocation: sourceLocation)
  }

  /// The same as root, with the words in an array.
  @discardableResult
  func run(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let done = try system.run(words)
    try #require(
      done.status == 0, "\(words): \(done.output)\(done.errors)", sourceLocation: sourceLocation)
    return done.output
  }
}
