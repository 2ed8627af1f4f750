import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

/// The minute's form of `make transfers`.
@Suite("Killed at any moment, a download arrives whole", .serialized)
struct KillTests {
  static let mebibytes =
    ProcessInfo.processInfo.environment["BGTASKD_TRANSFER_MIB"].flatMap { Int($0) } ?? 64
  static let isLong = mebibytes >= 1024
  private static let kills = isLong ? 20 : 8
  /// The figures are those of the program that people have, where it is built.
  private static let program =
    (isLong ? BuiltProduct.release("bgtask-transfer") : nil) ?? BuiltProduct.url("bgtask-transfer")

  @Test("It goes on where it was: almost nothing comes twice", arguments: [UInt64(1), 2])
  func kills(seed: UInt64) throws {
    let bench = try Bench(bytes: 0)
    let server = try WebServer(in: bench.folder)
    try Self.fill(bench.folder.path("files/a"))
    let size = Self.mebibytes << 20
    let checksum = try Bench.sha256(ofFile: bench.folder.path("files/a"))
    var transfer = try bench.download("\(server.address)/a")
    if seed == 2 { transfer.checksum = "sha256:" + checksum }
    var generator = SplitMix64(seed: seed)
    let places = (0..<Self.kills).map { _ in Int.random(in: 0..<size, using: &generator) }.sorted()
    var memory = (resident: 0, own: 0)
    for place in places {
      let events = try FolderEvents(of: bench.folder.path("here"))
      let program = try TransferProcess(transfer, program: Self.program)
      #expect(
        events.wait { Self.length(bench.part) >= place || FileManager.default.fileExists(atPath: bench.file) }
      )
      if let now = program.memory { memory = (max(memory.resident, now.resident), max(memory.own, now.own)) }
      program.kill(SIGKILL)
    }
    // The server writes down what it has sent when it sees that nobody is there any more.
    let log = try FolderEvents(of: bench.folder.path)
    try bench.run(transfer, expecting: 0)
    #expect(log.wait { server.sentBytes >= size })
    #expect(try Bench.sha256(ofFile: bench.file) == checksum)
    #expect(bench.names == ["file"])
    let twice = server.sentBytes - size
    // What is on its way when it is killed, in the kernel's hands at both ends.
    #expect(twice >= 0 && twice <= Self.kills << 20, "\(twice) bytes twice, by \(Self.kills) kills")
    guard Self.isLong else { return }
    let share = Double(twice) / Double(size)
    #expect(share < 0.02, "\(twice) bytes twice")
    print(
      "\(Self.mebibytes) MiB, \(Self.kills) kills: \(twice) bytes twice, \(share * 100) %;",
      "memory \(memory.resident) KiB, of that its own \(memory.own) KiB")
  }

  /// Kills that come with what happens to the part and its record, wherever that is.
  @Test("Killed whenever something happens beside the file, it is whole in the end")
  func everyStep() throws {
    let bench = try Bench(bytes: 1 << 20)
    let server = try WebServer(in: bench.folder)
    try bench.folder.write("files/a", bench.content)
    let transfer = try bench.download("\(server.address)/a")
    for step in 1...12 {
      let events = try FolderEvents(of: bench.folder.path("here"))
      let program = try TransferProcess(transfer)
      for _ in 0..<step where !FileManager.default.fileExists(atPath: bench.file) { #expect(events.next()) }
      program.kill(SIGKILL)
      if let bytes = bench.bytes(bench.file) { #expect(bytes == bench.content) }
    }
    try bench.run(transfer, expecting: 0)
    #expect(bench.has(bench.content))
    #expect(bench.names == ["file"])
  }

  static func length(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func fill(_ path: String) throws {
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    for index in 0..<(mebibytes / 16) {
      try file.write(contentsOf: Data(Bench.content(16 << 20, seed: UInt64(index))))
    }
    try file.close()
  }
}
