import Dispatch
import Glibc
import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("R53: watch on a terminal", .serialized)
struct LiveWatchTests {
  /// Lets the test decide when the daemon says what.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func open() { semaphore.signal() }
    func wait() { _ = semaphore.wait(timeout: .now() + .seconds(20)) }
  }

  private static func progress(_ completed: Int64, title: String? = nil) -> Wire.Progress {
    Wire.Progress(completedUnitCount: completed, totalUnitCount: 1000, title: title)
  }

  /// Dates of a program that looks at the clock itself.
  private static func now() -> Int64 { Context.ofProcess().now() }

  private static func event(
    _ name: String, _ identifier: String, progress: Wire.Progress? = nil, outcome: Wire.Outcome? = nil,
    reason: String? = nil, startedAgo: Int64 = 4 * Samples.hour
  ) -> SchedulerMethod.Watch.Reply {
    var run = Samples.run(
      identifier, outcome: outcome, exitStatus: outcome == nil ? nil : 0, reason: reason, progress: progress)
    run.runId = identifier
    run.startedUSec = now() - startedAgo
    run.endedUSec = outcome == nil ? nil : now()
    return .init(event: name, timeUSec: now(), run: run)
  }

  private static func task(
    _ identifier: String, _ state: Wire.TaskState, title: String?, progress: Wire.Progress? = nil,
    startedAgo: Int64 = 4 * Samples.hour
  ) -> Wire.Task {
    var task = Samples.task(identifier, state: state, progress: progress)
    task.runId = state == .waiting ? nil : identifier
    task.startedUSec = state == .waiting ? nil : now() - startedAgo
    task.request.title = title
    return task
  }

  /// A daemon that lists these tasks and says these events, each when the gate opens.
  private static func daemon(
    listing tasks: [Wire.Task], _ events: [SchedulerMethod.Watch.Reply], _ gate: Gate,
    ends: Bool = false
  ) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .status: exchange.reply(Samples.status)
      case .list: exchange.reply(tasks: tasks)
      case .watch:
        for event in events {
          gate.wait()
          exchange.reply(event, continues: true)
        }
        if ends { return exchange.hangUp() }
        exchange.waitForHangUp()
      default: exchange.hangUp()
      }
    }
  }

  /// Runs `watch` on a terminal beside the test.
  private final class Watching: @unchecked Sendable {
    let terminal: PseudoTerminal
    var screen = TerminalScreen()
    private let hasEnded = DispatchSemaphore(value: 0)
    private var result: BuiltProgram.Result?

    init(
      _ daemon: FakeDaemon, columns: UInt16 = 80, variables: [String] = ["TERM=xterm"], _ options: [String]
    ) throws {
      terminal = try PseudoTerminal(columns: columns)
      let words = [BuiltProgram.path, "--socket", daemon.path, "watch"] + options
      DispatchQueue(label: "watch").async { [self] in
        result = try? BuiltProgram.run(words, variables: variables, terminal: terminal.terminal)
        hasEnded.signal()
      }
    }

    func wait(until isThere: (TerminalScreen) -> Bool) -> Bool { terminal.wait(&screen, until: isThere) }

    func wait(forLast line: String) -> Bool { wait { $0.text.last?.contains(line) == true } }

    func end() -> BuiltProgram.Result? {
      _ = hasEnded.wait(timeout: .now() + .seconds(30))
      return result
    }
  }

  @Test(
    "What runs already has a line; its progress is drawn in place, events scroll above, the end takes it away"
  )
  func life() throws {
    let gate = Gate()
    let daemon = try Self.daemon(
      listing: [
        Self.task("org.example.waits", .waiting, title: "Later"),
        Self.task("org.example.copy", .running, title: "Copy", progress: Self.progress(400)),
      ],
      [
        Self.event("progress", "org.example.copy", progress: Self.progress(500, title: "Copying")),
        Self.event("launching", "org.example.waits", startedAgo: 0),
        Self.event("running", "org.example.waits", startedAgo: 0),
        Self.event("expiring", "org.example.copy", reason: "Its time is up"),
        Self.event("ended", "org.example.copy", outcome: .expired),
        Self.event("ended", "org.example.waits", outcome: .completed),
      ], gate)
    let watch = try Watching(daemon, ["--limit", "6"])
    #expect(watch.wait(forLast: "org.example.copy  [####------]  40%  1.7/min  6h left  Copy"))
    #expect(watch.screen.text.count == 1)
    // Whatever ends the program now, the shell's prompt comes below.
    #expect(watch.screen.cursorIsBelow)
    gate.open()
    #expect(watch.wait(forLast: "org.example.copy  [#####-----]  50%  2.1/min  4h left  Copying"))
    // It has not become an event of its own.
    #expect(watch.screen.text.count == 1)
    gate.open()
    gate.open()
    #expect(watch.wait(forLast: "org.example.waits  running"))
    #expect(watch.screen.text.last?.hasSuffix("Later") == true)
    let lines = watch.screen.text
    #expect(lines.count == 4 && lines[0].contains("launching") && lines[1].contains("running"))
    #expect(lines[2].hasPrefix("org.example.copy "))
    gate.open()
    #expect(watch.wait { $0.text.contains { $0.contains("50%") && $0.contains("stopping  Its time is up") } })
    gate.open()
    #expect(watch.wait { !$0.text.contains { $0.hasPrefix("org.example.copy") } })
    #expect(watch.screen.text.last?.hasPrefix("org.example.waits  running") == true)
    gate.open()
    #expect(watch.wait { $0.text.count == 5 && $0.text.allSatisfy { !$0.hasPrefix("org.") } })
    let result = watch.end()
    #expect(result?.status == 0 && result?.errors.isEmpty == true)
    #expect(watch.screen.unknown.isEmpty && watch.screen.redraws > 3)
    #expect(daemon.calls.count == 3 && daemon.calls.first == .status)
    #expect(daemon.calls.contains(.watch(.init())) && daemon.calls.contains(.list(.init())))
  }

  @Test("Without an event the time of a run goes on; without a run nothing is drawn")
  func ticks() throws {
    let gate = Gate()
    let daemon = try Self.daemon(
      listing: [Self.task("a", .running, title: nil, startedAgo: 0)],
      [Self.event("ended", "a", outcome: .completed)], gate)
    let watch = try Watching(daemon, ["-n", "1"])
    #expect(watch.wait(forLast: "a  running"))
    #expect(watch.wait(forLast: "a  running 1s"))
    gate.open()
    #expect(watch.wait { $0.text.last?.contains("ended") == true })
    #expect(watch.end()?.status == 0)
  }

  @Test("Lines are of the terminal's width, also of one that was made smaller, with blocks and colours")
  func narrow() throws {
    let gate = Gate()
    let long = String(repeating: "日本語", count: 30)
    let daemon = try Self.daemon(
      listing: [Self.task("org.example.copy", .running, title: long, progress: Self.progress(400))],
      [
        Self.event("progress", "org.example.copy", progress: Self.progress(900, title: long)),
        Self.event("ended", "org.example.copy", outcome: .completed),
      ], gate)
    let watch = try Watching(
      daemon, columns: 100, variables: ["TERM=xterm", "LC_ALL=C.UTF-8"], ["-n", "2"])
    #expect(watch.wait(forLast: "[████▊       ]  40%  1.7/min  6h left  日本語"))
    watch.terminal.resize(columns: 32)
    gate.open()
    #expect(watch.wait(forLast: "org.example.copy  [█████▍]  90%"))
    #expect(watch.screen.text.last.map { TextWidth.of($0) <= 32 } == true)
    gate.open()
    #expect(watch.end()?.status == 0)
  }

  @Test("More runs than there is room for are counted")
  func many() throws {
    let gate = Gate()
    let tasks = (10..<60).map { Self.task("task-\($0)", .running, title: nil, progress: Self.progress(100)) }
    let daemon = try Self.daemon(listing: tasks, [Self.event("conditions", "x", outcome: .completed)], gate)
    let watch = try Watching(daemon, ["-n", "1"])
    #expect(watch.wait(forLast: "and 35 more"))
    #expect(watch.screen.text.count == 16)
    gate.open()
    #expect(watch.end()?.status == 0)
  }

  @Test("Texts of tasks cannot command the terminal")
  func hostile() throws {
    let gate = Gate()
    let evil = "\u{1B}[2J\u{9B}31m\r\n\u{202E}"
    let daemon = try Self.daemon(
      listing: [Self.task("a", .running, title: evil, progress: Self.progress(400))],
      [
        Self.event("progress", "a", progress: Self.progress(500, title: "own" + evil)),
        Self.event("expiring", "a", reason: "why" + evil),
        Self.event("ended" + evil, "a" + evil, outcome: .killed, reason: evil),
      ], gate)
    let watch = try Watching(daemon, columns: 120, ["-n", "3"])
    let shown = #"\x1b[2J\u009b31m\r\n\u202e"#
    #expect(watch.wait(forLast: shown))
    gate.open()
    #expect(watch.wait(forLast: "own" + shown))
    gate.open()
    #expect(watch.wait(forLast: "stopping  why" + shown))
    gate.open()
    #expect(watch.wait { $0.text.last?.contains("killed") == true })
    #expect(watch.screen.unknown.isEmpty)
    #expect(watch.end()?.status == 0)
  }

  @Test("A daemon that goes away leaves the events on the terminal, and no line of a run")
  func lost() throws {
    let gate = Gate()
    let daemon = try Self.daemon(
      listing: [Self.task("a", .running, title: nil, progress: Self.progress(400))],
      [Self.event("running", "b")], gate, ends: true)
    let watch = try Watching(daemon, ["-n", "9"])
    #expect(watch.wait(forLast: "40%"))
    gate.open()
    let result = watch.end()
    #expect(result?.status == 74 && result?.errors.contains("hung up") == true)
    #expect(watch.wait { $0.text.count == 1 && $0.text[0].contains("running") })
  }

  @Test("A terminal that obeys nothing, a pipe, and --json get a line an event, and nobody lists")
  func plain() throws {
    for (options, width, term) in [([], 80, "dumb"), ([], nil, "xterm"), (["--json"], 80, "xterm")]
      as [([String], Int?, String)]
    {
      let daemon = try FakeDaemon { exchange in
        exchange.reply(Self.event("progress", "a", progress: Self.progress(500, title: "x")), continues: true)
        exchange.waitForHangUp()
      }
      let run = ControlRun.run(
        ["watch", "-n", "1"] + options, daemon: daemon, width: width, variables: ["TERM": term])
      #expect(run.lines.count == 1 && !run.output.contains("\u{1B}"))
      if options.isEmpty { #expect(run.output.contains("[#####-----]  50%  2.1/min  4")) }
      #expect(daemon.calls.count == 1)
    }
  }
}
