import Foundation
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import Control

@Suite("timeline")
struct TimelineVerbTests {
  private static let hour = Samples.hour
  static let day = 24 * Samples.hour

  /// A run that began so long ago.
  static func run(
    _ identifier: String, ago: Int64, took: Int64 = 60_000_000, outcome: Wire.Outcome? = .completed,
    success: Bool? = true, reason: Wire.Reason? = nil
  ) -> Wire.Run {
    let start = ControlRun.now - ago
    return Wire.Run(
      runId: Samples.runId, identifier: identifier, uid: 0, kind: .processing, attempt: 1, startedUSec: start,
      endedUSec: outcome == nil ? nil : start + took, outcome: outcome, success: success,
      exitStatus: success == false ? 2 : nil, stopReason: reason)
  }

  static func daemon(_ tasks: [Wire.Task], _ runs: [Wire.Run]) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .list: exchange.reply(tasks: tasks)
      case .history(let call):
        let asked = runs.filter { call.identifier == nil || $0.identifier == call.identifier }
        let half = asked.count / 2
        exchange.reply(runs: Array(asked[..<half]), continues: true)
        exchange.reply(runs: Array(asked[half...]))
      default: exchange.hangUp()
      }
    }
  }

  /// A week: what succeeds each day, what failed on one of them, what runs, what waits, and what is to come.
  static func week(prefix: String = "org.example.") throws -> FakeDaemon {
    var photos = Samples.task(prefix + "photos", state: .running, reason: nil, runningFor: hour)
    photos.lastRun = run(prefix + "photos", ago: 5 * day)
    var backup = Samples.task(prefix + "backup")
    backup.submittedUSec = ControlRun.now - 2 * day
    backup.reasonCount = 2
    var index = Samples.task(prefix + "index", earliestIn: hour, reason: nil)
    index.lastRun = run(prefix + "index", ago: 3 * day, success: false)
    let runs =
      [run(prefix + "photos", ago: hour, outcome: nil, success: nil)]
      + (1...6).map { run(prefix + "feeds.refresh", ago: Int64($0) * day, took: hour) }
      + [
        run(prefix + "index", ago: 3 * day, success: false), run(prefix + "index", ago: 3 * day + hour),
        run(
          prefix + "mail", ago: 4 * day, outcome: .expired, success: nil,
          reason: .init(code: "externalPower", message: "it needs external power")),
      ]
    return try daemon(
      [backup, photos, index, Samples.task(prefix + "later", earliestIn: 2 * hour, reason: nil)],
      runs.sorted { $0.startedUSec > $1.startedUSec })
  }

  /// The cells of a task's row.
  private func cells(_ run: ControlRun, _ name: String) throws -> String {
    let line = try #require(run.lines.first { $0.contains(name) && !$0.contains("bgtaskctl") })
    let words = line.split(separator: " ")
    return String(try #require(words.dropFirst().first))
  }

  @Test("Each task has a row with when it ran, how that ended, and what it waits for", arguments: [100, nil])
  func week(width: Int?) throws {
    let run = ControlRun.run(["timeline"], daemon: try Self.week(), width: width)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(
      run.lines[0].hasPrefix("Since Sat 2026-11-14 07:54:30 UTC: 10 runs of 4 tasks: 1 failed, 1 running, 1"))
    let rows = run.lines.filter { $0.hasPrefix("…") || $0.hasPrefix("org.") }
    let names = ["photos", "index", "backup", "later", "feeds.refresh", "mail"]
    #expect(rows.count == names.count)
    for (row, name) in zip(rows, names) { #expect(row.contains(name), "\(row)") }
    #expect(try cells(run, "photos").wholeMatch(of: /\.+>/) != nil)
    #expect(try cells(run, "index").wholeMatch(of: /\.+#?x\.+/) != nil)
    #expect(try cells(run, "backup").wholeMatch(of: /\.+~+/) != nil)
    #expect(try cells(run, "later").wholeMatch(of: /\.+/) != nil)
    #expect(try cells(run, "feeds.refresh").split(separator: ".").allSatisfy { $0 == "#" || $0 == "##" })
    #expect(try cells(run, "feeds.refresh").split(separator: ".").count == 6)
    #expect(try cells(run, "mail").wholeMatch(of: /\.+-\.+/) != nil)
    for text in ["running for 1h", "failed (exit 2)", "The machine runs", "begins 09:54", "succeeded 23h"] {
      #expect(run.output.contains(text), "\(text)")
    }
    #expect(run.lines.last == "x failed  > running  - stopped  # succeeded  ~ waiting  . nothing")
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test("No line is wider than the terminal, in letters or blocks", arguments: [1, 12, 30, 60, 80, 100, 140])
  func widths(width: Int) throws {
    let wide = String(repeating: "日本", count: 20)
    let long = String(repeating: "x", count: 199)
    let daemon = try Self.daemon(
      [Samples.task(long + "1"), Samples.task(wide, reason: wide), Samples.task("a\u{1B}[2J\u{202E}")],
      [Self.run(long + "1", ago: Self.hour), Self.run(long + "2", ago: Self.day)])
    for locale in ["C", "C.UTF-8"] {
      for daemon in [daemon, try Self.week()] {
        let run = ControlRun.run(
          ["timeline", "--all-users", "--color", "always", "--limit", "3"], daemon: daemon, width: width,
          variables: ["LC_ALL": locale])
        #expect(run.status == .success)
        let lines = run.lines.map { $0.replacing(/\u{1B}\[[0-9]*m/, with: "") }
        #expect(lines.allSatisfy { TextWidth.of($0) <= width }, "\(lines)")
        #expect(!lines.joined().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        if width >= 30 { #expect(lines.contains { $0.contains(locale == "C" ? "x" : "█") }) }
        #expect(locale == "C" || width < 60 || !lines.contains { $0.contains("..") })
      }
    }
  }

  @Test("On a terminal with UTF-8 there are blocks and colours, with NO_COLOR and elsewhere not")
  func blocks() throws {
    let utf8 = ["LC_ALL": "C.UTF-8", "TERM": "xterm"]
    let daemon = try Self.week()
    let run = ControlRun.run(["timeline"], daemon: daemon, width: 100, variables: utf8)
    #expect(run.output.contains("\u{1B}[31m✗\u{1B}[0m") && run.output.contains("\u{1B}[32m█\u{1B}[0m"))
    #expect(run.output.contains("│Sun 15"))
    let plain = ControlRun.run(
      ["timeline"], daemon: daemon, width: 100, variables: utf8.merging(["NO_COLOR": "1"]) { $1 })
    #expect(!plain.output.contains("\u{1B}") && plain.output.contains("✗"))
    let piped = ControlRun.run(["timeline"], daemon: daemon, variables: utf8)
    #expect(!piped.output.contains("█") && !piped.output.contains("\u{1B}"))
    #expect(piped.lines.allSatisfy { TextWidth.of($0) <= 80 })
  }

  @Test(
    "A date to come is whole at every width: it is told in fewer words where there is less room",
    arguments: [60, 80, 100, 140])
  func dates(width: Int) throws {
    for (days, forms) in [
      (1, ["begins Sun 07:54", "begins Sun"]), (5, ["begins Thu 07:54", "begins Thu"]),
      (30, ["begins 2026-12-21 07:54", "begins 2026-12-21", "2026-12-21"]),
    ] {
      let task = Samples.task("org.example.later", earliestIn: Int64(days) * Self.day, reason: nil)
      let run = ControlRun.run(["timeline"], daemon: try Self.daemon([task], []), width: width)
      let row = try #require(run.lines.first { $0.contains("..") })
      #expect(forms.contains { row.hasSuffix("  \($0)") }, "\(row)")
      #expect(width < 100 || row.hasSuffix("  \(forms[0])"), "\(row)")
    }
  }

  @Test("Days stand above the columns in which they begin")
  func heading() throws {
    let run = ControlRun.run(["timeline"], daemon: try Self.week(), width: 140)
    let heading = try #require(run.lines.first { $0.contains("|Sun 15") })
    for day in ["Mon 16", "Tue 17", "Wed 18", "Thu 19", "Fri 20"] { #expect(heading.contains("|" + day)) }
    // The run that began at 07:54 each day stands a third of a day behind the mark.
    let row = try #require(run.lines.first { $0.contains("feeds.refresh") })
    let begins = row.ranges(of: ".#").map { row.distance(from: row.startIndex, to: $0.upperBound) - 1 }
    let marks = heading.indices.filter { heading[$0] == "|" }.map {
      heading.distance(from: heading.startIndex, to: $0)
    }
    let perDay = marks[1] - marks[0]
    #expect(begins.count == 6 && marks.count == 7)
    for (begin, mark) in zip(begins, marks) { #expect(((begin - mark) * 24 / perDay - 8).magnitude <= 2) }
  }

  @Test("--since takes dates and lengths, and nothing that is not past")
  func since() throws {
    let daemon = try Self.week()
    func since(_ text: String) -> String {
      String(ControlRun.run(["timeline", "--since", text], daemon: daemon).lines[0].prefix(32))
    }
    for text in ["24h", "1d", "-1d", "1d ago", "2026-11-20 07:54:30", "@1795161270"] {
      #expect(since(text) == "Since Fri 2026-11-20 07:54:30 UT", "\(text)")
    }
    #expect(since("yesterday") == "Since Fri 2026-11-20 00:00:00 UT")
    #expect(since("100y") == "Since Thu 1970-01-01 00:00:00 UT")
    for text in ["soon", "0", "+1h", "tomorrow", "now", "infinity", ""] {
      let run = ControlRun.run(["timeline", "--since", text], daemon: daemon)
      #expect(run.status == .usage && run.errors.contains("--since"), "\(text): \(run.errors)")
    }
  }

  @Test("Dates are those of the reader's zone")
  func zone() throws {
    let daemon = try Self.week()
    func lines(_ zone: String) throws -> [Substring] {
      try BuiltProgram.run(
        [BuiltProgram.path, "timeline", "--since", "@1774652400"],
        variables: ["BGTASKD_SOCKET=\(daemon.path)", "TZ=\(zone)"]
      ).output.split(separator: "\n")
    }
    let nepal = try lines("NPT-5:45")
    #expect(nepal.first?.hasPrefix("Since Sat 2026-03-28 04:45:00 NPT: ") == true, "\(nepal)")
    #expect(try lines("UTC").first?.hasPrefix("Since Fri 2026-03-27 23:00:00 UTC: ") == true)
    #expect(nepal.contains { $0.contains("|") })
  }

  @Test("History is read no further back than a run may reach into what is shown")
  func bounded() throws {
    let daemon = try FakeDaemon { exchange in
      guard case .history = exchange.call else {
        return exchange.reply(tasks: [])
      }
      exchange.reply(runs: [Self.run("new", ago: Self.hour)], continues: true)
      exchange.reply(runs: [], continues: true)
      // It began before what is shown.
      exchange.reply(runs: [Self.run("long", ago: 8 * Self.day, took: 3 * Self.day)], continues: true)
      exchange.reply(runs: [Self.run("old", ago: 20 * Self.day)], continues: true)
      // Who reads on finds nobody there.
      exchange.hangUp()
    }
    #expect(try Self.document(daemon).tasks.map(\.identifier) == ["long", "new"])
  }

  @Test("Identifiers, a prefix, failures and a limit choose the rows, and what is left out is said")
  func chosen() throws {
    let daemon = try Self.week()
    func names(_ arguments: String...) throws -> [String] {
      let run = ControlRun.run(["timeline", "--json"] + arguments, daemon: daemon)
      return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)).tasks.map {
        String($0.identifier.dropFirst(12))
      }
    }
    #expect(try names("org.example.mail", "org.example.index", "org.example.mail") == ["index", "mail"])
    #expect(
      daemon.calls == [
        .list(.init(lastRuns: true)), .history(.init(identifier: "org.example.mail")),
        .history(.init(identifier: "org.example.index")),
      ])
    #expect(try names("--prefix", "org.example.f") == ["feeds.refresh"])
    #expect(try names("--failed") == ["index"])
    #expect(try names("--limit", "2") == ["photos", "index"])
    let run = ControlRun.run(["timeline", "-n", "5"], daemon: daemon, width: 80)
    #expect(run.output.contains("1 more task is left out; --limit sets how many are shown.\n"))
    let users = ControlRun.run(["timeline", "--all-users"], daemon: daemon, width: 100)
    #expect(users.lines.contains { $0.hasPrefix("root  …photos") })
    #expect(daemon.calls.contains(.history(.init(allUsers: true))))
  }

  @Test("Where nothing is, it is said what to do")
  func empty() throws {
    let daemon = try Self.daemon([], [Self.run("a", ago: 30 * Self.day)])
    let run = ControlRun.run(["timeline"], daemon: daemon, width: 80)
    #expect(run.output.hasPrefix("Nothing has run since then, and nothing waits. `bgtaskctl submit -i "))
    for arguments in [["b"], ["--failed"], ["--prefix", "c"]] {
      let run = ControlRun.run(["timeline"] + arguments, daemon: daemon)
      #expect(run.output == "There is nothing of that kind.\n")
    }
    let json = ControlRun.run(["timeline", "--json"], daemon: daemon)
    #expect(json.output.hasSuffix("\"omittedTasks\":0,\"tasks\":[]}\n"))
  }

  // MARK: JSON

  struct Document: Decodable {
    struct Task: Decodable {
      struct Run: Decodable {
        var startedUSec: Int64
        var endedUSec: Int64?
        var outcome: String?
        var result: String
        var runs: Int
      }
      struct Waiting: Decodable {
        struct Reason: Decodable { var message: String }
        var sinceUSec: Int64
        var reason: Reason?
        var reasonCount: Int?
      }
      var identifier: String
      var uid: UInt32
      var runs: [Run]
      var waiting: Waiting?
    }
    var sinceUSec: Int64
    var untilUSec: Int64
    var mergedDurationUSec: Int64
    var omittedTasks: Int
    var tasks: [Task]
  }

  static func document(_ daemon: FakeDaemon, _ arguments: String...) throws -> Document {
    let run = ControlRun.run(["timeline", "--json"] + arguments, daemon: daemon)
    #expect(run.output.utf8.count { $0 == 0x0A } == 1)
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  @Test("What a run has waited for is before it, and does not count as a run")
  func waited() throws {
    var backup = Self.run("backup", ago: Self.day)
    (backup.waitedSinceUSec, backup.waitedFor) = (backup.startedUSec - 3 * Self.day, "externalPower")
    var again = Self.run("again", ago: Self.day)
    again.waitedSinceUSec = again.startedUSec + 1
    let daemon = try Self.daemon([], [backup, again])
    let picture = ControlRun.run(["timeline"], daemon: daemon, width: 100)
    #expect(try cells(picture, "backup").wholeMatch(of: /\.+~+#+\.+/) != nil, "\(picture.output)")
    #expect(try cells(picture, "again").wholeMatch(of: /\.+#+\.+/) != nil, "\(picture.output)")
    let folder = try TemporaryFolder()
    let page = ControlRun.run(["timeline", "--html", folder.path("page.html")], daemon: daemon)
    #expect(page.status == .success)
    let text = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
    #expect(text.contains("waited for external power"))
    let document = ControlRun.run(["timeline", "--json"], daemon: daemon)
    #expect(document.output.contains(#""waits":[{"startedUSec":\#(backup.waitedSinceUSec ?? 0),"#))
    #expect(document.output.components(separatedBy: "waited for").count == 2)
  }

  @Test("--json has the same as one document")
  func json() throws {
    let document = try Self.document(try Self.week())
    #expect(document.untilUSec == ControlRun.now && document.sinceUSec == ControlRun.now - 7 * Self.day)
    let tasks = Dictionary(document.tasks.map { ($0.identifier.dropFirst(12), $0) }) { $1 }
    #expect(tasks.count == 6 && document.omittedTasks == 0)
    let photos = try #require(tasks["photos"]?.runs.first)
    #expect(photos.endedUSec == nil && photos.outcome == nil && photos.result == "running")
    #expect(tasks["index"]?.runs.map(\.result) == ["failed (exit 2)", "succeeded"])
    let mail = try #require(tasks["mail"]?.runs.first)
    #expect(mail.outcome == "expired" && mail.result == "stopped (it needs external power)" && mail.runs == 1)
    let waiting = try #require(tasks["backup"]?.waiting)
    #expect(waiting.sinceUSec == ControlRun.now - 2 * Self.day && waiting.reasonCount == 2)
    #expect(waiting.reason?.message == "The machine runs on battery")
    #expect(tasks["later"]?.waiting == nil && tasks["later"]?.runs.isEmpty == true)
  }

  @Test("Runs reach into the time, end before they begin, or have no end, and all of them are shown")
  func strangeDates() throws {
    var reversed = Self.run("reversed", ago: Self.hour, took: -5 * Self.day)
    reversed.durationUSec = 60_000_000
    var endless = Self.run("endless", ago: Self.day)
    endless.endedUSec = nil
    let runs = [
      Self.run("future", ago: -Self.hour), reversed, endless,
      Self.run("early", ago: 9 * Self.day, took: 8 * Self.day), Self.run("old", ago: 9 * Self.day),
      Self.run("extreme", ago: 0, outcome: nil),
    ]
    let daemon = try Self.daemon([], runs)
    let tasks = try Self.document(daemon).tasks
    #expect(tasks.map(\.identifier) == ["early", "endless", "extreme", "future", "reversed"])
    let dates = tasks.compactMap(\.runs.first)
    #expect(dates[0].startedUSec == ControlRun.now - 9 * Self.day)
    #expect(dates[1].endedUSec == dates[1].startedUSec)
    #expect(dates[4].endedUSec == dates[4].startedUSec + 60_000_000)
    let run = ControlRun.run(["timeline"], daemon: daemon, width: 100)
    #expect(try cells(run, "early").wholeMatch(of: /#+\.+/) != nil)
    for name in ["extreme", "future", "reversed"] {
      #expect(try cells(run, name).wholeMatch(of: /\.+[#>]/) != nil, "\(name)")
    }
  }

  @Test("A failure is seen wherever there was one, between as many successes as you like")
  func failureWins() throws {
    let runs = (0..<2000).map { Self.run("a", ago: Int64($0) * 300_000_000, success: $0 != 1000) }
    let run = ControlRun.run(["timeline"], daemon: try Self.daemon([], runs), width: 100)
    #expect(try cells(run, "a ").wholeMatch(of: /#+x#+/) != nil)
    let bars = try #require(try Self.document(try Self.daemon([], runs)).tasks.first?.runs)
    #expect(bars.map(\.runs).reduce(0, +) == 2000 && bars.count < 5)
  }

  @Test("Half a million runs take no more room than a picture of them")
  func manyRuns() throws {
    let length = 7 * Self.day
    var timeline = Timeline(
      sinceUSec: ControlRun.now - length, untilUSec: ControlRun.now, steps: 2000, mostBars: 8000)
    let begin = ContinuousClock.now
    // Fifty tasks, each of which runs every minute and fails now and then.
    var run = Self.run("a", ago: 0, took: 1_000_000)
    for minute in 0..<10_000 {
      for task in 0..<50 {
        run.identifier = "org.example.task\(task)"
        run.startedUSec = ControlRun.now - Int64(minute) * 60_000_000
        run.endedUSec = run.startedUSec + 1_000_000
        run.success = (minute + task) % 17 != 0
        timeline.add(run)
      }
      #expect(timeline.bars <= 8000)
    }
    let took = ContinuousClock.now - begin
    timeline.arrange(onlyFailed: false, limit: .max)
    #expect(timeline.rows.count == 50)
    #expect(timeline.counts.values.reduce(0, +) == 500_000)
    #expect(timeline.rows.reduce(0) { $0 + $1.bars.count } == timeline.bars)
    #expect(timeline.json.count < 2_000_000)
    #expect(took < .seconds(60), "\(took)")
  }
}
