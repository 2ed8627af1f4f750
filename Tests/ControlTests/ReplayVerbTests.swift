import Foundation
import TestSupport
import Testing

@testable import Control

/// Now is 2026-11-21 07:54:30.5 UTC.
@Suite("replay")
struct ReplayVerbTests {
  /// The output with `--json`, as far as tests look at it.
  private struct Document: Decodable {
    struct Device: Decodable {
      var device: String
      var policy: String
      var work: String?
      var tasks: [Task]
    }
    struct Task: Decodable {
      var identifier: String
      var submittedUSec: Int64
      var finishedUSec: Int64?
      var counted: Bool
      var runs: [Run]
      var heldBack: [Held]
    }
    struct Run: Decodable {
      var startedUSec: Int64
      var endedUSec: Int64?
      var outcome: String?
      var workedUSec: Int64
      var wastedUSec: Int64
    }
    struct Held: Decodable {
      var reason: String
      var durationUSec: Int64
    }
    struct Summary: Decodable {
      var policy: String
      var work: String?
      var devices: Int
      var tasks: Int
      var finished: Int
      var starts: Int
      var successPerStart: Double?
      var wastedMinutesPerFinish: Double?
      var medianCompletionSec: Double?
    }
    var devices: [Device]
    var summary: [Summary]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> String {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
    return url.path()
  }

  /// A record of two phones with a long window on the second day.
  private func phones() throws -> String {
    try file(
      "phones.csv",
      """
      device,trace_start,trace_end,ready_start,ready_end
      a,1580000000,1580172799,1580086400,1580086460
      a,1580000000,1580172799,1580090000,1580100000
      b,1580000000,1580172799,1580086400,1580096400

      """)
  }

  private func document(_ run: ControlRun) throws -> Document {
    #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  @Test("With --json there are the runs of each device, and the figures of each policy")
  func json() throws {
    let run = ControlRun.run(
      ["replay", "--format", "windows", "--trace", try phones(), "--work", "1/day,10min", "--json"])
    let document = try document(run)
    #expect(document.devices.map(\.device) == ["a", "b", "a", "b"])
    #expect(document.devices.map(\.policy) == ["eager", "eager", "patient", "patient"])
    #expect(document.devices.allSatisfy { $0.work == "1/day,10min" })
    #expect(document.summary.map(\.policy) == ["eager", "patient"])
    let eager = document.summary[0]
    #expect(eager.devices == 2 && eager.work == "1/day,10min")
    let tasks = document.devices.prefix(2).flatMap(\.tasks)
    let runs = tasks.flatMap(\.runs)
    #expect(eager.tasks == tasks.count && eager.finished == tasks.count { $0.finishedUSec != nil })
    #expect(eager.starts == runs.count { $0.outcome != nil && $0.outcome != "missed" })
    #expect(eager.finished >= 2)
    // The first task of each waits for the second day.
    let first = try #require(document.devices[0].tasks.first)
    #expect(first.counted && first.heldBack.first?.reason == "unmeteredNetwork")
    #expect(first.runs.map(\.workedUSec).first == 60_000_000)
    #expect(first.runs.map(\.wastedUSec).first == 60_000_000)
    #expect(run.output.contains(#""successPerStart":0."#))
    #expect(run.output.contains(#""wastedMinutesPerFinish":"#))
    #expect(run.output.contains(#""medianCompletionSec":"#))
  }

  @Test("A fixed hold starts tasks when their conditions have held for its time, and is named with it")
  func fixedHold() throws {
    let run = ControlRun.run(
      [
        "replay", "--trace", try phones(), "--work", "1/day,10min", "--policy", "fixed:3min", "--policy",
        "fixed:180s", "--policy", "eager", "--json",
      ])
    let document = try document(run)
    #expect(document.summary.map(\.policy) == ["fixed:3min", "eager"])
    let starts = document.devices[0].tasks.flatMap(\.runs).map(\.startedUSec)
    #expect(starts.first == 1_580_090_180_000_000)
    for (policy, problem) in [
      ("fixed:", "--policy: An empty text is not a length of time"),
      ("fixed:2d", "--policy: '2d' is out of range; allowed is 1s to 1d"),
      ("never", "--policy: 'never' is none of eager, patient, fixed:2min"),
    ] {
      let wrong = ControlRun.run(
        ["replay", "--trace", try phones(), "--work", "1/day,10min", "--policy", policy])
      #expect(wrong.status == .usage && wrong.unwrappedErrors.contains(problem), "\(wrong.unwrappedErrors)")
    }
  }

  @Test("The same seed gives the same document, another one another")
  func seeds() throws {
    func run(_ seed: String) throws -> String {
      ControlRun.run(
        ["replay", "--trace", try phones(), "--work", "2/day,10min", "--seed", seed, "--json"]).output
    }
    #expect(try run("5") == run("5"))
    #expect(try run("5") != run("6"))
  }

  @Test("A setting stands beside the unchanged settings, and names its column")
  func setting() throws {
    let record = try file(
      "desk.csv",
      """
      device,unix_time,field,value
      desk,1767225600,idle,false
      desk,1767225600,powerSource,external
      desk,1767261600,idle,true
      desk,1767312000,machine,on

      """)
    _ = try file("tasks/backup.task", "[Task]\nCommand=/bin/true\nKind=processing\n")
    let tasks = folder.url.appending(path: "tasks").path()
    let run = ControlRun.run(
      ["replay", "--trace", record, "--tasks", tasks, "--set", "ProcessingRequiresIdle=no", "--json"])
    let document = try document(run)
    #expect(document.devices.map(\.policy) == ["unchanged", "ProcessingRequiresIdle=no"])
    let starts = document.devices.map { $0.tasks.first?.runs.first?.startedUSec }
    // The first window of idleness has to last for two minutes.
    #expect(starts == [1_767_261_720_000_000, 1_767_225_600_000_000])
    #expect(document.devices[0].tasks[0].heldBack.map(\.reason) == ["idle", "youngWindow"])
    let table = ControlRun.run(["replay", "--trace", record, "--tasks", tasks, "--policy", "eager"])
    #expect(table.output.contains("backup"), "\(table.output)")
    #expect(table.output.contains("2026-01-01 10:00"), "\(table.output)")
    #expect(table.output.contains("idle 10h"), "\(table.output)")
  }

  @Test("Two directories of tasks stand side by side, each with its name")
  func directories() throws {
    let before = try file("before/a.task", "[Task]\nCommand=/bin/true\nKind=refresh\n")
    let after = try file("after/a.task", "[Task]\nCommand=/bin/true\nKind=refresh\nDelay=1h\n")
    let folders = [before, after].map { String($0.dropLast("/a.task".count)) }
    let words =
      ["replay", "--trace", try phones(), "--policy", "eager"] + folders.flatMap { ["--tasks", $0] }
    let document = try document(ControlRun.run(words + ["--json"]))
    #expect(document.devices.map(\.work) == [folders[0], folders[0], folders[1], folders[1]])
    let starts = document.devices.map { $0.tasks.first?.runs.first?.startedUSec ?? 0 }
    #expect(starts[2] == starts[0] + 3_600_000_000)
    #expect(document.summary.map(\.work) == folders)
    #expect(ControlRun.run(words).output.contains("WORK"))
  }

  @Test("The page shows each policy's runs in the picture of the past")
  func page() throws {
    let run = ControlRun.run(["replay", "--trace", try phones(), "--work", "1/day,10min", "--html", "-"])
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.output.hasPrefix("<!DOCTYPE html>") && run.output.contains("a (eager)"))
    #expect(run.output.contains("b (patient)"))
  }

  @Test("A part of a record begins at a date, and nothing may be left of it")
  func since() throws {
    let phones = try phones()
    let run = ControlRun.run(
      ["replay", "--trace", phones, "--work", "1/day,10min", "--since", "2020-01-27 00:53:20", "--json"])
    let tasks = try document(run).devices.flatMap(\.tasks)
    #expect(!tasks.isEmpty && tasks.allSatisfy { $0.submittedUSec >= 1_580_086_400_000_000 })
    let nothing = ControlRun.run(["replay", "--trace", phones, "--work", "1/day,10min", "--since", "7d"])
    #expect(nothing.status == .usage && nothing.unwrappedErrors.contains("is left after 2026-11-14 07:54"))
  }

  @Test("A wrong record is named with its line; without one there is nothing to replay")
  func failures() throws {
    let wrong = try file("wrong.csv", "device,unix_time,field,value\na,1,idle,maybe\n")
    let run = ControlRun.run(["replay", "--trace", wrong, "--work", "1/day,10min"])
    #expect(run.status == .data)
    #expect(run.unwrappedErrors.contains("wrong.csv: line 2: value: found 'maybe', allowed is true, false"))
    let missing = ControlRun.run(["replay", "--trace", "/nonexistent", "--work", "1/day,10min"])
    #expect(missing.status == .noInput)
    let own = ControlRun.run(["replay", "--work", "1/day,10min"])
    #expect(own.status == .unavailable && own.errors.contains("bgtaskd"))
    let none = ControlRun.run(["replay", "--trace", try phones(), "--tasks", folder.url.path()])
    #expect(none.status == .noInput && none.errors.contains("no task is declared in"))
    for (setting, message) in [
      ("Nothing", "--set: found Nothing, allowed is KEY=VALUE"),
      ("LapseSec=1\nJudgement=nonsense", "--set: found more than one line, allowed is one setting"),
      ("LapsSec=1", "--set: unknown key LapsSec="),
      ("SettlingSec=soon", "--set: SettlingSec=: 'soon' is not a length of time"),
    ] {
      let run = ControlRun.run(
        ["replay", "--trace", try phones(), "--work", "1/day,10min", "--set", setting])
      #expect(run.status == .usage && run.unwrappedErrors.contains(message), "\(run.errors)")
    }
  }

  @Test("A file of a task with an error is named, and the others are replayed")
  func brokenTask() throws {
    _ = try file("tasks/good.task", "[Task]\nCommand=/bin/true\nKind=refresh\n")
    _ = try file("tasks/bad.task", "[Task]\nCommand=/bin/true\nEvery=soon\n")
    let run = ControlRun.run(
      ["replay", "--trace", try phones(), "--tasks", folder.url.appending(path: "tasks").path(), "--json"])
    #expect(run.status == .success && run.errors.contains("bad.task:3: Every=:"), "\(run.errors)")
    #expect(run.output.contains(#""identifier":"good""#) && !run.output.contains(#""identifier":"bad""#))
  }
}
