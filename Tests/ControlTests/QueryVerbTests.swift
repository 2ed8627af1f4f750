import SchedulerAPI
import SchedulerCore
import Testing
import Varlink

@testable import Control

@Suite("Verbs that ask")
struct QueryVerbTests {
  static let widths = [40, 80, 200]

  private func listing() throws -> FakeDaemon {
    try FakeDaemon { exchange in
      exchange.reply(
        tasks: [
          Samples.task(earliestIn: 2 * Samples.hour + 300_000_000),
          Samples.task("org.example.日本語.\u{1B}[2J", state: .waiting),
        ], continues: true)
      exchange.reply(tasks: [
        Samples.task(
          "org.example.sync", state: .running, reason: nil,
          progress: Wire.Progress(completedUnitCount: 60, totalUnitCount: 100, title: "Copying"),
          runningFor: 20_000_000)
      ])
    }
  }

  @Test("list: all pages in one table that fits, what runs first, then what is due", arguments: widths)
  func list(width: Int) throws {
    let run = ControlRun.run(["list"], daemon: try listing(), width: width)
    #expect(run.status == .success && run.errors.isEmpty)
    #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
    #expect(!run.output.contains("\u{1B}"))
    let isFolded = width < 200
    #expect(run.lines.count == (isFolded ? 5 : 4))
    #expect(run.lines[0].hasPrefix(isFolded ? "All begin with org.example." : "IDENTIFIER"))
    let rows = run.lines.suffix(3).map { String($0) }
    let begin = isFolded ? "…" : "org.example."
    #expect(rows[0].hasPrefix(begin + "sync") && rows[0].contains("running"))
    #expect(rows[1].hasPrefix(begin + "日本") && rows[1].contains("waiting"))
    #expect(rows[2].hasPrefix(begin + "backup") && rows[2].contains("scheduled"))
    if width == 200 {
      #expect(
        rows[2].contains("09:59") && rows[2].contains("in 2h 5min")
          && rows[2].contains("The machine runs on battery"))
      #expect(rows[0].contains("[##############----------]  60%   3/s  14s left    Copying"))
    }
    // What says how far it is goes last.
    #expect(rows[0].contains("%") && rows[0].contains("Copying") == (width > 40))
  }

  @Test("list: a run that ended at a date to come, by a clock that was ahead, has that date and no length")
  func listOfClockAhead() throws {
    let daemon = try FakeDaemon { exchange in
      var task = Samples.task("a")
      task.lastRun = Samples.run()
      task.lastRun?.endedUSec = ControlRun.now + 700 * 24 * Samples.hour
      exchange.reply(tasks: [task])
    }
    let wide = ControlRun.run(["list"], daemon: daemon, width: 200)
    #expect(wide.output.contains("succeeded 2028-10-21 07:54, by a clock that was ahead"), "\(wide.output)")
    #expect(!wide.output.contains(" in 1y"))
    let narrow = ControlRun.run(["list"], daemon: daemon, width: 60)
    #expect(!narrow.output.contains(" in 1y"))
  }

  @Test("list: what failed last stands before what waits, with how it ended, and more reasons are counted")
  func listFailing() throws {
    let daemon = try FakeDaemon { exchange in
      var failing = Samples.task("org.example.b")
      failing.lastRun = Samples.run(success: false, exitStatus: 2)
      failing.reasonCount = 3
      var fine = Samples.task("org.example.a", earliestIn: Samples.hour)
      fine.lastRun = Samples.run()
      var late = Samples.task("org.example.c")
      late.overdue = true
      exchange.reply(tasks: [fine, failing, late])
    }
    let run = ControlRun.run(["list"], daemon: daemon, width: 140)
    let rows = run.lines.dropFirst()
    #expect(rows.map { $0.split(separator: " ")[1] } == ["failing", "overdue", "scheduled"])
    #expect(rows[1].contains("failed (exit 2) 58min 29s ago") && rows[1].contains("on battery (+2 more)"))
    #expect(rows[3].contains("succeeded 58min 29s ago"))
    for (option, name) in [("--failed", "b"), ("--overdue", "c")] {
      let only = ControlRun.run(["list", option, "--identifiers"], daemon: daemon)
      #expect(only.output == "org.example.\(name)\n")
    }
    #expect(
      ControlRun.run(["list", "--running"], daemon: daemon).output == "There is nothing of that kind.\n")
    #expect(
      ControlRun.run(["list", "--failed", "--overdue", "--identifiers"], daemon: daemon).lines.count == 2)
  }

  @Test("list without a terminal cuts nothing and colours nothing")
  func listPiped() throws {
    let run = ControlRun.run(["list"], daemon: try listing())
    #expect(!run.output.contains("…") && !run.output.contains("\u{1B}"))
    #expect(run.output.contains(#"org.example.日本語.\x1b[2J"#))
  }

  @Test("list --json is one object with the tasks of all pages, by name, and the protocol's names")
  func listJSON() throws {
    let run = ControlRun.run(["list", "--json"], daemon: try listing())
    let reply = try SchedulerMethod.List.Reply(json: Array(run.output.utf8))
    let names = reply.tasks.map(\.request.identifier)
    #expect(names == names.sorted())
    #expect(reply.tasks.map(\.state) == [.waiting, .running, .waiting])
    #expect(run.output.contains(#""earliestBeginUSec":1795255170500000"#))
    #expect(run.lines.count == 1)
  }

  @Test("list passes its filters on, stops at its limit, and lists bare identifiers")
  func listOptions() throws {
    let daemon = try listing()
    let run = ControlRun.run(
      ["list", "--prefix", "org.", "--all-users", "--limit=1", "--identifiers"], daemon: daemon)
    #expect(run.output == "org.example.backup\n")
    #expect(daemon.calls == [.list(.init(identifierPrefix: "org.", allUsers: true, lastRuns: true))])
    let users = ControlRun.run(["list", "--all-users"], daemon: daemon)
    #expect(users.lines[0].hasPrefix("USER") && users.lines[1].hasPrefix("root"))
  }

  @Test("list says so when there is nothing")
  func listEmpty() throws {
    let daemon = try FakeDaemon { $0.reply(tasks: []) }
    #expect(
      ControlRun.run(["list"], daemon: daemon).output.hasPrefix(
        "Nothing is pending or running. `bgtaskctl submit"))
    #expect(
      ControlRun.run(["list", "--prefix", "zzz"], daemon: daemon).output
        == "No pending or running task has an identifier that begins with zzz.\n")
    #expect(
      ControlRun.run(["list", "--prefix", "zzz", "--failed"], daemon: daemon).output
        == ControlRun.run(["list", "--failed"], daemon: daemon).output)
    #expect(ControlRun.run(["list", "--json"], daemon: daemon).output == "{\"tasks\":[]}\n")
    #expect(ControlRun.run(["list", "--identifiers"], daemon: daemon).output == "")
  }

  @Test(
    "show: every field that is set, the command as a shell would need it, and the last runs",
    arguments: widths)
  func show(width: Int) throws {
    let daemon = try FakeDaemon { exchange in
      var task = Samples.task(earliestIn: Samples.hour)
      task.request.title = "Backup\u{1B}[8m"
      task.request.deadlineUSec = ControlRun.now + 5 * Samples.hour
      task.request.onDeadline = .drop
      task.request.requiresIdle = false
      task.request.runtimeLimitDurationUSec = 2 * Samples.hour
      task.request.retry = Wire.Retry(backoff: .linear, maximumAttempts: 3)
      task.request.preventsSleep = true
      task.request.sleepsThrough = false
      task.request.command?.environment = ["B": "2", "A": "1 x"]
      exchange.reply(task: task, lastRuns: [Samples.run()])
    }
    let run = ControlRun.run(["show", "org.example.backup"], daemon: daemon, width: width)
    #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
    #expect(!run.output.contains("\u{1B}"))
    #expect(run.output.contains("Last runs:") && run.output.contains("succeeded"))
    guard width == 200 else { return }
    for text in [
      #"Title: Backup\x1b[8m"#, "Earliest: 08:54 (in 1h)", "Deadline: 12:54 (in 5h), then drop",
      "Requires: external power", "Not required: idle machine", "Runtime limit: 2h",
      "Retry: linear, 3 attempts", "Sleep: prevented while it runs on external power, told to stop before",
      #"Command: /usr/bin/tar -cf "a b.tar""#, #"Environment: "A=1 x""#, "Environment: B=2",
      "Submitted: 06:54 (1h ago)",
    ] {
      #expect(run.output.contains(text), "\(text)")
    }
    #expect(daemon.calls == [.get(.init(identifier: "org.example.backup"))])
  }

  @Test("show says first that it fails, as list does, and how it failed last")
  func showFailing() throws {
    let daemon = try FakeDaemon { exchange in
      let task = Samples.task("a", earliestIn: Samples.hour)
      exchange.reply(task: task, lastRuns: [Samples.run(success: false, exitStatus: 3)])
    }
    let lines = ControlRun.run(["show", "a"], daemon: daemon).lines
    #expect(lines.contains { $0.hasSuffix("State: failing") }, "\(lines)")
    #expect(lines.contains { $0.contains("Last result: failed (exit 3)") }, "\(lines)")
  }

  @Test("history of one task says that it has none, and not that nothing has run")
  func historyEmpty() throws {
    let daemon = try FakeDaemon { $0.reply(runs: []) }
    #expect(
      ControlRun.run(["history", "a"], daemon: daemon).output
        == "The history has no run of a. `bgtaskctl list` says what waits.\n")
    #expect(
      ControlRun.run(["history"], daemon: daemon).output
        == "Nothing has run yet. `bgtaskctl list` says what waits.\n")
  }

  @Test("history: how runs ended, in one table that fits", arguments: widths)
  func history(width: Int) throws {
    let daemon = try FakeDaemon { exchange in
      exchange.reply(runs: [
        Samples.run(outcome: nil, success: nil, exitStatus: nil),
        Samples.run(),
        Samples.run(success: false, exitStatus: 3),
        Samples.run(success: false, exitStatus: nil, signal: "SIGSEGV", tookUSec: 1_234_567),
        Samples.run(outcome: .expired, success: nil, exitStatus: nil, reason: "Its time was up"),
        Samples.run(tookUSec: -5),
      ])
    }
    let run = ControlRun.run(["history", "-n", "6", "org.example.backup"], daemon: daemon, width: width)
    #expect(run.lines.count == (width == 40 ? 8 : 7) && run.lines.allSatisfy { TextWidth.of($0) <= width })
    #expect(!run.output.replacing("\n…", with: "\n").contains("…"))
    #expect(daemon.calls == [.history(.init(identifier: "org.example.backup", limit: 6))])
    for text in ["running", "succeeded", "failed (exit 3)", "failed (SIGSEGV)", "timed out"] {
      #expect(run.output.contains(text), "\(text)")
    }
    guard width == 200 else { return }
    for text in ["1min 30s", "1.234s", "06:54", "ATTEMPT", Samples.runId.prefix(8) + "\n"] {
      #expect(run.output.contains(text), "\(text)")
    }
  }

  @Test("No two tasks and no two runs of different tasks read alike, however narrow the terminal is")
  func distinct() throws {
    let names = ["org.example.backup.home", "org.example.backup.mail", "org.example.backup.home.old"]
    let daemon = try FakeDaemon { exchange in
      if case .list = exchange.call {
        exchange.reply(tasks: names.map { Samples.task($0) })
      } else {
        exchange.reply(runs: names.map { Samples.run($0) })
      }
    }
    for width in 40...140 {
      for verb in ["list", "history"] {
        let run = ControlRun.run([verb], daemon: daemon, width: width)
        let shown = run.lines.suffix(3).map { $0.prefix { $0 != " " } }
        #expect(Set(shown).count == 3, "\(verb) at \(width): \(shown)")
        #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
      }
    }
  }

  @Test("history: only since a date, only what did not end well, only so many of those")
  func historyFiltered() throws {
    let daemon = try FakeDaemon { exchange in
      var old = Samples.run("org.example.old", success: false, exitStatus: 1)
      old.startedUSec = ControlRun.now - 30 * Samples.hour
      exchange.reply(runs: [
        Samples.run("org.example.good"), Samples.run("org.example.bad", success: false, exitStatus: 1),
        Samples.run("org.example.wanted", outcome: .cancelled, success: nil, exitStatus: nil), old,
      ])
    }
    func identifiers(_ options: String...) throws -> [String] {
      let run = ControlRun.run(["history", "--json"] + options, daemon: daemon)
      return try SchedulerMethod.History.Reply(json: Array(run.output.utf8)).runs.map {
        String($0.identifier.dropFirst(12))
      }
    }
    #expect(try identifiers("--since", "-1d") == ["good", "bad", "wanted"])
    #expect(try identifiers("--failed") == ["bad", "old"])
    #expect(try identifiers("--failed", "--since=-1d") == ["bad"])
    #expect(try identifiers("--failed", "-n", "1") == ["bad"])
    #expect(daemon.calls.allSatisfy { $0 == .history(.init()) })
    let none = ControlRun.run(["history", "--since", "-1s"], daemon: daemon)
    #expect(none.output == "There is nothing of that kind.\n")
    let commands = try FakeDaemon {
      $0.reply(runs: [Samples.run("org.example.good")])
    }
    #expect(
      ControlRun.run(["history", "--launch"], daemon: commands).output
        == "No application was started for a run. Commands are runs without a launch: `bgtaskctl history`.\n")
  }

  @Test("history --launch: of what a program was started for, each milestone with its time, and what is slow")
  func launches() throws {
    let daemon = try FakeDaemon { exchange in
      exchange.reply(
        runs: [Samples.run("org.example.there")]
          + (0..<12).map { LaptopDay.launches[$0 % LaptopDay.launches.count] })
    }
    func lines(_ options: String..., width: Int = 80) -> [String] {
      ControlRun.run(["history", "--launch"] + options, daemon: daemon, width: width).lines
    }
    let all = lines()
    #expect(all.count { $0.hasPrefix("org.example.feeds.refresh") } == 10)
    #expect(!all.contains { $0.contains("there") })
    let one = lines("-n", "1")
    let words = one.map { $0.split(separator: " ").first.map(String.init) ?? "" }
    #expect(
      words == [
        "org.example.feeds.refresh", "started", "connected", "registered", "delivered", "handler", "Slow:",
      ])
    #expect(one[2].contains("1.204s") && one[5].hasSuffix("#"))
    #expect(one[6] == "  Slow: that is more than twice the usual 201ms.")
    #expect(lines("--failed") == ["There is nothing of that kind."])
    for width in 20...140 {
      #expect(lines(width: width).allSatisfy { TextWidth.of($0) <= width }, "\(width)")
    }
    #expect(daemon.calls.allSatisfy { $0 == .history(.init()) })

    let json = ControlRun.run(["history", "--launch", "--json", "--since=-90min"], daemon: daemon)
    let runs = try SchedulerMethod.History.Reply(json: Array(json.output.utf8)).runs
    #expect(runs.count == 8 && runs.allSatisfy { $0.launch != nil })
    #expect(runs.first?.launch == LaptopDay.launches[0].launch)
  }

  @Test("What a daemon says of a launch that cannot be is shown as far as that goes")
  func oddLaunch() throws {
    let daemon = try FakeDaemon { exchange in
      var run = Samples.run("org.example.\u{1B}[2J")
      run.launch = Wire.LaunchMilestones(
        startedAfterUSec: .max, connectedAfterUSec: .min, handledAfterUSec: 0, usualUSec: .min)
      var none = Samples.run("org.example.none")
      none.launch = Wire.LaunchMilestones()
      exchange.reply(runs: [run, none])
    }
    for width in [20, 60, 80, 140] {
      let run = ControlRun.run(["history", "--launch"], daemon: daemon, width: width)
      #expect(run.status == .success && !run.output.contains("\u{1B}[2J"))
      #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
    }
  }

  @Test("How a run ended, in words for people")
  func results() {
    func words(_ code: String, _ message: String, _ outcome: Wire.Outcome, success: Bool? = nil) -> String {
      var run = Samples.run(outcome: outcome, success: success, exitStatus: nil)
      run.stopReason = Wire.Reason(code: code, message: message)
      return RunResult(run).words
    }
    #expect(words("runtimeLimit", "its time is up", .expired) == "timed out")
    #expect(words("runtimeLimit", "its time is up", .killed) == "timed out (killed)")
    #expect(words("stalled", "it has reported no progress", .expired) == "timed out (no progress)")
    #expect(
      words("externalPower", "it needs external power", .expired) == "stopped (it needs external power)")
    #expect(words("sleep", "x", .killed) == "stopped (x; killed)")
    #expect(words("runtimeLimit", "x", .expired, success: true) == "succeeded (although it was told to stop)")
    #expect(
      words("machineShutdown", "the machine shuts down", .interrupted)
        == "interrupted (the machine shuts down)")
    #expect(words("launchFailed", "no such program", .launchFailed) == "did not start (no such program)")
    #expect(words("deadline", "x", .missed) == "missed (its deadline had passed)")
    #expect(words("cancelled", "x", .cancelled) == "cancelled")
    #expect(words("exitStatus", "x", .completed, success: false) == "failed")
  }

  @Test("show: of a task that is over there are its last runs")
  func showPast() throws {
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .get(let call): exchange.fail(noTask: call.identifier)
      case .history(let call):
        exchange.reply(runs: call.identifier == "a" ? [Samples.run("a", success: false, exitStatus: 4)] : [])
      default: exchange.hangUp()
      }
    }
    let run = ControlRun.run(["show", "a"], daemon: daemon, width: 80)
    #expect(run.status == .success && run.output.contains("Last result: failed (exit 4)"))
    #expect(run.output.contains("Last runs:"))
    let none = ControlRun.run(["show", "b"], daemon: daemon)
    #expect(none.status == .no && none.errors.contains("b"))
  }

  @Test("conditions: field by field, with where it is from", arguments: widths)
  func conditions(width: Int) throws {
    let daemon = try FakeDaemon {
      $0.reply(SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions()))
    }
    let run = ControlRun.run(["conditions"], daemon: daemon, width: width)
    #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
    let words = run.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(words.contains { $0.starts(with: ["power", "battery"]) })
    #expect(words.contains(["idle", "unknown", "no", "source"]) || width < 60)
    if width >= 80 {
      #expect(words.contains { $0.starts(with: ["power", "battery", "yes", "simulation"]) })
      #expect(words.contains { $0.starts(with: ["network", "unmetered", "guessed", "rtnetlink"]) })
    }
    #expect(run.lines.last == "Reasons to wait now: external power")
    // Names of the protocol are for programs.
    #expect(run.output.firstMatch(of: #/[a-z][A-Z]/#) == nil, "\(run.output)")
    #expect(run.lines.count == ConditionField.allCases.count + 2)
  }

  @Test("conditions --follow shows every change until the daemon ends it")
  func followConditions() throws {
    let daemon = try FakeDaemon { exchange in
      exchange.reply(
        SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions()), continues: true)
      exchange.reply(
        SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions(unmet: [], powerSource: .external))
      )
    }
    let run = ControlRun.run(["conditions", "--follow", "--json"], daemon: daemon)
    #expect(run.lines.count == 2)
    #expect(run.lines[0].contains(#""powerSource":"battery""#))
    #expect(run.lines[1].contains(#""powerSource":"external""#))
  }

  @Test("A later attempt is no failure where the last run was only told to stop")
  func standing() {
    var task = Samples.task("org.example.sync")
    task.attempt = 2
    #expect(TaskStanding(task, now: ControlRun.now) == .failing)
    task.lastRun = Samples.run(outcome: .expired, success: nil)
    task.lastRun?.stopReason = .init(code: ReasonCode.externalPower.rawValue, message: "needs power")
    #expect(TaskStanding(task, now: ControlRun.now) != .failing)
    task.lastRun = Samples.run(outcome: .interrupted, success: nil)
    #expect(TaskStanding(task, now: ControlRun.now) == .failing)
  }

  /// - Parameter isWrong: Something fails, something is overdue, and the disk is full.
  /// - Parameter oldPages: So many pages of runs that are older than a day follow the first one.
  private func reporting(isWrong: Bool, oldPages: Int = 0) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .list:
        var failing = Samples.task("org.example.bad")
        failing.attempt = isWrong ? 2 : 1
        var late = Samples.task("org.example.late")
        late.overdue = isWrong ? true : nil
        exchange.reply(tasks: [failing, late])
      case .history:
        var old = Samples.run(outcome: .missed)
        old.startedUSec = ControlRun.now - 25 * Samples.hour
        exchange.reply(
          runs: [Samples.run(), Samples.run(success: false, exitStatus: 1), Samples.run(), old],
          continues: oldPages > 0)
        for page in 0..<oldPages {
          exchange.reply(runs: [old], continues: page < oldPages - 1)
        }
      case .getConditions:
        exchange.reply(SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions()))
      default:
        exchange.reply(
          SchedulerMethod.Status.Reply(
            version: "0.1.0", startedUSec: ControlRun.now - Samples.hour, pending: 12, running: 3,
            reasonCodes: ["idle"], counters: ["submitted": 40, "launched": 5, "missed": 0, "events": 90],
            pid: 4711, storeFailure: isWrong ? "no space left" : nil,
            roomShortage: isWrong ? "1 byte left" : nil,
            accounts: [.init(uid: 0, uses: ["callBytes": 1025, "connections": 2, "tickets": 1])],
            accountBounds: ["callBytes": 8 << 20, "connections": 256]))
      }
    }
  }

  @Test("status of a long history is not confused by the pages that it did not want")
  func statusOfLongHistory() throws {
    let daemon = try reporting(isWrong: false, oldPages: 3)
    let run = ControlRun.run(["status"], daemon: daemon, width: 80)
    #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("2 succeeded, 1 failed") && run.output.contains("Machine:"))
  }

  @Test(
    "status: the daemon, what fails, the last day, its counters, and why it cannot store", arguments: widths)
  func status(width: Int) throws {
    let daemon = try reporting(isWrong: true)
    let run = ControlRun.run(["status"], daemon: daemon, width: width)
    #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
    for text in ["0.1.0", "4711", "06:54 (1h ago)", "no space left", "2 succeeded, 1 failed"] {
      #expect(run.output.contains(text), "\(text)")
    }
    if width > 40 {
      for text in [
        "1: org.example.bad", "1: org.example.late", "power: battery", "5 launched, 40 submitted",
      ] {
        #expect(run.output.contains(text), "\(text)")
      }
    }
    #expect(!run.output.contains("missed") && !run.output.contains("events"))
    #expect(run.output.contains("User root: 2 of 256 connections"))
    if width > 60 { #expect(run.output.contains("connections, 2 of 8192 KiB of calls\n")) }
  }

  @Test("status --check: one line, and by its exit status whether something is wrong")
  func statusCheck() throws {
    let wrong = ControlRun.run(["status", "--check"], daemon: try reporting(isWrong: true))
    #expect(wrong.status == .no && wrong.errors.isEmpty)
    let problems = "failing 1: org.example.bad; overdue 1: org.example.late; "
    let disk = "the state cannot be written: no space left; new tasks are refused: 1 byte left\n"
    #expect(wrong.output == problems + disk)
    let fine = ControlRun.run(["status", "--check"], daemon: try reporting(isWrong: false))
    #expect(fine.status == .success)
    #expect(fine.output == "Nothing is wrong: 12 wait, 3 run; 2 succeeded, 1 failed.\n")
    let json = ControlRun.run(["status", "--check", "--json"], daemon: try reporting(isWrong: true))
    #expect(json.status == .no && json.output.contains("storeFailure"))
  }

  /// A daemon with a task that comes after another one, which is not there.
  /// - Parameters:
  ///   - last: The last run of the other one.
  ///   - change: Makes another task of it.
  private func waitingInVain(
    last: Wire.Run?, _ change: (inout Wire.Task) -> Void = { _ in }
  ) throws -> FakeDaemon {
    var task = Samples.task("b.upload")
    task.request.order = .init(after: ["b.dump", "b.there"])
    change(&task)
    let (waiting, there) = (task, Samples.task("b.there"))
    return try FakeDaemon { exchange in
      switch exchange.call {
      case .list: exchange.reply(tasks: [waiting, there])
      case .get(let parameters):
        guard let task = [waiting, there].first(where: { $0.request.identifier == parameters.identifier })
        else { return exchange.fail(noTask: parameters.identifier) }
        exchange.reply(task: task)
      case .explain:
        let reason = Wire.Reason(code: "after", message: "it comes after", required: "b.there, b.dump")
        exchange.reply(SchedulerMethod.Explain.Reply(canProceed: false, reasons: [reason]))
      case .history(let parameters):
        exchange.reply(runs: parameters.identifier == "b.dump" ? [last].compactMap(\.self) : [])
      case .getConditions:
        exchange.reply(SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions()))
      default: exchange.reply(Samples.status)
      }
    }
  }

  @Test("A task that waits for one that has failed, or that nobody has, is wrong until a person mends it")
  func vainWait() throws {
    let step = "submit b.dump again, or start b.upload without it: bgtaskctl run b.upload"
    let failed = Samples.run("b.dump", success: false, exitStatus: 1)
    for (last, fate) in [
      (failed, "failed (exit 1) and is not pending"), (nil, "nobody has submitted"),
      (Samples.run("b.dump"), "has ended before and is not pending"),
      (Samples.run("b.dump", outcome: .cancelled, success: nil), "was cancelled and is not pending"),
    ] {
      let daemon = try waitingInVain(last: last)
      let check = ControlRun.run(["status", "--check"], daemon: daemon)
      #expect(check.output == "waits in vain 1: b.upload after b.dump, which \(fate) (\(step))\n")
      #expect(check.status == .no && check.errors.isEmpty)
      let status = ControlRun.run(["status"], daemon: daemon)
      #expect(status.output.contains("Waits in vain:") && status.output.contains(fate), "\(status.output)")
      let explanation = ControlRun.run(["explain", "b.upload"], daemon: daemon).output
      #expect(explanation.contains("It waits in vain for b.dump, which \(fate).\nWhat to do: \(step).\n"))
    }
    // The other task of one that repeats may be submitted each time.
    let repeating = try waitingInVain(last: nil) { $0.request.order?.repeats = true }
    #expect(ControlRun.run(["status", "--check"], daemon: repeating).status == .success)
    let failing = try waitingInVain(last: failed) { $0.request.calendar = ["daily"] }
    #expect(ControlRun.run(["status", "--check"], daemon: failing).status == .no)
    let running = try waitingInVain(last: nil) { $0.state = .running }
    #expect(ControlRun.run(["status", "--check"], daemon: running).status == .success)
  }

  @Test("watch: a line an event, cut to the terminal, until its limit", arguments: widths)
  func watch(width: Int) throws {
    let daemon = try FakeDaemon { exchange in
      func say(_ event: SchedulerMethod.Watch.Reply) { exchange.reply(event, continues: true) }
      say(.init(event: "submitted", timeUSec: ControlRun.now, task: Samples.task()))
      say(.init(event: "ended", timeUSec: ControlRun.now, run: Samples.run(success: false, exitStatus: 3)))
      say(.init(event: "conditions", timeUSec: ControlRun.now, conditions: Samples.conditions()))
      say(.init(event: "evil\u{1B}[2J", timeUSec: .max, task: Samples.task("a\nb")))
      exchange.waitForHangUp()
    }
    let run = ControlRun.run(["watch", "--limit", "4", "--prefix", "o"], daemon: daemon, width: width)
    #expect(run.status == .success && run.lines.count == 4)
    #expect(run.lines.allSatisfy { TextWidth.of($0) <= width })
    #expect(run.lines[0].hasPrefix("07:54:30  submitted"))
    #expect(!run.output.contains("\u{1B}"))
    if width == 200 {
      #expect(run.lines[0].contains("The machine runs on battery"))
      #expect(run.lines[1].contains("failed (exit 3), 1min 30s"))
      #expect(run.lines[2].contains("power: battery, battery: 42%"))
      #expect(run.lines[3].contains(#"a\nb"#))
    }
    let json = ControlRun.run(["watch", "-n2", "--json"], daemon: daemon)
    #expect(json.lines.count == 2 && json.lines[0].contains(#""event":"submitted""#))
  }

  @Test("Every verb's --json is the daemon's own JSON, also what this program does not know")
  func rawJSON() throws {
    let daemon = try FakeDaemon { exchange in
      let json = String(
        decoding: SchedulerMethod.GetConditions.Reply(conditions: Samples.conditions()).json,
        as: UTF8.self)
      exchange.send(Array(#"{"parameters":\#(json.dropLast()),"aNewField":"\#u{9B}"}}"#.utf8) + [0])
    }
    let piped = ControlRun.run(["conditions", "--json"], daemon: daemon)
    #expect(piped.output.contains("\"aNewField\":\"\u{9B}\""))
    let shown = ControlRun.run(["conditions", "--json"], daemon: daemon, width: 80)
    #expect(shown.output.contains(#""aNewField":"\u009b""#))
  }

  @Test("Colours: --color, NO_COLOR, dumb terminals and pipes")
  func colours() throws {
    let daemon = try FakeDaemon { $0.reply(tasks: [Samples.task()]) }
    func isColoured(_ options: [String], width: Int?, _ variables: [String: String]) -> Bool {
      ControlRun.run(["list"] + options, daemon: daemon, width: width, variables: variables).output
        .contains("\u{1B}[1m")
    }
    let terminal = ["TERM": "xterm"]
    #expect(isColoured([], width: 80, terminal))
    #expect(!isColoured([], width: nil, terminal))
    #expect(!isColoured([], width: 80, ["TERM": "dumb"]))
    #expect(!isColoured([], width: 80, ["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(isColoured(["--color=always"], width: nil, ["NO_COLOR": "1"]))
    #expect(!isColoured(["--color=never"], width: 80, terminal))
  }
}
