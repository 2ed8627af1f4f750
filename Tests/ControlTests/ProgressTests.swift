import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("R53: progress")
struct ProgressTests {
  @Test(
    "Progress is a bar when the whole is known",
    arguments: [
      (0, 10, "[----------]   0%"), (6, 10, "[######----]  60%"), (10, 10, "[##########] 100%"),
      (25, 10, "[##########] 100%"), (-5, 10, "[----------]   0%"), (3, 0, "3 done"), (0, 0, ""),
      (3, -1, "3 done"), (999, 1000, "[#########-]  99%"), (57, 100, "[#####-----]  57%"),
      (Int64.max, Int64.max, "[##########] 100%"), (Int64.max - 1, Int64.max, "[#########-]  99%"),
      (Int64.min, Int64.max, "[----------]   0%"),
    ] as [(Int64, Int64, String)])
  func bar(completed: Int64, total: Int64, text: String) {
    #expect(ProgressBar(width: 10, hasEighths: false).text(completed, of: total) == text)
  }

  @Test("Blocks grow by eighths, and the bar is always as wide")
  func blocks() {
    let bar = ProgressBar(width: 4, hasEighths: true)
    #expect(bar.text(0, of: 32) == "[    ]   0%")
    #expect(bar.text(1, of: 32) == "[▏   ]   3%")
    #expect(bar.text(12, of: 32) == "[█▌  ]  37%")
    #expect(bar.text(31, of: 32) == "[███▉]  96%")
    #expect(bar.text(32, of: 32) == "[████] 100%")
    for completed in Int64(0)...100 { #expect(TextWidth.of(bar.text(completed, of: 100)) == 11) }
  }

  @Test(
    "Rate and remaining time, when there is something to tell",
    arguments: [
      // 40 of 100 after 20 s.
      (40, 100, 20_000_000, "2/s", "30s"), (1, 3, 7_000_000, "8.6/min", "14s"),
      (2, 100_000, 7_200_000_000, "1/h", ""), (1, 2, 86_400_000_000, "", "1d"),
      (5_000_000, 20_000_000, 10_000_000, "500k/s", "30s"), (65, 100, 61_000_000, "1.1/s", "33s"),
      (9_996, 20_000, 1_000_000, "10k/s", "2s"), (1, 66, 60_000_000, "1/min", "1h 5min"),
      // The first second, clock steps, nothing done.
      (40, 100, 999_999, "", ""), (40, 100, nil, "", ""), (40, 100, -5, "", ""), (0, 100, 60_000_000, "", ""),
      (-3, 100, 60_000_000, "", ""),
      // Nobody knows the whole, more than the whole, all of it.
      (40, 0, 20_000_000, "2/s", ""), (120, 100, 20_000_000, "6/s", ""), (100, 100, 20_000_000, "5/s", ""),
      (Int64.max, 0, 1_000_000, "9.2E/s", ""), (1, Int64.max, Int64.max, "", ""),
      (Int64.max - 1, Int64.max, 1_000_000, "9.2E/s", "1s"),
    ] as [(Int64, Int64, Int64?, String, String)])
  func estimate(completed: Int64, total: Int64, elapsed: Int64?, rate: String, remaining: String) {
    let estimate = ProgressEstimate(
      Wire.Progress(completedUnitCount: completed, totalUnitCount: total), elapsedUSec: elapsed)
    #expect(estimate.rateText == rate)
    #expect(estimate.remainingText == remaining)
  }

  @Test("A launch that is later than now, or too far away, is no length of time")
  func elapsed() {
    #expect(RunProgress.elapsed(from: 5, to: 12) == 7)
    #expect(RunProgress.elapsed(from: 12, to: 5) == nil)
    #expect(RunProgress.elapsed(from: nil, to: 5) == nil)
    #expect(RunProgress.elapsed(from: .min, to: .max) == nil)
  }

  @Test(
    "Blocks are for UTF-8: LC_ALL before LC_CTYPE before LANG",
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "en_US.utf8"], true), (["LANG": "C.UTF-8@x"], true),
      ([:], false),
      (["LANG": "C"], false), (["LANG": "de_DE@euro"], false), (["LANG": "UTF-8"], false),
      (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true),
      (["LC_CTYPE": "C.UTF-8", "LC_ALL": "POSIX"], false),
    ] as [([String: String], Bool)])
  func locale(variables: [String: String], isUTF8: Bool) {
    var context = Context.ofProcess()
    context.environment = { variables[$0] }
    #expect(context.usesUTF8 == isUTF8)
  }

  @Test("list says what runs are called and do, and bars are as fine as the locale allows")
  func listProgress() throws {
    let daemon = try FakeDaemon { exchange in
      var continued = Samples.task(
        "a", state: .running, reason: nil,
        progress: Wire.Progress(completedUnitCount: 35, totalUnitCount: 80), runningFor: 500_000)
      continued.request.title = "Export\u{1B}[2J"
      continued.request.subtitle = "holiday\nvideo"
      var searching = Samples.task(
        "b", state: .running, reason: nil,
        progress: Wire.Progress(
          completedUnitCount: 1500, totalUnitCount: 0, title: "Searching\u{202E}", subtitle: "/usr"),
        runningFor: 1_000_000)
      searching.request.title = "Not shown"
      var expiring = Samples.task("c", state: .expiring, reason: nil, runningFor: -5_000_000)
      expiring.progress = Wire.Progress(completedUnitCount: 7, totalUnitCount: 5)
      exchange.reply(tasks: [continued, searching, expiring])
    }
    let run = ControlRun.run(["list"], daemon: daemon, variables: ["LANG": "de_DE.UTF-8"])
    #expect(run.lines[1].contains(#"[████▍     ]  43%          Export\x1b[2J: holiday\nvideo"#))
    #expect(run.lines[2].contains(#"1500 done          1.5k/s  Searching\u202e: /usr"#))
    #expect(run.lines[3].contains("[██████████] 100%"))
    #expect(!run.output.contains("left") && !run.output.contains("\u{1B}"))
    let plain = ControlRun.run(["list"], daemon: daemon, variables: ["LANG": "C.UTF-8", "LC_ALL": "C"])
    #expect(plain.lines[1].contains("[####------]  43%"))
    let coloured = ControlRun.run(["list"], daemon: daemon, width: 120, variables: ["TERM": "xterm"])
    #expect(coloured.output.contains("\u{1B}[31m[###############] 100%\u{1B}[0m"))
  }

  @Test("show: how far the run is and since when")
  func showProgress() throws {
    let daemon = try FakeDaemon { exchange in
      var task = Samples.task(
        state: .running, reason: nil,
        progress: Wire.Progress(completedUnitCount: 1, totalUnitCount: 4, subtitle: "part 1"),
        runningFor: 60_000_000)
      task.request.title = "Backup"
      exchange.reply(task: task)
    }
    let run = ControlRun.run(["show", "a"], daemon: daemon)
    #expect(run.output.contains("Progress: [##--------]  25%  1/min  3min left  part 1\n"))
    #expect(run.output.contains("Title: Backup\n") && run.output.contains("Running since: 07:53 (1min ago)"))
  }
}
