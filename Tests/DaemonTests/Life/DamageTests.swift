import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("State files that cannot be used")
struct DamageTests {
  /// A daemon with tasks that has ended.
  private static func ended(tasks: Int) throws -> (daemon: DaemonProcess, file: URL) {
    let daemon = try DaemonProcess()
    try daemon.client().submitBatch((0..<tasks).map { .later("task-\($0)") })
    #expect(daemon.stop() == 0)
    return (daemon, URL(filePath: daemon.folder.path("state/bgtaskd.sqlite")))
  }

  private static func run(_ daemon: DaemonProcess, _ arguments: String...) throws -> FinishedProgram {
    try BuiltDaemon.run(
      ["--socket", daemon.socket, "--state-directory", daemon.folder.path("state")] + arguments)
  }

  @Test("A damaged file is refused and left as it is; --recover saves what can be read and keeps the rest")
  func recovery() throws {
    let (daemon, file) = try Self.ended(tasks: 200)
    var bytes = try Data(contentsOf: file)
    let page = 4096
    // Everything but the first pages, where the tables begin, every fourth page.
    for start in stride(from: 8 * page, to: bytes.count, by: 4 * page) {
      bytes.replaceSubrange(start..<(start + page), with: Data(repeating: 0xA5, count: page))
    }
    try bytes.write(to: file)
    let refused = try Self.run(daemon)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("is damaged"))
    #expect(refused.errors.contains("bgtaskd --recover --state-directory \(daemon.folder.path("state"))"))
    #expect(try Data(contentsOf: file) == bytes)
    let recovered = try Self.run(daemon, "--recover")
    #expect(recovered.status == 0)
    let kept = try #require(
      recovered.output.split(separator: "\n").first { $0.hasPrefix("kept: ") }?.dropFirst(6))
    #expect(try Data(contentsOf: URL(filePath: String(kept))) == bytes)
    try daemon.start()
    let count = try daemon.client().tasks().count
    #expect((1..<200).contains(count))
    #expect(recovered.output.contains("tasks: \(count) saved"))
  }

  @Test("A whole file comes out of --recover as it was")
  func recoveryOfWhole() throws {
    let (daemon, _) = try Self.ended(tasks: 20)
    let recovered = try Self.run(daemon, "--recover")
    #expect(recovered.status == 0)
    #expect(recovered.output.contains("tasks: 20 saved, 0 damaged"))
    try daemon.start()
    #expect(try daemon.client().tasks().count == 20)
  }

  @Test("A file of a newer version is refused with both versions, and left as it is")
  func newer() throws {
    let (daemon, file) = try Self.ended(tasks: 1)
    var bytes = try Data(contentsOf: file)
    // user_version, a big-endian number in the header (https://www.sqlite.org/fileformat.html, 1.3).
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try bytes.write(to: file)
    let refused = try Self.run(daemon)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("was written by a newer bgtaskd (its schema has version 99"))
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test("A file of another program is refused, and left as it is")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "state/bgtaskd.sqlite", String(repeating: "a letter to somebody\n", count: 300))
    // Whatever this user's umask is.
    #expect(chmod(folder.path("state"), 0o700) == 0 && chmod(file, 0o600) == 0)
    let before = try Data(contentsOf: URL(filePath: file))
    let refused = try BuiltDaemon.run(
      "--socket", folder.path("socket"), "--state-directory", folder.path("state"))
    #expect(refused.status == 65)
    #expect(refused.errors.contains(file))
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
  }

  @Test("A state directory that cannot be made is refused with the path and the system's words")
  func impossible() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "")
    let refused = try BuiltDaemon.run("--socket", folder.path("socket"), "--state-directory", "\(file)/state")
    #expect(refused.status == 74)
    #expect(refused.errors.contains("\(file)/state"))
    #expect(refused.errors.contains("Not a directory"))
  }
}
