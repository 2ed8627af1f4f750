import Foundation
import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("A daemon on a small disk")
struct SmallDiskTests {
  /// Requests of about a kilobyte.
  private static func requests(_ numbers: Range<Int>) -> [Wire.TaskRequest] {
    let kilobyte = String(repeating: "x", count: 1000)
    return numbers.map { number in
      .later("org.example.task.\(number)").with { $0.command?.environment = ["KILOBYTE": kilobyte] }
    }
  }

  /// A daemon that goes by the file system's size.
  private static func daemon(on disk: SmallDisk) throws -> DaemonProcess {
    try DaemonProcess(
      configuration: "[Scheduler]\nProcessingRequiresIdle=no\n", stateDirectory: disk.path("state"))
  }

  /// Submits until the disk takes no more.
  /// - Returns: How many were accepted, and why the next one was not.
  private static func fill(_ client: SchedulerClient) throws -> (accepted: Int, refusal: String)? {
    for (number, request) in requests(0..<5000).enumerated() {
      do {
        _ = try client.submit(request)
      } catch SchedulerInterfaceError.unavailable(let message) {
        return (number, message)
      }
    }
    return nil
  }

  @Test("2 MB take 400 tasks of 1 KB, one by one or all at once, as often as they are cancelled")
  func again() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let daemon = try Self.daemon(on: disk)
    let client = try daemon.client()
    for round in 0..<5 {
      let requests = Self.requests(0..<400)
      if round % 2 == 0 {
        for request in requests { _ = try client.submit(request) }
      } else {
        let errors = try client.submitBatch(requests).compactMap(\.error)
        #expect(errors.isEmpty, "round \(round): \(errors.count) were refused")
      }
      #expect(try client.tasks().count == 400)
      #expect(try client.cancelAll() == 400)
    }
    daemon.killHard()
    try daemon.start()
    #expect(try daemon.client().tasks().isEmpty)
  }

  @Test("Requests leave an eighth of it for ends, which are recorded, and what is cancelled is room again")
  func reserve() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let daemon = try Self.daemon(on: disk)
    let client = try daemon.client()
    let gate = daemon.folder.path("gate")
    #expect(mkfifo(gate, 0o600) == 0)
    let running = Wire.TaskRequest.shell("org.example.running", "read line < \(gate); echo $line")
    let runID = try #require(try client.submit(running).runId)

    let first = try #require(try Self.fill(client))
    #expect(first.accepted > 1000)
    #expect(
      first.refusal.contains("left, of which 262144 are kept for the ends of runs (StateReserveBytes=)"),
      "\(first.refusal)")
    #expect(try client.status().storeFailure == nil)
    let line = String(repeating: "o", count: 60_000)
    try Data("\(line)\n".utf8).write(to: URL(filePath: gate))
    #expect(try daemon.waitForEnd(of: "org.example.running")?.outcome == .completed)
    #expect(try client.output(runId: runID).output.utf8.count == line.utf8.count + 1)

    // A kill now finds all of it, and the next daemon goes on.
    daemon.killHard()
    try daemon.start()
    let again = try daemon.client()
    #expect(try again.tasks().count == first.accepted)
    #expect(try again.cancelAll() == first.accepted)
    let second = try #require(try Self.fill(again))
    #expect(second.accepted > first.accepted * 9 / 10, "\(second) after \(first.accepted)")
    #expect(try again.status().storeFailure == nil)
    #expect(try again.runs(identifier: "org.example.running").map(\.runId) == [runID])
  }

  @Test("Output of any bytes takes a sixteenth of the disk for a user, and the last of it is kept")
  func output() throws {
    guard let disk = try SmallDisk(size: "8m") else { return }
    let daemon = try Self.daemon(on: disk)
    let client = try daemon.client()
    let line = "head -c 60000 /dev/zero | tr '\\0' '\\377'"
    var runs: [String] = []
    for number in 0..<60 {
      let identifier = "org.example.out.\(number)"
      runs.append(try #require(try client.submit(.shell(identifier, line)).runId))
      #expect(try daemon.waitForEnd(of: identifier)?.outcome == .completed)
    }
    let lengths = try runs.map { try client.output(runId: $0).output.unicodeScalars.count }
    let kept = lengths.reversed().prefix { $0 > 0 }
    #expect(lengths.last == 60_000)
    #expect((5...8).contains(kept.count) && lengths.dropLast(kept.count).allSatisfy { $0 == 0 }, "\(lengths)")
    #expect(try client.runs().count == runs.count)
    _ = try client.submit(.later("org.example.other"))
  }

  @Test("Output that has taken the room of requests gives way to them")
  func outputGivesWay() throws {
    guard let disk = try SmallDisk(size: "8m") else { return }
    let daemon = try Self.daemon(on: disk)
    let client = try daemon.client()
    var status = statvfs()
    #expect(statvfs(disk.path("state"), &status) == 0)
    // A little more is left than the reserve of an eighth.
    let free = Int(status.f_bavail) * Int(status.f_frsize) - (1 << 20) - 250_000
    #expect(FileManager.default.createFile(atPath: disk.path("ballast"), contents: Data(count: free)))
    let line = "head -c 60000 /dev/zero | tr '\\0' '\\377'"
    var accepted = 0
    for number in 0..<30 {
      let identifier = "org.example.out.\(number)"
      // A refusal says that the room was short, and that output is on its way out.
      let run = try daemon.wait { _ in try? client.submit(.shell(identifier, line)).runId }
      accepted += run == nil ? 0 : 1
      #expect(try daemon.waitForEnd(of: identifier)?.outcome == .completed)
    }
    #expect(accepted == 30)
    #expect(try client.runs().count == 30)
    #expect(try client.status().storeFailure == nil)
  }

  @Test("Without a reserve requests fill the disk, and they can be cancelled all the same")
  func unreserved() throws {
    guard let disk = try SmallDisk(size: "2m") else { return }
    let daemon = try DaemonProcess(stateDirectory: disk.path("state"))
    let client = try daemon.client()
    let first = try #require(try Self.fill(client))
    #expect(first.accepted > 1200)
    #expect(first.refusal.contains("no space left"), "\(first.refusal)")
    #expect(try client.cancelAll() == first.accepted)
    for request in Self.requests(0..<400) { _ = try client.submit(request) }
    #expect(try client.tasks().count == 400)
  }
}
