import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("submit")
struct SubmitVerbTests {
  private func accepting(
    state: Wire.TaskState = .waiting, explain: (any ErrorReply)? = nil
  ) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .submit(let parameters):
        var task = Samples.task(parameters.request.identifier, state: state)
        task.request = parameters.request
        exchange.reply(SchedulerMethod.Submit.Reply(task: task))
      case .get(let parameters):
        exchange.fail(noTask: parameters.identifier)
      case .explain:
        if let explain { exchange.fail(explain) } else { exchange.reply(Samples.explanation) }
      default: exchange.hangUp()
      }
    }
  }

  private func request(_ arguments: [String]) throws -> Wire.TaskRequest {
    let daemon = try accepting()
    let run = ControlRun.run(["submit", "--json", "--unchecked"] + arguments, daemon: daemon)
    #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
    return try #require(daemon.submitted.first)
  }

  @Test("Every flag becomes the field of its name")
  func everyField() throws {
    let now = ControlRun.now
    let request = try request([
      "-i", "org.example.backup", "--kind=continued", "--earliest", "+1h", "--deadline", "2026-11-22 06:00",
      "--on-deadline", "run", "--requires-network", "--requires-unmetered", "--requires-external-power",
      "--no-requires-idle", "--requires-battery-not-low", "--no-requires-storage-not-low",
      "--prevent-sleep", "--no-sleep-through", "--runtime-limit", "2h", "--repeat", "1d", "--tolerance",
      "10min", "--overdue-after", "3d", "--retry", "linear",
      "--retry-initial", "1min", "--retry-maximum", "1h", "--retry-attempts", "5", "--on-conflict", "keep",
      "--strategy", "fail", "--title", "Backup", "--subtitle", "of home", "--working-directory", "sub",
      "-E", "A=1=2", "-E", "B=", "--", "/usr/bin/tar", "-cf", "x.tar", "--json",
    ])
    let expected = Wire.TaskRequest(
      identifier: "org.example.backup", kind: .continued, earliestBeginUSec: now + Samples.hour,
      deadlineUSec: 1_795_327_200_000_000, onDeadline: .run, requiresNetworkConnectivity: true,
      requiresUnmeteredNetwork: true, requiresExternalPower: true, requiresIdle: false,
      requiresBatteryNotLow: true, requiresStorageNotLow: false, runtimeLimitDurationUSec: 2 * Samples.hour,
      repeatDurationUSec: 24 * Samples.hour, toleranceDurationUSec: 600_000_000,
      retry: Wire.Retry(
        backoff: .linear, initialDurationUSec: 60_000_000, maximumDurationUSec: Samples.hour,
        maximumAttempts: 5),
      onConflict: .keep,
      command: Wire.Command(
        argv: ["/usr/bin/tar", "-cf", "x.tar", "--json"], workingDirectory: "/usr/sub",
        environment: ["A": "1=2", "B": ""]), title: "Backup", subtitle: "of home", strategy: .fail,
      overdueAfterDurationUSec: 72 * Samples.hour, preventsSleep: true, sleepsThrough: false)
    #expect(request == expected)
  }

  @Test("What is not given is left to the daemon; the kind of a program is processing")
  func defaults() throws {
    #expect(
      try request(["-i", "a", "/bin/true"])
        == Wire.TaskRequest(
          identifier: "a", kind: .processing,
          command: Wire.Command(argv: ["/bin/true"], workingDirectory: "/usr")))
    #expect(
      try request(["-i", "a", "--kind", "refresh"]) == Wire.TaskRequest(identifier: "a", kind: .refresh))
    #expect(try request(["-i", "a", "--retry-attempts=3", "/bin/true"]).retry?.backoff == .exponential)
  }

  @Test("A program is looked up in PATH, a relative path starts from the current directory")
  func programPath() throws {
    let directory = try TemporaryFolder()
    _ = try directory.write("plain", "".utf8)
    let tool = try directory.write("tool", "#!/bin/sh\n".utf8, mode: 0o755)
    let daemon = try accepting()
    func argv(_ word: String) -> String? {
      let run = ControlRun.run(
        ["submit", "-i", "a", "--unchecked", "--", word], daemon: daemon,
        variables: ["PATH": "/nonexistent:\(directory.path)"],
        currentDirectory: directory.path)
      return run.status == .success
        ? daemon.submitted.last?.command?.argv[0] : "\(run.status.rawValue): \(run.errors)"
    }
    #expect(argv("tool") == tool)
    #expect(argv("./tool") == tool)
    #expect(argv("sub/tool") == "\(directory.path)/sub/tool")
    #expect(argv("/bin/x") == "/bin/x")
    #expect(argv("plain")?.hasPrefix("66: bgtaskctl: there is no program plain in PATH") == true)
    #expect(argv("")?.hasPrefix("66: ") == true)
    let gone = ControlRun.run(["submit", "-i", "a", "/bin/true"], daemon: daemon, currentDirectory: nil)
    #expect(gone.status == .inputOutput && gone.errors.contains("the current directory is gone"))
  }

  @Test("A working directory is stored without '..', as the kernel would go, also through links")
  func plainDirectory() throws {
    let folder = try TemporaryFolder()
    let fm = FileManager.default
    try fm.createDirectory(atPath: folder.path("a/b"), withIntermediateDirectories: true)
    try fm.createDirectory(atPath: folder.path("c/d"), withIntermediateDirectories: true)
    try fm.createSymbolicLink(atPath: folder.path("a/link"), withDestinationPath: "../c/d")
    let daemon = try accepting()
    func directory(_ given: String, _ more: [String] = []) -> String? {
      let run = ControlRun.run(
        ["submit", "-i", "a", "--working-directory", given] + more + ["--", "/bin/true"], daemon: daemon,
        currentDirectory: folder.path("a/b"))
      return run.status == .success
        ? daemon.submitted.last?.command?.workingDirectory : "\(run.status.rawValue): \(run.errors)"
    }
    #expect(directory("..") == folder.path("a"))
    #expect(directory("../../c") == folder.path("c"))
    #expect(directory("./..//./b/") == folder.path("a/b"))
    #expect(directory("../link") == folder.path("a/link"))
    #expect(directory("../link/../d") == folder.path("c/d"))
    #expect(directory("/../usr") == "/usr")
    #expect(directory("/..") == "/")
    #expect(directory("/usr/bin/") == "/usr/bin/")
    #expect(directory("none/..")?.hasPrefix("66: bgtaskctl: the working directory") == true)
    // What cannot be looked at stays as it was given, and the daemon says what it thinks of it.
    #expect(directory("none/..", ["--unchecked"]) == folder.path("a/b/none/.."))
  }

  @Test("A checkpoint file is named by a path from the current directory")
  func checkpointFile() throws {
    #expect(
      try request(["-i", "a", "--checkpoint-file", "state", "/bin/true"]).checkpointFile == "/usr/state")
  }

  @Test("The daemon's complaint about a field is told of the option")
  func namedOption() throws {
    let daemon = try FakeDaemon {
      $0.fail(SchedulerInterfaceError.invalidRequest(field: "runtimeLimitDurationUSec", message: "found 2d"))
    }
    let run = ControlRun.run(["submit", "-i", "a", "--runtime-limit", "48h", "/bin/true"], daemon: daemon)
    #expect(run.status == .data && run.errors.hasPrefix("bgtaskctl: --runtime-limit: found 2d\n"))
  }

  @Test("A task that waits is shown with its reasons and with how to look later")
  func waiting() throws {
    let run = ControlRun.run(["submit", "-i", "a.b", "/bin/true"], daemon: try accepting(), width: 100)
    #expect(run.lines.first == "Submitted a.b (processing): waiting.")
    #expect(run.output.contains("The machine runs on battery"))
    #expect(run.lines.last == "Later: bgtaskctl explain a.b, or bgtaskctl show a.b")
    #expect(run.lines.allSatisfy { TextWidth.of($0) <= 100 })
  }

  @Test("A task that begins at once is not explained; one that is gone by then is no failure")
  func running() throws {
    let daemon = try accepting(state: .launching)
    let run = ControlRun.run(["submit", "-i", "a", "/bin/true"], daemon: daemon)
    #expect(run.output.hasPrefix("Submitted a (processing): launching.\n"))
    #expect(daemon.calls.count == 2)
    let gone = try accepting(explain: SchedulerInterfaceError.noSuchTask(identifier: "a"))
    let quick = ControlRun.run(["submit", "-i", "a", "/bin/true"], daemon: gone)
    #expect(quick.status == .success && quick.errors.isEmpty)
  }

  /// A daemon that has this task already.
  private func having(_ there: Wire.Task, keeps: Bool = false) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .get: exchange.reply(task: there)
      case .submit(let parameters):
        var task = there
        if !keeps {
          task = Samples.task(parameters.request.identifier)
          task.submittedUSec = ControlRun.now
        }
        exchange.reply(SchedulerMethod.Submit.Reply(task: task))
      default: exchange.reply(Samples.explanation)
      }
    }
  }

  @Test("Names of other tasks that nobody has used are told of, each once")
  func unknownNames() throws {
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .submit(let parameters):
        var task = Samples.task(parameters.request.identifier, state: .running)
        task.request = parameters.request
        exchange.reply(SchedulerMethod.Submit.Reply(task: task))
      case .get(let wish): exchange.fail(noTask: wish.identifier)
      case .history(let wish):
        exchange.reply(runs: wish.identifier == "known" ? [Samples.run("known")] : [])
      default: exchange.hangUp()
      }
    }
    let run = ControlRun.run(
      [
        "submit", "-i", "a", "--unchecked", "--after", "known", "--after", "slip", "--after-any", "slip",
        "--on-failure", "other", "--on-success", "/bin/true", "--", "/bin/true",
      ], daemon: daemon)
    #expect(
      run.lines.filter { $0.hasPrefix("Warning: ") } == [
        "Warning: no task slip is pending, and none has run: it waits until there is one.",
        "Warning: no task other is pending, and none has run: nothing is started until there is one.",
      ], "\(run.output)\(run.errors)")
  }

  @Test("What was replaced is said, and what was kept")
  func replaced() throws {
    func lines(_ there: Wire.Task, keeps: Bool = false) throws -> [String] {
      let words = ["submit", "-i", "a", "--unchecked", "--", "/bin/true"]
      return ControlRun.run(words, daemon: try having(there, keeps: keeps)).lines
    }
    let dated = try lines(Samples.task("a", earliestIn: 2 * Samples.hour))
    #expect(dated[0] == "Submitted a (processing): waiting.")
    #expect(dated[1] == "Replaced the request that was to run at 09:54 (in 2h).")
    #expect(
      try lines(Samples.task("a"))[1] == "Replaced the request that waited: The machine runs on battery.")
    // One that runs goes on, and the new one says that it waits for that.
    #expect(try !lines(Samples.task("a", state: .running)).contains { $0.hasPrefix("Replaced") })
    let kept = try lines(Samples.task("a"), keeps: true)
    #expect(kept[0] == "Kept a (processing), which is there already: waiting.")
    #expect(!kept.contains { $0.hasPrefix("Replaced") })
  }
}
