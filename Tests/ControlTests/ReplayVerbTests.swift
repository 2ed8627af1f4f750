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
    // A setting is applied after the policy that stands beside it.
    let both = try self.document(
      ControlRun.run(
        [
          "replay", "--trace", record, "--tasks", tasks, "--set", "Judgement=eager", "--policy", "patient",
          "--json",
        ]))
    #expect(both.devices.map(\.policy) == ["patient", "patient Judgement=eager"])
    #expect(both.devices[0].tasks[0].heldBack.map(\.reason) == ["idle", "youngWindow"])
    #expect(!both.devices[1].tasks[0].heldBack.map(\.reason).contains("youngWindow"))
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
    let words = ["replay", "--trace", phones, "--work", "1/day,10min", "--since"]
    let nothing = ControlRun.run(words + ["2026-11-14 07:54"])
    #expect(nothing.status == .usage && nothing.unwrappedErrors.contains("is left after 2026-11-14 07:54"))
  }

  @Test("A length of time counts back from the end of each device's record, not from now")
  func sinceLength() throws {
    let record = try file(
      "two.csv",
      """
      device,unix_time,field,value
      a,1580000000,idle,false
      a,1580200000,idle,true
      b,1480000000,idle,false
      b,1480200000,idle,true

      """)
    _ = try file("tasks/mail.task", "[Task]\nCommand=/bin/true\nKind=refresh\nEvery=1h\n")
    let words = [
      "replay", "--trace", record, "--tasks", folder.url.appending(path: "tasks").path(), "--json",
    ]
    let devices = try document(ControlRun.run(words + ["--policy", "eager", "--since", "1d"])).devices
    let starts = devices.map { $0.tasks.first?.runs.first?.startedUSec }
    #expect(starts == [1_580_113_600_000_000, 1_480_113_600_000_000])
    let whole = try document(ControlRun.run(words + ["--policy", "eager", "--since", "30d"])).devices
    #expect(
      whole.map { $0.tasks.first?.runs.first?.startedUSec } == [1_580_000_000_000_000, 1_480_000_000_000_000])
    let none = ControlRun.run(words.dropLast() + ["--since", "0"])
    #expect(none.status == .usage)
    #expect(none.unwrappedErrors.contains("--since: found 0, allowed is a length of time above 0, or a date"))
  }

  // MARK: What cannot be counted

  @Test("A record in which nothing can happen is refused, with the reason")
  func nothing() throws {
    let heading = "device,unix_time,field,value\n"
    let one = try file("one.csv", heading + "a,100,idle,true\nb,200,idle,true\n")
    let unknown = try file("unknown.csv", heading + "a,100,machine,\na,9000,idle,true\na,99000,idle,true\n")
    let short = try file("short.csv", heading + "a,1580000000,idle,true\na,1580000180,idle,true\n")
    let torn = try file(
      "torn.csv", heading + "a,1580000000,powerSource,battery\na,1580086300,machine,\na,1580086400,machine,\n"
    )
    for (path, words) in [
      (one, "one.csv covers no time: each device has rows of one date only"),
      (unknown, "unknown.csv covers no known time: at each date nobody knows what the machine does"),
      (
        short,
        "short.csv has known time of 3min at most, so that no task of --work fits into it: they come at"
      ),
      (torn, "torn.csv has known time of 23h 58min at most, so that no task of --work counts: each is left"),
    ] {
      for form in [[], ["--json"], ["--html", "-"]] {
        let run = ControlRun.run(["replay", "--trace", path, "--work", "1/day,10min"] + form)
        #expect(run.status == .data && run.output.isEmpty, "\(run.output)")
        #expect(run.unwrappedErrors.contains(words), "\(run.unwrappedErrors)")
      }
    }
  }

  @Test("A run that lasts where the record ends is a run, and the figures say that they leave it out")
  func lasting() throws {
    let record = try file(
      "short.csv", "device,unix_time,field,value\na,1580000000,idle,true\na,1580000010,idle,true\n")
    _ = try file("tasks/long.task", "[Task]\nCommand=/bin/true\nKind=refresh\n")
    let tasks = folder.url.appending(path: "tasks").path()
    let words = ["replay", "--trace", record, "--tasks", tasks, "--policy", "eager"]
    let run = ControlRun.run(words)
    #expect(run.status == .success)
    #expect(
      run.output.contains(
        "1 run still lasts where the record ends: how it would have ended is not known, so that the figures"))
    #expect(run.output.contains(/long +1 +0 +0 +0/), "\(run.output)")
    #expect(run.output.contains("still running"))
    _ = try file("tasks/long.task", "[Task]\nCommand=/bin/true\nKind=refresh\nRequiresExternalPower=yes\n")
    let battery = try file(
      "battery.csv",
      "device,unix_time,field,value\na,1580000000,powerSource,battery\na,1580000030,idle,true\n")
    let held = ControlRun.run(["replay", "--trace", battery] + words.dropFirst(3))
    #expect(
      held.output.contains(
        "Nothing is counted: no run would have ended, and no deadline passed, within the 30s of the record."),
      "\(held.output)")
  }

  // MARK: What people see

  /// A laptop of four days, on battery and in use by day, asleep in the evening.
  private func laptop() throws -> (record: String, tasks: String) {
    let record = try file("laptop.csv", ReplayedLaptop.record)
    for (name, text) in ReplayedLaptop.tasks { _ = try file("laptop/\(name).task", text) }
    return (record, folder.url.appending(path: "laptop").path())
  }

  @Test(
    "The figures come first, then the tasks, then the runs; the first reason is whole",
    arguments: [60, 80, 140])
  func order(width: Int) throws {
    let laptop = try laptop()
    let run = ControlRun.run(
      ["replay", "--trace", laptop.record, "--tasks", laptop.tasks], width: width)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { TextWidth.of(String($0)) <= width })
    let places = ["POLICY", "TASK ", "STARTED"].map { heading in
      lines.firstIndex { $0.hasPrefix(heading) } ?? .max
    }
    #expect(places[0] == 0 && places == places.sorted() && places[2] < .max, "\(run.output)")
    #expect(lines[1].contains("external power 2d") && lines[2].contains("external power 2d"))
    for identifier in ["backup", "index.photos", "mail", "report"] {
      #expect(lines.contains { $0.hasPrefix("\(width < 140 ? "…" : "org.example.")\(identifier) ") })
    }
    #expect(lines.contains("All begin with org.example.") == (width < 140))
  }

  @Test("A run says what it has waited for, and so does a date that was missed")
  func waits() throws {
    let laptop = try laptop()
    let run = ControlRun.run(
      ["replay", "--trace", laptop.record, "--tasks", laptop.tasks, "--policy", "eager", "--json"])
    #expect(run.status == .success && !run.output.contains(#""waitedFor":"starting""#))
    #expect(run.output.contains(#""waitedFor":"idle""#))
    #expect(run.output.contains(#""waitedFor":"unmeteredNetwork""#))
  }

  @Test("A replay that takes long shows on a terminal how far it is, and leaves no trace")
  func progress() throws {
    let words = ["replay", "--trace", try phones(), "--work", "1/day,10min"]
    var seconds: Int64 = 0
    let slow = ControlRun.run(
      words, width: 80,
      monotonic: {
        seconds += 1
        return seconds * 1_000_000
      })
    #expect(slow.errors.contains(/\r\[#+-+\] +[1-9][0-9]?%  replayed/))
    #expect(slow.errors.hasSuffix("[##############################] 100%  replayed\r\u{1B}[K"))
    let quick = ControlRun.run(words, width: 80, monotonic: { 0 })
    #expect(quick.errors.isEmpty && quick.output == slow.output)
  }

  @Test(
    "The page says what was replayed, has the figures above the picture, and counts from the record's end")
  func replayPage() throws {
    let laptop = try laptop()
    let words = ["replay", "--trace", laptop.record, "--tasks", laptop.tasks]
    let page = ControlRun.run(words + ["--html", "-"]).output
    #expect(page.contains("<title>Replay of \(laptop.record)</title>"))
    #expect(page.contains("<h1>Replay of \(laptop.record)</h1>"))
    #expect(page.contains("would have run the tasks in \(laptop.tasks) on the device laptop, with each of"))
    #expect(page.contains("settings: eager, patient."))
    let figures = try #require(page.firstRange(of: "<td>patient</td>"))
    let picture = try #require(page.firstRange(of: "aria-label=\"When each task ran\""))
    #expect(figures.upperBound < picture.lowerBound)
    #expect(page.contains("At the record's end</th>") && !page.contains(">Now</th>"))
    // The record ends at midnight after the last run.
    #expect(page.contains("<bdi>succeeded 50min ago</bdi>"))
    let rows = page.matches(of: /(?s)<tr role="row".*?<\/tr>/).map { String($0.0) }
    let missed = try #require(rows.first { $0.contains("report (eager)") })
    #expect(missed.ranges(of: "waited for unmetered network").count == 8)
    #expect(!page.contains("<h2>"))
    #expect(!page.contains("waits for"))
  }

  @Test("Records of distant times have a picture each")
  func parts() throws {
    let later = ReplayedLaptop.record
    let earlier = ReplayedLaptop.rows(as: "old", shiftedBy: -700 * 86_400)
    let record = try file("two.csv", later + earlier)
    let tasks = try laptop().tasks
    let words = ["--tasks", tasks, "--policy", "eager", "--html", "-"]
    let page = ControlRun.run(["replay", "--trace", record] + words).output
    #expect(
      page.matches(of: /<h2>([^<]*)<\/h2>/).map { String($0.1) } == [
        "Mon 2024-12-16 00:00:00 UTC to Fri 2024-12-20 00:00:00 UTC",
        "Mon 2026-11-16 00:00:00 UTC to Fri 2026-11-20 00:00:00 UTC",
      ])
    #expect(page.ranges(of: "aria-label=\"When each task ran\"").count == 2)
    #expect(page.contains("#part-1 td.bars {") && page.contains("<table id=\"part-2\" role"))
    #expect(page.contains("on 2 devices"))
    let close = try file("close.csv", later + ReplayedLaptop.rows(as: "old", shiftedBy: -5 * 86_400))
    #expect(!ControlRun.run(["replay", "--trace", close] + words).output.contains("<h2>"))
  }

  @Test("A task that waits where the record ends is a row, with what it waits for")
  func openWaits() throws {
    let record = try file(
      "desk.csv", "device,unix_time,field,value\ndesk,1767225600,idle,false\ndesk,1767312000,idle,false\n")
    _ = try file("tasks/backup.task", "[Task]\nCommand=/bin/true\nKind=processing\n")
    let tasks = folder.url.appending(path: "tasks").path()
    let page = ControlRun.run(
      ["replay", "--trace", record, "--tasks", tasks, "--policy", "eager", "--html", "-"]
    ).output
    #expect(page.contains("<bdi>waits for idle</bdi>"), "\(page)")
    #expect(page.contains("<rect class=\"waiting\" x=\"0\" y=\"11\" width=\"10000\""))
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
    let nowhere = ControlRun.run(["replay", "--trace", try phones(), "--tasks", "/nonexistent"])
    #expect(nowhere.status == .noInput && nowhere.errors.contains("name a directory that exists"))
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
    _ = try file("tasks/worse.task", "[Task]\nComand=/bin/true\nEvery=soon\n")
    let table = ControlRun.run(
      ["replay", "--trace", try phones(), "--tasks", folder.url.appending(path: "tasks").path()])
    #expect(table.output.contains("\n2 tasks are left out, because their files have errors.\n"))
  }
}
