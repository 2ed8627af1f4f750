import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("submit --wait")
struct SubmissionWaitTests {
  private static let words = ["submit", "--wait", "-i", "org.example.backup", "--", "/bin/true"]

  /// A daemon that says these events of what was submitted.
  /// - Parameters:
  ///   - attempt: Of the task as it waits after its run; nil when it is over.
  ///   - accepted: What it answers.
  private func daemon(
    _ events: [SchedulerMethod.Watch.Reply], waitingFor attempt: [Int] = [],
    accepting accepted: Wire.Task = Samples.task(state: .launching)
  ) throws -> FakeDaemon {
    nonisolated(unsafe) var left = attempt
    return try FakeDaemon { exchange in
      switch exchange.call {
      case .submit: exchange.reply(SchedulerMethod.Submit.Reply(task: accepted))
      case .explain: exchange.reply(Samples.explanation)
      case .get:
        guard !left.isEmpty else {
          return exchange.fail(noTask: "org.example.backup")
        }
        var task = Samples.task("org.example.backup")
        task.state = .waiting
        task.attempt = left.removeFirst()
        exchange.reply(task: task)
      case .history: exchange.reply(runs: [])
      case .watch:
        for event in events { exchange.reply(event, continues: true) }
        exchange.hangUp()
      default:
        exchange.reply(Samples.status)
      }
    }
  }

  private static func event(_ name: String, _ run: Wire.Run) -> SchedulerMethod.Watch.Reply {
    .init(event: name, timeUSec: ControlRun.now, run: run)
  }

  private static func event(_ name: String, _ task: Wire.Task) -> SchedulerMethod.Watch.Reply {
    .init(event: name, timeUSec: ControlRun.now, task: task)
  }

  /// The run of an earlier request, which succeeds.
  private static var earlier: Wire.Run {
    var run = Samples.run()
    run.runId = "fedcba9876543210fedcba9876543210"
    return run
  }

  /// What is submitted while it goes on, and fails.
  private static let own = Samples.run(success: false, exitStatus: 7)

  @Test("Its exit status is the program's", arguments: [0, 3, 75] as [Int32])
  func status(code: Int32) throws {
    let end = Samples.run(success: code == 0, exitStatus: code)
    let other = Samples.run("org.example.backup.other", success: false, exitStatus: 9)
    let daemon = try daemon([Self.event("ended", other), Self.event("ended", end)])
    let run = ControlRun.run(Self.words, daemon: daemon)
    #expect(run.status.rawValue == code)
    let result = code == 0 ? "succeeded" : "failed (exit \(code))"
    #expect(run.output.hasSuffix("It \(result), after 1min 30s.\n"), "\(run.output)")
  }

  @Test("What is tried again is followed further; what was killed or cancelled is status 1")
  func attempts() throws {
    var first = Samples.run(success: false, exitStatus: 1)
    first.attempt = 1
    let daemon = try daemon(
      [
        Self.event("ended", first),
        Self.event("launching", Samples.run(outcome: nil, success: nil, exitStatus: nil)),
        Self.event("ended", Samples.run(outcome: .killed, success: nil, exitStatus: nil)),
      ],
      waitingFor: [1, 2])
    let run = ControlRun.run(Self.words, daemon: daemon)
    #expect(run.status == .no && run.output.contains("It failed (exit 1), and is tried again."))
    let task = Samples.task()
    let cancelled = try self.daemon(
      [Self.event("submitted", task), Self.event("cancelled", task)], accepting: task)
    #expect(ControlRun.run(Self.words, daemon: cancelled).status == .no)
  }

  @Test(
    "A run that goes on when it is submitted is another one's, whenever that has begun",
    arguments: [
      ["submitted", "ended earlier", "launching own", "ended own"],
      ["launching earlier", "submitted", "progress earlier", "ended earlier", "launching own", "ended own"],
      ["launching earlier", "ended earlier", "replaced", "launching own", "ended own"],
      ["cancelled", "submitted", "ended earlier", "launching own", "cancelled", "ended own"],
    ])
  func earlierRun(story: [String]) throws {
    let task = Samples.task()
    // Of the same name, and accepted at another time.
    var other = task
    other.submittedUSec += 1
    let events = story.map { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2 else { return Self.event(line, line == "cancelled" ? other : task) }
      return Self.event(words[0], words[1] == "own" ? Self.own : Self.earlier)
    }
    let run = ControlRun.run(Self.words, daemon: try daemon(events, accepting: task))
    #expect(run.status.rawValue == 7, "\(run.errors)")
    #expect(run.output.hasSuffix("It failed (exit 7), after 1min 30s.\n"), "\(run.output)")
    #expect(!run.output.contains("succeeded") && !run.output.contains(Self.earlier.runId))
    let json = ControlRun.run(["--json"] + Self.words, daemon: try daemon(events, accepting: task))
    #expect(json.lines.count == 2 && json.lines.last?.contains(#""runId":"\#(Self.own.runId)""#) == true)
  }

  /// The task as another request has made it: accepted later, and for this.
  private static func replacing(_ change: (inout Wire.TaskRequest) -> Void) -> SchedulerMethod.Watch.Reply {
    var task = Samples.task()
    task.submittedUSec += 1
    change(&task.request)
    return event("replaced", task)
  }

  @Test("A request for the same work takes its place: that is said, and the wait goes on")
  func edited() throws {
    let edit = Self.replacing {
      $0.earliestBeginUSec = ControlRun.now + Samples.hour
      $0.requiresIdle = true
      $0.limits = .init(nice: 5)
    }
    let task = Samples.task()
    let events = [
      Self.event("submitted", task), edit, Self.event("launching", Self.own), Self.event("ended", Self.own),
    ]
    let run = ControlRun.run(Self.words, daemon: try daemon(events, accepting: task))
    #expect(run.status.rawValue == 7)
    #expect(
      run.unwrappedErrors == "bgtaskctl: org.example.backup was replaced by a request for the same work, "
        + "with other dates or conditions perhaps; the wait goes on for that")
  }

  @Test(
    "A request for other work takes its place: the wait is over at once, without success",
    arguments: [
      { $0.command?.argv = ["/bin/true"] }, { $0.command?.argv.append("-v") },
      { $0.command?.workingDirectory = "/" }, { $0.command?.environment = ["A": "b"] },
      { ($0.command, $0.unit) = (nil, "a.service") }, { ($0.command, $0.content) = (nil, "{}") },
    ] as [@Sendable (inout Wire.TaskRequest) -> Void])
  func replaced(change: @Sendable (inout Wire.TaskRequest) -> Void) throws {
    let task = Samples.task()
    var success = Samples.run()
    success.attempt = 1
    let events = [
      Self.event("submitted", task), Self.replacing(change), Self.event("launching", success),
      Self.event("ended", success),
    ]
    let run = ControlRun.run(Self.words, daemon: try daemon(events, accepting: task))
    #expect(run.status == .no && !run.output.hasSuffix("succeeded, after 1min 30s.\n"))
    #expect(
      run.unwrappedErrors == "bgtaskctl: org.example.backup was replaced by a request for other work before "
        + "it began: nothing of it ran bgtaskctl show org.example.backup shows the other request; submit "
        + "yours under another identifier")
    let json = ControlRun.run(["--json"] + Self.words, daemon: try daemon(events, accepting: task))
    #expect(json.status == .no && json.errors.hasPrefix(#"{"error":"Replaced","parameters":{},"#))
  }

  @Test("A request for other work that comes between two attempts ends the wait, and one of before does not")
  func replacedLater() throws {
    let other = Self.replacing { $0.command?.argv = ["/bin/true"] }
    let first = Samples.run(success: false, exitStatus: 1)
    let tried = try daemon([Self.event("ended", first), other], waitingFor: [1, 3])
    let run = ControlRun.run(Self.words, daemon: tried)
    #expect(
      run.unwrappedErrors.hasPrefix(
        "bgtaskctl: org.example.backup was replaced by a request for other work before it was tried again "))
    #expect(run.status == .no, "\(run.errors) \(run.output)")
    // The task that is kept has replaced this one.
    let words = ["submit", "--wait", "--on-conflict", "keep"] + Self.words.dropFirst(2)
    var kept = Samples.task()
    kept.submittedUSec += 2
    let begun = [other] + ["launching", "ended"].map { Self.event($0, Self.own) }
    #expect(ControlRun.run(words, daemon: try daemon(begun, accepting: kept)).status.rawValue == 7)
    // During the run another request is the next one's.
    let during = [other, Self.event("ended", Self.own)]
    #expect(ControlRun.run(Self.words, daemon: try daemon(during)).status.rawValue == 7)
  }

  @Test("What is dropped behind a run of an earlier request has not succeeded")
  func missed() throws {
    let task = Samples.task()
    let dropped = Samples.run(outcome: .missed, success: nil, exitStatus: nil)
    let daemon = try daemon(
      [Self.event("submitted", task), Self.event("ended", dropped), Self.event("ended", Self.earlier)],
      accepting: task)
    let run = ControlRun.run(Self.words, daemon: daemon)
    #expect(run.status == .no && run.output.contains("It was missed"), "\(run.output)")
  }

  @Test("Of what is kept no acceptance is told, and its run is waited for: the next one, or the one it is in")
  func kept() throws {
    let words = ["submit", "--wait", "--on-conflict", "keep"] + Self.words.dropFirst(2)
    let begun = ["launching", "ended"].map { Self.event($0, Self.own) }
    let waiting = try daemon(begun, accepting: Samples.task())
    #expect(ControlRun.run(words, daemon: waiting).status.rawValue == 7)
    let running = try daemon([Self.event("ended", Self.own)], accepting: Samples.task(state: .running))
    #expect(ControlRun.run(words, daemon: running).status.rawValue == 7)
    // There was nothing to keep but a run.
    let task = Samples.task()
    let before = [
      Self.event("launching", Self.earlier), Self.event("submitted", task), Self.event("ended", Self.earlier),
    ]
    let new = try daemon(before + begun, accepting: task)
    #expect(ControlRun.run(words, daemon: new).status.rawValue == 7)
  }

  @Test("With --json it is the task, and then the run")
  func json() throws {
    let daemon = try daemon([Self.event("ended", Samples.run())])
    let run = ControlRun.run(["--json"] + Self.words, daemon: daemon)
    #expect(run.lines.count == 2 && run.status == .success)
    #expect(run.lines[1].contains(#""outcome":"completed""#))
  }

  @Test("A daemon that goes away is an error, and no end")
  func lost() throws {
    #expect(ControlRun.run(Self.words, daemon: try daemon([])).status == .inputOutput)
  }
}
