import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@testable import Control

@Suite("timeline --html")
struct TimelinePageTests {
  /// What nobody may call a task, a label or a reason.
  private static let hostile =
    "\"><script>document.title='owned'</script>'<img src=x onerror=alert(1)>&amp;\u{1B}[2J\u{202E}\u{2066}\n"

  private func page(_ daemon: FakeDaemon, _ arguments: String...) throws -> String {
    let run = ControlRun.run(["timeline", "--html", "-"] + arguments, daemon: daemon)
    #expect(run.status == .success && run.errors.isEmpty)
    return run.output
  }

  @Test("The page is one file that loads and runs nothing, and names no machine")
  func whole() throws {
    let page = try page(try TimelineVerbTests.week())
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && page.hasSuffix("</html>\n"))
    for word in ["<script", "http:", "https:", "url(", "@import", "src=", "href=", "onload", "<link"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains(ProcessInfo.processInfo.hostName))
    #expect(page.contains("@media (prefers-color-scheme: dark)") && page.contains("@media print"))
  }

  @Test("Each task is a row with a bar for each run, which says in words what it was")
  func rows() throws {
    let page = try page(try TimelineVerbTests.week())
    let rows = page.matches(of: /(?s)<tr role="row" class="([^"]*)">(.*?)<\/tr>/).map {
      (classes: String($0.1), text: String($0.2))
    }
    #expect(
      rows.map(\.classes) == [
        "has-running", "has-failed has-succeeded", "has-waiting", "", "has-succeeded", "has-stopped",
      ])
    func bars(_ row: Int, _ kind: String) -> Int {
      rows[row].text.ranges(of: "<rect class=\"\(kind)\"").count
    }
    #expect(bars(0, "running") == 1 && bars(1, "failed") == 1 && bars(1, "succeeded") == 1)
    #expect(bars(2, "waiting") == 1 && bars(4, "succeeded") == 6 && bars(5, "stopped") == 1)
    #expect(rows[1].text.contains("aria-label=\"1 failed, 1 succeeded\""))
    #expect(rows[1].text.contains("<title>2026-11-18 07:54, 1min: failed (exit 2)</title>"))
    #expect(rows[2].text.contains("<title>since 2026-11-19 07:54: The machine runs on battery</title>"))
    #expect(rows[2].text.contains("<bdi>The machine runs on battery (+1 more)</bdi>"))
    #expect(rows[4].text.contains("<summary>6 runs</summary><ol><li>"))
    #expect(rows[0].text.contains("<bdi><span>org.<wbr>example.<wbr></span>photos</bdi>"))
    #expect(page.contains("id=\"show-failed\">\n") && page.contains("succeeded <b>2</b></label>"))
  }

  @Test("Whatever tasks, reasons and results say is text")
  func hostile() throws {
    let reason = Wire.Reason(code: "externalPower", message: Self.hostile)
    var task = Samples.task(Self.hostile, reason: Self.hostile)
    task.request.label = Self.hostile
    let daemon = try TimelineVerbTests.daemon(
      [task],
      [
        TimelineVerbTests.run(
          Self.hostile, ago: Samples.hour, outcome: .expired, success: nil, reason: reason)
      ])
    let page = try page(daemon, "--all-users")
    #expect(page.contains("<small><bdi>&quot;&gt;&lt;script&gt;") && page.contains("<small><bdi>root</bdi>"))
    #expect(!page.contains("<script") && !page.contains("<img") && page.contains("&amp;amp;"))
    #expect(SafeText.lines(page) == page)
    // No attribute has ended before its quotation mark, and nothing is an element that was not meant to be.
    let markup = page.matches(of: /<(\/?)([a-z0-9]+)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)>/)
    #expect(markup.count == page.count { $0 == "<" } - 1)
  }

  @Test("A file takes the other one's place in one step, with the permissions that the mask leaves")
  func file() throws {
    let daemon = try TimelineVerbTests.week()
    let folder = try TemporaryFolder()
    let path = try folder.write("week.html", "old\n")
    let old = try FileHandle(forReadingFrom: URL(filePath: path))
    // In a process of its own: the mask is the whole process's.
    func write(_ path: String) throws -> BuiltProgram.Result {
      try BuiltProgram.run(
        ["/bin/sh", "-c", "umask 027; exec \"$@\"", "sh", BuiltProgram.path, "timeline", "--html", path],
        variables: ["BGTASKD_SOCKET=\(daemon.path)"])
    }
    let run = try write(path)
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    #expect(try old.readToEnd() == Data("old\n".utf8))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["week.html"])
    let none = try write(folder.path("none/x.html"))
    #expect(none.status == Control.ExitStatus.inputOutput.rawValue && none.errors.contains("name a file"))
    let both = ControlRun.run(["timeline", "--html", path, "--json"], daemon: daemon)
    #expect(both.status == .usage && both.errors.contains("--html and --json"))
  }

  @Test("Where nothing is, the page says what to do")
  func empty() throws {
    let page = try page(try TimelineVerbTests.daemon([], []))
    #expect(page.contains("<p>Nothing has run since then, and nothing waits. `bgtaskctl submit"))
    #expect(!page.contains("<table") && !page.contains("<input"))
  }

  @Test("Half a million runs are a page of less than 2 MB, and it says what a bar stands for")
  func large() throws {
    var runs: [Wire.Run] = []
    var generator = SplitMix64(seed: 1)
    for _ in 0..<200 {
      // So that what is drawn together is not the same in all rows.
      for task in 0..<50 {
        let success = generator.next() % 5 != 0
        var run = TimelineVerbTests.run(
          "org.example.task\(task)", ago: Int64(runs.count / 50) * 3_000_000_000,
          took: Int64(generator.next() % 600_000_000), success: success)
        if !success { run.signal = "SIGSEGV" }
        runs.append(run)
      }
    }
    let page = try page(try TimelineVerbTests.daemon([], runs))
    #expect(page.utf8.count < 2_000_000, "\(page.utf8.count)")
    #expect(page.contains("10000 runs of 50 tasks"))
    #expect(page.contains(/<title>[0-9: -]* to [0-9: -]*: [0-9]+ runs, the last succeeded</))
  }
}

/// What a browser makes of the page.
@Suite(
  "timeline --html in Chromium", .serialized,
  .enabled(if: Chromium.obstacle == nil, Comment(rawValue: Chromium.obstacle ?? "")))
struct TimelineBrowserTests {
  private let page: String

  init() throws {
    let daemon = try TimelineVerbTests.week()
    page = ControlRun.run(["timeline", "--html", "-"], daemon: daemon).output
  }

  private struct Facts: Decodable {
    var width: Int
    var overflow: Int
    var isDark: Bool
    var background: String
    var rows: Int
    var outside: Int
    var smallest: Double
    var contrast: Double
    var title: String
  }

  private static let measure = """
    const root = frame.documentElement, window = frame.defaultView;
    const seen = [...frame.querySelectorAll("tbody tr")]
      .filter(row => row.getBoundingClientRect().height > 0);
    const outside = [...frame.querySelectorAll("main *:not(input, thead *)")].filter(one => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.left < -0.5 || box.right > root.clientWidth + 0.5);
    });
    const bars = [...frame.querySelectorAll("rect")].map(one => one.getBoundingClientRect().height);
    \(Chromium.contrast)
    return {
      contrast: contrast("p, label, th, td.note bdi, summary, footer"),
      width: window.innerWidth, overflow: root.scrollWidth - root.clientWidth,
      isDark: window.matchMedia("(prefers-color-scheme: dark)").matches,
      background: window.getComputedStyle(frame.body).backgroundColor, rows: seen.length,
      outside: outside.length, smallest: Math.min(...bars), title: frame.title
    };
    """

  @Test("It has room in windows of every width, light and dark", arguments: [400, 800, 1600], [false, true])
  func widths(width: Int, isDark: Bool) throws {
    let wide = String(repeating: "x", count: 200)
    let hostile = "\"><script>document.title='owned'</script>"
    let daemon = try TimelineVerbTests.daemon(
      [Samples.task(wide, reason: wide), Samples.task(hostile, reason: hostile)],
      (1...5).map { TimelineVerbTests.run("org.example.\($0)", ago: Int64($0) * TimelineVerbTests.day) })
    let crowded = ControlRun.run(["timeline", "--html", "-"], daemon: daemon).output
    let chromium = try Chromium()
    for (page, rows) in [(page, 6), (crowded, 7)] {
      let answer = try chromium.evaluate(Self.measure, in: page, width: width, isDark: isDark)
      let facts = try JSONDecoder().decode(Facts.self, from: Data(answer.utf8))
      #expect(facts.width == width && facts.isDark == isDark && facts.title == "Background tasks")
      #expect(facts.overflow == 0 && facts.outside == 0 && facts.rows == rows, "\(facts)")
      #expect(facts.background == (isDark ? "rgb(20, 23, 26)" : "rgb(252, 252, 251)"))
      #expect(facts.smallest > 1 && facts.contrast >= 4.5, "\(facts)")
    }
  }

  @Test("A button shows the rows that have what it says, without a script")
  func choice() throws {
    let script = """
      return ["all", "failed", "running", "stopped", "succeeded", "waiting"].map(kind => {
        frame.getElementById("show-" + kind).checked = true;
        return [...frame.querySelectorAll("tbody tr")].filter(row => row.getBoundingClientRect().height > 0)
          .map(row => row.querySelector("th").textContent.split(".").pop()).join(" ");
      });
      """
    let answer = try Chromium().evaluate(script, in: page, width: 800, isDark: false)
    let shown = try JSONDecoder().decode([String].self, from: Data(answer.utf8))
    #expect(
      shown == [
        "photos index backup later refresh mail", "index", "photos", "mail", "index refresh", "backup",
      ])
  }

  @Test("There is something to see on a screen and on paper", arguments: [false, true])
  func pictures(isDark: Bool) throws {
    let chromium = try Chromium()
    func size(_ page: String, _ width: Int) throws -> Int {
      try Data(contentsOf: chromium.screenshot(of: page, width: width, isDark: isDark)).count
    }
    // The same page with nothing on it.
    let blank = try size(page.replacing("<main>", with: "<main hidden>"), 1600)
    for width in [500, 800, 1600] {
      let picture = try size(page, width)
      #expect(picture > blank * 3, "\(picture) beside \(blank)")
    }
    let paper = try chromium.print(page)
    #expect(paper.starts(with: Data("%PDF".utf8)) && paper.count > 10_000, "\(paper.count)")
  }
}
