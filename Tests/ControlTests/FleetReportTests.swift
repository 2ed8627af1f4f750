import Foundation
import TestSupport
import Testing

@testable import Control

@Suite("fleet report")
struct FleetReportTests {
  /// What nobody may call a machine, a result or a reason.
  private static let hostile =
    #"\"><script>document.title='owned'</script>'<img src=x onerror=alert(1)>&amp;\u001b[2J\u202e\n"#

  /// The reply of a fleet of three machines: one that failed and works again, one that works, one not seen.
  static func reply(
    machine: String = "lab-1", message: String = "in use", user: String = "ops", omitted: Int = 0
  ) -> String {
    let second: Int64 = 1_000_000
    let now = ControlRun.now
    func task(_ number: Int, _ name: String, _ state: String, waiting: Int, granted: Int) -> String {
      """
      {"task": \(number), "identifier": "org.example.\(name)", "user": "\(user)", "group": "lab",
       "mode": "once", "attempts": 3, "requirements": "idle", "class": "0", "state": "\(state)",
       "waiting": \(waiting), "granted": \(granted), "submittedUSec": \(now - 7200 * second)}
      """
    }
    func end(_ occurrence: Int, _ ago: Int64, _ result: String) -> String {
      """
      {"occurrence": \(occurrence), "task": 1, "key": "once", \(result), "machine": "\(machine)",
       "recordedUSec": \(now - ago * second), "startedUSec": \(now - (ago + 90) * second),
       "endedUSec": \(now - ago * second), "message": "\(message)"}
      """
    }
    func member(_ name: String, _ state: String) -> String {
      """
      {"machine": "0", "name": "\(name)", "groups": ["all", "lab"], "allows": ["ops"], "state": "\(state)",
       "draining": false, "granted": 1, "lastSeenUSec": \(now - 3600 * second)}
      """
    }
    return """
      {"nowUSec": \(now), "sinceUSec": \(now - 86400 * second), "ends": 6, "failures": 2,
       "taskCount": \(3 + omitted), "heldCount": 1, "openCount": 2, "machineCount": \(3 + omitted),
       "memberCount": 2, "notSeenCount": 1,
       "machines": [
         \(member(machine, "member")), \(member("lab-2", "member")), \(member("lab-3", "notSeen"))],
       "tasks": [
         {"task": \(task(1, "update", "granted", waiting: 1, granted: 1)), "ends": 5, "failures": 2,
          "machines": 3, "verdicts": [], "slots": {"most": 1, "taken": 1}},
         {"task": \(task(2, "render", "waiting", waiting: 1, granted: 0)), "ends": 0, "failures": 0,
          "machines": 3, "verdicts": [
            {"verdict": "lacks", "code": "idle", "message": "\(message)", "machines": 2, "names": ["a", "b"]},
            {"verdict": "notSeen", "machines": 1, "names": ["lab-3"],
             "lastSeenUSec": \(now - 3600 * second)}]},
         {"task": \(task(3, "old", "ended", waiting: 0, granted: 0)), "ends": 1, "failures": 0}],
       "cells": [
         {"task": 1, "machine": "\(machine)", "ends": 5, "failures": 2, "heldUSec": \(now - 60 * second),
          "begun": true,
          "last": \(end(7, 600, #""outcome": "completed", "success": false, "exitStatus": 3"#))},
         {"task": 1, "machine": "lab-2", "ends": 1, "failures": 0,
          "last": \(end(6, 900, #""outcome": "completed", "success": true"#))},
         {"task": 3, "ends": 1, "failures": 0,
          "last": {"occurrence": 3, "task": 3, "key": "once", "outcome": "cancelled", "success": false,
            "recordedUSec": \(now - 60 * second)}}]}
      """
  }

  static func run(_ reply: String, _ arguments: String..., width: Int? = nil) -> ControlRun {
    ControlRun.run(
      ["fleet", "report"] + arguments, width: width, fleet: { _, _ in (0, Array(reply.utf8), "") })
  }

  static func page(_ reply: String) -> String { run(reply, "--html", "-").output }

  @Test("The text says what ran, what runs, what waits and why, and who was not seen")
  func text() {
    let run = Self.run(Self.reply(), width: 100)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(
      run.output == """
        Since Fri 2026-11-20 07:54:30 UTC: 6 ends, 2 of them failed. 3 tasks: 2 open, 1 at work. 3 machines:
        2 there, 1 not seen.

        TASK                USER  STATE    WAITING  HELD  ENDS  FAILED  LAST                   ON
        org.example.update  ops   granted        1     1     5       2  failed (exit 3) 07:44  lab-1
        org.example.render  ops   waiting        1     0     0       0
        org.example.old     ops   ended          0     0     1       0  cancelled 07:53

        At work:
          org.example.update  lab-1  runs since 07:53 (1min ago)

        Waiting:
          org.example.update is in the hands of 1 machine, and 1 more waits; 1 machine at work, as many as
            may be at a time.
          org.example.render is held back on 2 of 3: in use (2); 1 not seen since 06:54 (lab-3); nobody else
            matches idle now.

        Not seen:
          lab-3  since 06:54 (1h ago)

        """)
  }

  @Test("Machines that have left are counted by themselves")
  func left() {
    let reply = Self.reply().replacing(#""machineCount": 3"#, with: #""machineCount": 5"#)
    let said = Self.run(reply).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("5 machines: 2 there, 1 not seen, 2 left."), "\(said)")
  }

  @Test("The database is asked from the date, for the group and the user, and for as many rows as are wanted")
  func question() {
    var asked = ""
    let reply = Self.reply(omitted: 4)
    let run = ControlRun.run(
      ["fleet", "report", "--since", "24h", "--group", "lab", "--of-user", "ops", "-n", "3"],
      fleet: { words, input in
        #expect(words == ["call", "report_1"])
        asked = String(decoding: input, as: UTF8.self)
        return (0, Array(reply.utf8), "")
      })
    let since = ControlRun.now - 86_400_000_000
    #expect(asked == #"{"group":"lab","machines":3,"sinceUSec":\#(since),"tasks":3,"user":"ops"}"#)
    #expect(run.output.contains("4 more tasks and 4 more machines are left out"), "\(run)")
    #expect(Self.run(reply, "--json").output == reply + "\n")
    let both = Self.run(reply, "--json", "--html", "-")
    #expect(both.status == .usage && both.errors.contains("--html and --json"))
    #expect(Self.run(reply, "-n", "1001").status == .usage)
  }

  @Test("The page is one file that loads and runs nothing; a cell says what ran where and how it ended")
  func whole() {
    let page = Self.page(Self.reply(omitted: 4))
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && page.hasSuffix("</html>\n"))
    for word in ["<script", "http:", "https:", "url(", "@import", "src=", "href=", "onload", "<link"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'") && page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("@media print") && page.contains("left out; --limit shows more.</footer>"))
    let titles = page.matches(of: /data-machine="([^"]*)" title="([^"]*)"/).map { "\($0.1): \($0.2)" }
    #expect(
      titles == [
        "lab-1: runs since 07:53 (1min ago); failed (exit 3), 07:44 (10min ago), took 1min 30s; "
          + "5 ends, 2 failed",
        "lab-2: succeeded, 07:39 (15min ago), took 1min 30s", "no machine: cancelled, 07:53 (1min ago)",
      ])
    #expect(page.contains("held back on 2 of 3: in use (2)") && page.contains("last seen"))
  }

  @Test("Whatever machines, results and reasons are called is text")
  func hostile() {
    let page = Self.page(Self.reply(machine: Self.hostile, message: Self.hostile, user: Self.hostile))
    #expect(!page.contains("<script") && !page.contains("<img") && page.contains("&amp;amp;"))
    #expect(SafeText.lines(page) == page)
    let markup = page.matches(of: /<(\/?)([a-z0-9]+)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)>/)
    #expect(markup.count == page.count { $0 == "<" } - 1)
    let text = Self.run(Self.reply(machine: Self.hostile, message: Self.hostile, user: Self.hostile)).output
    #expect(SafeText.lines(text) == text)
  }

  @Test("A fleet without tasks and machines is said to be one")
  func empty() {
    let reply = """
      {"nowUSec": 2, "sinceUSec": 1, "ends": 0, "failures": 0, "taskCount": 0, "heldCount": 0, "openCount": 0,
       "machineCount": 0, "memberCount": 0, "notSeenCount": 0, "machines": [], "tasks": [], "cells": []}
      """
    #expect(Self.run(reply).output.contains("no tasks of yours"))
    let page = Self.page(reply)
    #expect(page.contains("<p>No task is open") && !page.contains("<table") && !page.contains("<h2>"))
  }
}

/// What a browser makes of the page.
@Suite(
  "fleet report --html in Chromium", .serialized,
  .enabled(if: Chromium.obstacle == nil, Comment(rawValue: Chromium.obstacle ?? "")))
struct FleetReportBrowserTests {
  private struct Facts: Decodable {
    var overflow: Int
    var outside: Int
    var background: String
    var contrast: Double
    var marks: Double
    var title: String
    var cells: [String]
    var widest: Double
  }

  private static let measure = """
    const root = frame.documentElement, window = frame.defaultView;
    // What is wider than a wide window scrolls within its frame.
    const outside = [...frame.querySelectorAll("main *:not(thead, thead *)")].filter(one => {
      const box = one.getBoundingClientRect();
      const scrolls = window.innerWidth > 720 && one.closest(".grid table");
      return !scrolls && box.width > 0 && (box.left < -0.5 || box.right > root.clientWidth + 0.5);
    });
    \(Chromium.contrast)
    return {
      overflow: root.scrollWidth - root.clientWidth, outside: outside.length,
      background: window.getComputedStyle(frame.body).backgroundColor,
      contrast: contrast("p, li, th, td, small, footer"), marks: contrast("td b"), title: frame.title,
      cells: [...frame.querySelectorAll("td")].filter(one => one.getBoundingClientRect().height > 0)
        .map(one => one.textContent),
      widest: Math.max(...[...frame.querySelectorAll("td")].map(one => one.getBoundingClientRect().width))
    };
    """

  @Test("It has room in windows of every width, light and dark", arguments: [400, 800, 1280], [false, true])
  func widths(width: Int, isDark: Bool) throws {
    let wide = String(repeating: "x", count: 200)
    let pages = [
      FleetReportTests.page(FleetReportTests.reply()),
      FleetReportTests.page(FleetReportTests.reply(machine: wide, message: wide, user: wide)),
    ]
    for page in pages {
      let answer = try Chromium().evaluate(Self.measure, in: page, width: width, isDark: isDark)
      let facts = try JSONDecoder().decode(Facts.self, from: Data(answer.utf8))
      #expect(facts.overflow == 0 && facts.outside == 0 && facts.title == "Fleet", "\(facts)")
      #expect(facts.background == (isDark ? "rgb(20, 23, 26)" : "rgb(252, 252, 251)"))
      // The marks are graphics, for which less is enough.
      #expect(facts.contrast >= 4.5 && facts.marks >= 3, "\(facts)")
      #expect(facts.cells.contains { $0.contains("failed (exit 3)") && $0.contains("2 failed") }, "\(facts)")
    }
  }

  @Test("A long reason is read in lines of a column as wide as others, with the whole of it as its title")
  func longReason() throws {
    let reason = Array(repeating: "the working directory is not there", count: 8).joined(separator: " and ")
    let reply = FleetReportTests.reply(message: reason).replacing(
      #""outcome": "completed", "success": false, "exitStatus": 3"#,
      with: #""outcome": "launchFailed", "success": false"#)
    let page = FleetReportTests.page(reply)
    #expect(page.contains("title=") && page.contains(reason), "\(page)")
    let answer = try Chromium().evaluate(Self.measure, in: page, width: 1280, isDark: false)
    let facts = try JSONDecoder().decode(Facts.self, from: Data(answer.utf8))
    #expect(facts.cells.contains { $0.contains(reason) } && facts.widest < 320, "\(facts)")
  }

  @Test("There is something to see on a screen and on paper", arguments: [false, true])
  func pictures(isDark: Bool) throws {
    let chromium = try Chromium()
    let page = FleetReportTests.page(FleetReportTests.reply())
    func size(_ page: String) throws -> Int {
      try Data(contentsOf: chromium.screenshot(of: page, width: 1280, isDark: isDark)).count
    }
    #expect(try size(page) > 3 * size(page.replacing("<main>", with: "<main hidden>")))
    let paper = try chromium.print(page)
    #expect(paper.starts(with: Data("%PDF".utf8)) && paper.count > 10_000, "\(paper.count)")
  }
}
