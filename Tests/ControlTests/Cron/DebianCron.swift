import Foundation
import TestSupport
import Testing

/// Debian's cron itself. It runs in a mount namespace of its own, in which there are only a test's tables,
/// and its minutes pass as fast as it can count them (`clock.c`).
struct DebianCron {
  /// Where its clock is put forward and back.
  static let zone = "Europe/Berlin"
  private static let program = "/usr/sbin/cron"
  /// Nothing of the machine's own is seen, and nothing of the machine is changed.
  private static let script = """
    mount -t tmpfs tmpfs /run
    mount -t tmpfs tmpfs /etc/cron.d
    mount --bind /dev/null /etc/crontab
    mount --bind "$1" /var/spool/cron
    shift
    exec env -i PATH=/usr/bin:/bin TZ=\(zone) "$@" \(program) -f
    """

  private let folder: TemporaryFolder
  /// The home directory of all users.
  let home: String

  init() throws {
    guard access(Self.program, X_OK) == 0 else {
      throw TestFailure("there is no \(Self.program) to hold the import against: make test-packages")
    }
    folder = try TemporaryFolder(permissions: 0o755)
    home = folder.path("home")
    for name in ["home", "output"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    let source = Repository.path("Tests/ControlTests/Cron/clock.c")
    let build = try FinishedProgram.run(
      URL(filePath: "/usr/bin/gcc"),
      ["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", folder.path("clock.so"), source])
    guard build.status == 0 else { throw TestFailure(build.errors) }
  }

  /// When what runs, in seconds since the epoch, by the values of `LINE` that the tables set; and the tables
  /// that it does not read.
  func dates(
    of tables: [(name: String, bytes: [UInt8])], from begin: Int64, to end: Int64
  ) throws -> (dates: [String: [Int64]], refused: Set<String>) {
    let file = folder.path("dates")
    let said = try run(tables, from: begin, to: end, "CRON_DATES=\(file)")
    var dates: [String: [Int64]] = [:]
    for line in try Data(contentsOf: URL(filePath: file)).split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, let date = Int64(String(decoding: words[1], as: UTF8.self)) else {
        throw TestFailure("cron's own lines are not as they were: \(String(decoding: line, as: UTF8.self))")
      }
      let name = String(decoding: words[0], as: UTF8.self)
      // What it has skipped it runs one after the other.
      if dates[name]?.last != date { dates[name, default: []].append(date) }
    }
    let refused = said.split(separator: "\n").compactMap { line -> String? in
      line.hasPrefix("Error: ") ? line.split(separator: " ").last.map(String.init) : nil
    }
    return (dates, Set(refused))
  }

  /// What the command of each line writes, by the values of `LINE`, when all of them run once.
  func outputs(of tables: [(name: String, bytes: [UInt8])]) throws -> [String: Data] {
    let output = folder.path("output")
    for name in try FileManager.default.contentsOfDirectory(atPath: output) {
      try FileManager.default.removeItem(atPath: "\(output)/\(name)")
    }
    // The first minute, but not the second.
    _ = try run(tables, from: 0, to: 100, "CRON_OUTPUT=\(output)")
    var outputs: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: output) {
      outputs[name] = try Data(contentsOf: URL(filePath: "\(output)/\(name)"))
    }
    return outputs
  }

  /// - Returns: What it says.
  private func run(
    _ tables: [(name: String, bytes: [UInt8])], from begin: Int64, to end: Int64, _ variable: String
  ) throws -> String {
    try? FileManager.default.removeItem(atPath: folder.path("spool"))
    try FileManager.default.createDirectory(
      atPath: folder.path("spool/crontabs"), withIntermediateDirectories: true)
    for table in tables { try folder.write("spool/crontabs/\(table.name)", table.bytes, mode: 0o600) }
    let variables = [
      variable, "CRON_BEGIN=\(begin)", "CRON_END=\(end)", "CRON_HOME=\(home)",
      "LD_PRELOAD=\(folder.path("clock.so"))",
    ]
    let run = try FinishedProgram.run(
      URL(filePath: "/usr/bin/unshare"),
      ["--mount", "/bin/sh", "-ec", Self.script, "sh", folder.path("spool")] + variables)
    guard run.status == 0 else { throw TestFailure("cron ended with \(run.status): \(run.errors)") }
    return run.errors
  }
}
