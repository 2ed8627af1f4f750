import Foundation
import SchedulerAPI
import TestSupport
import Testing

@testable import Control

@Suite("What a person sees")
struct ScreenTests {
  /// A command line, and what its file is called.
  struct Screen: CustomStringConvertible, Sendable {
    let name: String
    let words: [String]

    init(_ name: String, _ words: String...) { (self.name, self.words) = (name, words) }

    var description: String { name }

    /// Whether it is about windows of conditions that have begun just now.
    var isAboutWindows: Bool { name.hasPrefix("window-") }
  }

  private static let file = "CHECKED"

  private static let (record, tasks) = ("laptop.csv", "./tasks.d")

  static let screens: [Screen] = [
    Screen("list", "list"), Screen("list-all-users", "list", "--all-users"),
    Screen("list-failed", "list", "--failed"), Screen("list-waiting", "list", "--waiting", "--all-users"),
    Screen("list-held", "list", "--held", "--all-users"), Screen("help-hold", "help", "hold"),
    Screen("show", "show", "org.example.backup.home"),
    Screen("show-running", "show", "org.example.index.photos"),
    Screen("show-past", "show", "org.example.scan.disk"),
    Screen("explain", "explain", "org.example.index.documents"), Screen("status", "status"),
    Screen("status-check", "status", "--check"), Screen("history", "history"),
    Screen("history-all-users", "history", "--all-users"), Screen("conditions", "conditions"),
    Screen("history-launch", "history", "--launch", "org.example.feeds.refresh"),
    Screen("calendar", "calendar", "Mon..Fri 08:00", "*-*~1 02:30 UTC", "--iterations", "3"),
    Screen("check", "check", file), Screen("logs", "logs", "org.example.photos.upload"),
    Screen("pause-list", "pause", "--list"),
    Screen("submit", "submit", "-i", "org.example.index.documents", "--when", "not hot", "--", "/bin/true"),
    Screen(
      "edit", "edit", "org.example.mail.fetch", "--repeat", "30min", "--title", "Mail", "--when", "not hot"),
    Screen("cancel", "cancel", "org.example.updates.check", "org.example.backup.home"),
    Screen("version", "version"), Screen("help", "help"), Screen("help-submit", "help", "submit"),
    Screen("error", "submit", "-i", "a", "--when", "idle and vpm", "--", "/bin/true"),
    Screen("error-no-task", "show", "org.example.bakcup"),
    Screen("window-explain", "explain", "org.example.backup.offsite"), Screen("window-list", "list"),
    Screen("window-status", "status"), Screen("window-timeline", "timeline"),
    Screen("replay", "replay", "--trace", record, "--tasks", tasks, "--since", "1d"),
    Screen(
      "replay-set", "replay", "--trace", record, "--tasks", tasks, "--policy", "patient", "--set",
      "ProcessingRequiresIdle=no", "--since", "1d"),
    Screen("replay-work", "replay", "--trace", record, "--work", "2/day,10min"),
  ]

  @Test(
    "Each screen is as its file shows it", arguments: screens, [60, 80, 140])
  func screen(screen: Screen, width: Int) throws {
    let daemon = try LaptopDay.daemon(holds: screen.isAboutWindows)
    let folder = try TemporaryFolder()
    let checked = try folder.write(
      "org.example.backup.task", "[Task]\nComand=/usr/bin/borg create\nOnCalendar=every night\nWhen=idel\n")
    // Its path is as long as what is shown instead, so that lines end where they would.
    let place = "/tmp/bgs-" + String(UInt64.random(in: 0..<(1 << 44)) | 1 << 43, radix: 16)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: folder.path)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let record = try folder.write("replayed/laptop.csv", ReplayedLaptop.record)
    for (name, text) in ReplayedLaptop.tasks { try folder.write("replayed/tasks.d/\(name).task", text) }
    let files = [
      Self.file: checked.replacing(folder.path, with: place), Self.record: record,
      Self.tasks: folder.path + "/replayed/tasks.d",
    ]
    let words = screen.words.map { files[$0] ?? $0 }
    let run = ControlRun.run(words, daemon: daemon, width: width, variables: ["LANG": "C.UTF-8"])
    // Where the test's own files are, and the version, differ from day to day.
    let text = "$ bgtaskctl \(screen.words.joined(separator: " "))\n" + run.output + run.errors
    let shown = text.replacing(place, with: "/etc/bgtaskd/tasks.d")
      .replacing(daemon.path, with: "/run/bgtaskd/socket")
      .replacing("bgtaskctl \(ProductVersion.number)", with: "bgtaskctl VERSION")
    let name = "Tests/ControlTests/Screens/\(screen.name)-\(width).txt"
    if getenv("BGTASKD_GENERATE") != nil {
      try shown.write(toFile: Repository.path(name), atomically: true, encoding: .utf8)
    }
    #expect(try Repository.text(name) == shown, "run: make generate")
  }

  @Test("No file shows what is no screen")
  func files() throws {
    let names = Self.screens.flatMap { screen in
      [60, 80, 140].map { "Tests/ControlTests/Screens/\(screen.name)-\($0).txt" }
    }
    #expect(try Repository.files(below: "Tests/ControlTests/Screens", suffix: ".txt") == names.sorted())
  }
}
