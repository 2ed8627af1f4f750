import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Programs with Apple's API, as processes of the built daemon")
struct HandlingProgramTests {
  let folder: TemporaryFolder
  let program: HandlingProgram

  init() throws {
    folder = try TemporaryFolder()
    program = HandlingProgram(folder: folder)
  }

  private func daemon(_ identifiers: String, exec: [String] = [], _ rules: String = "ProcessingSpacingSec=0")
    throws
    -> DaemonProcess
  {
    let exec = exec.isEmpty ? "" : "\nExec=\(exec.joined(separator: " "))"
    return try .withApplications(
      ["export": "PermittedIdentifiers=\(identifiers)\(exec)"], rules, folder: folder)
  }

  private static func request(
    _ identifier: String, _ kind: Wire.Kind = .processing, retry: Wire.Retry? = nil
  ) -> Wire.TaskRequest {
    var request = Wire.TaskRequest(identifier: identifier, kind: kind)
    request.retry = retry
    return request
  }

  @Test(
    "R5: a handler of a pattern gets each identifier under its name, with a run of its own, on demand too")
  func pattern() throws {
    let pattern = "org.example.export.*"
    let daemon = try daemon(pattern, exec: program.command("completes", pattern))
    let client = try daemon.client()
    let identifiers = ["org.example.export.a", "org.example.export.b", "org.example.export.b.c"]
    // Nobody is there: one process is started, and gets the first and the others.
    for identifier in identifiers { try client.submit(Self.request(identifier)) }
    for identifier in identifiers { #expect(try daemon.waitForEnd(of: identifier)?.success == true) }
    let launches = program.launches
    #expect(program.starts == 1)
    #expect(Set(launches.map(\.process)).count == 1)
    #expect(launches.map(\.identifier).sorted() == identifiers)
    for identifier in identifiers {
      let runs = try client.runs(identifier: identifier).map(\.runId)
      #expect(runs == launches.filter { $0.identifier == identifier }.map(\.run))
    }
    #expect(Set(launches.map(\.run)).count == identifiers.count)
    #expect(throws: SchedulerInterfaceError.self) { try client.submit(Self.request("org.example.exports")) }
  }

  @Test(
    "R44: the newest of two processes gets the runs; when it dies in one, the other gets the next attempt")
  func twoProcesses() throws {
    let identifier = "org.example.export"
    let daemon = try daemon(identifier)
    let client = try daemon.client()
    let older = try program.start(daemon, "completes", identifier)
    let newer = try program.start(daemon, "holds", identifier)
    defer { older.terminate() }
    try client.submit(
      Self.request(
        identifier, retry: .init(backoff: .linear, initialDurationUSec: 50_000, maximumAttempts: 5)))
    let first = try #require(try program.wait(daemon, launches: 1))
    #expect(first.map(\.process) == [newer.processIdentifier])
    kill(newer.processIdentifier, SIGKILL)
    newer.waitUntilExit()
    let last = try #require(try daemon.waitForEnd(of: identifier, attempts: 2))
    #expect(last.outcome == .completed && last.success == true)
    let history = try Array(client.runs(identifier: identifier).reversed())
    #expect(history.map(\.outcome) == [.interrupted, .completed])
    #expect(history[0].stopReason?.code == "vanished")
    // Each of them had one run, and none had the other's.
    #expect(
      program.launches == [
        .init(process: newer.processIdentifier, identifier: identifier, run: history[0].runId, attempt: 1),
        .init(process: older.processIdentifier, identifier: identifier, run: history[1].runId, attempt: 2),
      ])
    #expect(try client.tasks().isEmpty)
    // The older one is now the only one.
    try client.submit(Self.request(identifier))
    #expect(try daemon.waitForEnd(of: identifier, attempts: 3)?.success == true)
    #expect(program.launches.map(\.process).last == older.processIdentifier)
    #expect(program.launches.count == 3)
  }

  @Test("R44: an older process that dies while the newer one has a run takes nothing from it")
  func olderDies() throws {
    let identifier = "org.example.export"
    let daemon = try daemon(identifier)
    let client = try daemon.client()
    let older = try program.start(daemon, "completes", identifier)
    let newer = try program.start(daemon, "holds", identifier)
    defer { newer.terminate() }
    try client.submit(Self.request(identifier))
    _ = try #require(try program.wait(daemon, launches: 1))
    kill(older.processIdentifier, SIGKILL)
    older.waitUntilExit()
    // Whoever is asked after that has seen that it is gone.
    let third = try program.start(daemon, "completes", identifier)
    defer { third.terminate() }
    #expect(try client.get(identifier).task.state == .running)
    #expect(program.launches.map(\.process) == [newer.processIdentifier])
    #expect(try client.runs(identifier: identifier).map(\.outcome) == [nil])
  }

  @Test(
    "R37: what its handler submits again at once runs again, a distance later: none is lost or doubled",
    arguments: ["resubmitsBefore", "resubmitsAfter"], [Wire.Kind.refresh, .processing])
  func resubmission(behavior: String, kind: Wire.Kind) throws {
    let identifier = "org.example.export"
    let rules = "RefreshSpacingSec=300ms\nProcessingSpacingSec=300ms"
    let daemon = try daemon(identifier, exec: program.command(behavior, "5", identifier), rules)
    let client = try daemon.client()
    try client.submit(Self.request(identifier, kind))
    let last = try #require(try daemon.waitForEnd(of: identifier, attempts: 5))
    #expect(last.success == true)
    let history = try Array(client.runs(identifier: identifier).reversed())
    #expect(history.map(\.outcome) == Array(repeating: .completed, count: 5))
    #expect(history.map(\.attempt) == Array(repeating: 1, count: 5))
    #expect(program.launches.map(\.run) == history.map(\.runId))
    #expect(Set(history.map(\.runId)).count == 5)
    #expect(program.starts == 1)
    let starts = history.map(\.startedUSec)
    for (one, next) in zip(starts, starts.dropFirst()) { #expect(next - one >= 300_000) }
    #expect(try client.tasks().isEmpty)
  }
}
