import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("edit")
struct EditVerbTests {
  private static let identifier = "org.example.backup"

  /// What is pending, with a bit of everything.
  private static func pending(_ edit: (inout Wire.TaskRequest) -> Void = { _ in }) -> Wire.Task {
    var task = Samples.task(earliestIn: 2 * Samples.hour)
    task.uid = geteuid()
    task.request.when = "idle"
    task.request.title = "Backup of home"
    task.request.retry = Wire.Retry(backoff: .linear, maximumAttempts: 3)
    task.request.command?.environment = ["LEVEL": "9", "NAME": "two words"]
    edit(&task.request)
    return task
  }

  private func daemon(_ task: Wire.Task, refusing error: (any ErrorReply)? = nil) throws -> FakeDaemon {
    try FakeDaemon { exchange in
      switch exchange.call {
      case .get: exchange.reply(task: task)
      case .submit(let parameters):
        if let error { return exchange.fail(error) }
        var changed = task
        changed.request = parameters.request
        exchange.reply(SchedulerMethod.Submit.Reply(task: changed))
      default: exchange.hangUp()
      }
    }
  }

  private func edit(
    _ options: [String], _ daemon: FakeDaemon, width: Int? = nil, variables: [String: String] = [:],
    editor: ((_ words: [String]) -> CInt)? = nil
  ) -> ControlRun {
    ControlRun.run(
      ["edit", Self.identifier] + options, daemon: daemon, width: width,
      variables: ["EDITOR": "ed -s"].merging(variables) { $1 }, editor: editor)
  }

  // MARK: Options

  @Test("Options change their fields and no others, and what is different is said")
  func options() throws {
    let task = Self.pending()
    let daemon = try daemon(task)
    let run = edit(
      ["--earliest", "12:00", "--when", "idle and vpn", "--no-requires-external-power", "-E", "LEVEL=3"],
      daemon, variables: ["LANG": "C.UTF-8"])
    var expected = task.request
    expected.earliestBeginUSec = 1_795_262_400_000_000
    expected.when = "idle and vpn"
    expected.requiresExternalPower = false
    expected.command?.environment = ["LEVEL": "3", "NAME": "two words"]
    expected.onConflict = .replace
    #expect(daemon.submitted.first == expected)
    #expect(
      run.output == """
        Changed org.example.backup: waiting.
          earliest: 09:54 (in 2h) → 12:00 (in 4h 5min)
          requires-external-power: yes → no
          when: idle → idle and vpn
          environment: LEVEL=9 "NAME=two words" → LEVEL=3 "NAME=two words"

        """)
    #expect(run.status == .success && run.errors.isEmpty)
  }

  @Test("An empty value takes a field back, and all that belongs to it")
  func takenBack() throws {
    let daemon = try daemon(Self.pending { $0.calendar = ["daily"] })
    let run = edit(
      [
        "--earliest=", "--when", "", "--retry", "", "--calendar", "", "--title=", "-E", "", "-E", "A=b",
        "--working-directory=",
      ], daemon)
    let request = try #require(daemon.submitted.first)
    #expect(request.earliestBeginUSec == nil && request.when == nil && request.retry == nil)
    #expect(request.calendar == nil && request.title == nil)
    #expect(request.command?.environment == ["A": "b"] && request.command?.workingDirectory == nil)
    #expect(request.command?.argv == ["/usr/bin/tar", "-cf", "a b.tar"])
    #expect(
      run.output.contains("\n  retry: linear -> not set\n  retry-attempts: 3 -> not set\n"), "\(run.output)")
  }

  @Test("An empty value takes back a field that says yes or no, in one word; any other form is explained")
  func flagsTakenBack() throws {
    let daemon = try daemon(
      Self.pending {
        $0.canResume = true
        $0.requiresIdle = true
      })
    let run = edit(["--can-resume=", "--requires-idle=", "--judgement", "eager"], daemon)
    let request = try #require(daemon.submitted.first, "\(run.errors)")
    #expect(request.canResume == nil && request.requiresIdle == nil && request.judgement == .eager)
    #expect(run.output.contains("\n  can-resume: yes -> not set\n"), "\(run.output)")
    #expect(run.output.contains("\n  judgement: not set -> eager\n"), "\(run.output)")
    let apart = edit(["--can-resume", ""], daemon)
    #expect(apart.status == .usage)
    #expect(
      apart.errors.hasPrefix(
        "bgtaskctl: an empty value of --can-resume is a part of its word: --can-resume=\n"),
      "\(apart.errors)")
    #expect(edit(["--can-resume=maybe"], daemon).status == .usage)
    let submitted = ControlRun.run(["submit", "-i", "a", "--can-resume=", "/bin/true"], daemon: daemon)
    #expect(submitted.status == .usage)
  }

  @Test("A runtime limit that is given or taken back changes from or to the one in force without it")
  func limit() throws {
    var task = Self.pending()
    task.runtimeLimitDurationUSec = 600_000_000
    #expect(
      edit(["--runtime-limit", "3h"], try daemon(task)).output.contains("\n  runtime-limit: 10min -> 3h\n"))
  }

  @Test("Files and credentials are added, and taken back by an empty value; no ciphertext is shown")
  func secrets() throws {
    let daemon = try daemon(
      Self.pending {
        $0.command?.environmentFiles = ["/etc/default/a"]
        $0.command?.credentials = ["password": "/etc/password"]
        $0.command?.encryptedCredentials = ["token": "V2h4cWh0"]
      })
    let run = edit(
      [
        "--environment-file", "-/dev/null", "--load-credential", "", "--load-credential", "key:/dev/null",
        "--set-credential-encrypted", "more: V2h4 cWh0",
      ], daemon)
    let command = try #require(daemon.submitted.first?.command)
    #expect(command.environmentFiles == ["/etc/default/a", "-/dev/null"])
    #expect(command.credentials == ["key": "/dev/null"])
    #expect(command.encryptedCredentials == ["token": "V2h4cWh0", "more": "V2h4cWh0"])
    #expect(
      run.output.hasSuffix(
        """
          environment-file: /etc/default/a -> /etc/default/a -/dev/null
          load-credential: password:/etc/password -> key:/dev/null
          set-credential-encrypted: token -> more, token

        """), "\(run.output)")
  }

  @Test("What is as it was is not submitted")
  func nothing() throws {
    let daemon = try daemon(Self.pending())
    for options in [["--when", "idle"], ["--retry", "linear", "--retry-attempts=3"], ["--deadline", ""]] {
      let run = edit(options, daemon)
      #expect(run.status == .success)
      #expect(run.output == "Nothing changes: org.example.backup is as it was.\n")
    }
    #expect(edit(["--when", "idle", "--json"], daemon).output.hasPrefix(#"{"task":{"#))
    #expect(daemon.submitted.isEmpty)
  }

  @Test("Dates that are not to change are given back, by which the daemon knows that the task goes on")
  func givesBack() throws {
    let changes = [
      ["--calendar", "daily"], ["--randomized-delay", "1s"], ["--clock-change", "once"], ["--title", "x"],
    ]
    for state in [Wire.TaskState.waiting, .running] {
      for date in [ControlRun.now + Samples.hour, ControlRun.now - Samples.hour, nil] {
        var task = Self.pending {
          ($0.calendar, $0.earliestBeginUSec) = (["Mon 03:00"], date)
          $0.randomizedDelayDurationUSec = Samples.hour
          $0.deadlineUSec = ControlRun.now + 2 * Samples.hour
        }
        (task.state, task.submittedUSec) = (state, ControlRun.now - 2 * Samples.hour)
        let daemon = try daemon(task)
        for change in changes { _ = edit(change, daemon) }
        let sent = daemon.submitted
        #expect(sent.map(\.earliestBeginUSec) == Array(repeating: date ?? task.submittedUSec, count: 4))
        #expect(sent.map(\.deadlineUSec) == Array(repeating: task.request.deadlineUSec, count: 4))
        #expect(sent.first?.calendar == ["daily"])
        let later = ControlRun.now + 10 * Samples.hour
        _ = edit(["--earliest", "+10h", "--deadline", "+11h"], daemon)
        #expect(daemon.submitted.last?.earliestBeginUSec == later)
        #expect(daemon.submitted.last?.deadlineUSec == later + Samples.hour)
      }
    }
  }

  @Test("Another period leaves the next date, which is said")
  func period() throws {
    let daemon = try daemon(Self.pending { $0.repeatDurationUSec = 24 * Samples.hour })
    #expect(
      edit(["--repeat", "10min"], daemon).output
        .contains("Its next date stays 09:54 (in 2h); --earliest moves it."))
    #expect(!edit(["--title", "x"], daemon).output.contains("stays"))
  }

  @Test("What runs goes on as it began, which is said")
  func running() throws {
    var task = Self.pending { $0.repeatDurationUSec = Samples.hour }
    task.state = .running
    let run = edit(["--title", "x"], try daemon(task))
    #expect(
      run.output.hasSuffix(
        "The current run goes on as it began; the change applies to the next run.\n"), "\(run.output)")
  }

  @Test("What comes round with others has a next run to change, too")
  func runningInChain() throws {
    var task = Self.pending { $0.order = Wire.Order(after: ["org.example.dump"], repeats: true) }
    task.state = .running
    let daemon = try daemon(task)
    #expect(edit(["--title", "x"], daemon).status == .success)
    #expect(daemon.submitted.first?.order == task.request.order)
  }

  @Test("What runs for the only time is not changed: it would run once more")
  func runningOnce() throws {
    var task = Self.pending()
    task.state = .running
    let daemon = try daemon(task)
    let run = edit(["--title", "x"], daemon)
    #expect(run.status == .temporary && run.errors.contains("there is no next run to change"))
    #expect(daemon.submitted.isEmpty)
  }

  @Test("Dates that contradict each other are refused before they are sent; the daemon's no is of the option")
  func refused() throws {
    let daemon = try daemon(
      Self.pending(), refusing: SchedulerInterfaceError.invalidRequest(field: "calendar", message: "found x"))
    let dates = edit(["--deadline", "+1h"], daemon)
    #expect(dates.status == .usage && dates.errors.contains("--deadline: 08:54 (in 1h) is before --earliest"))
    #expect(daemon.submitted.isEmpty)
    #expect(edit(["--title", "x"], daemon).errors.hasPrefix("bgtaskctl: --calendar: found x\n"))
  }

  // MARK: The editor

  @Test(
    "The editor gets a private file of the request; what is changed there is submitted, and the file goes")
  func editor() throws {
    let folder = try TemporaryFolder()
    let task = Self.pending()
    let daemon = try daemon(task)
    var seen = ""
    var path = ""
    let run = edit([], daemon, width: 80, variables: ["TMPDIR": folder.path]) { words in
      #expect(words.prefix(3) == ["/bin/sh", "-c", "ed -s \"$@\""])
      path = words[words.count - 1]
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      rewrite(path) { text in
        seen = text
        return text.replacing("When=idle", with: "When=idle and vpn")
          .replacing("Title=Backup of home\n", with: "")
          .replacing(#/EarliestBegin=.*/#, with: "Delay=3h")
      }
      return 0
    }
    #expect(
      seen.hasSuffix(
        """
        [Task]
        Identifier=org.example.backup
        Kind=processing
        EarliestBegin=Sat 2026-11-21 09:54:30.5 UTC
        RequiresExternalPower=yes
        When=idle
        Retry=linear
        RetryAttempts=3
        Title=Backup of home
        Command=/usr/bin/tar -cf "a b.tar"
        WorkingDirectory=/home/tester
        Environment=LEVEL=9
        Environment="NAME=two words"

        """), "\(seen)")
    var expected = task.request
    expected.when = "idle and vpn"
    expected.title = nil
    expected.earliestBeginUSec = ControlRun.now + 3 * Samples.hour
    expected.onConflict = .replace
    #expect(daemon.submitted.first == expected)
    #expect(run.status == .success && run.output.contains("  title: Backup of home -> not set\n"), "\(run)")
    #expect(access(path, F_OK) != 0 && folder.names.isEmpty)
  }

  @Test("What has run while the editor was open is changed as it is then, or not any more")
  func ranMeanwhile() throws {
    let folder = try TemporaryFolder()
    func run(_ change: (inout Wire.Task) -> Void) throws -> (ControlRun, FakeDaemon) {
      let before = Self.pending { $0.repeatDurationUSec = Samples.hour }
      var changed = before
      change(&changed)
      let after = changed
      let isEdited = Mutex(false)
      let daemon = try FakeDaemon { exchange in
        switch exchange.call {
        case .get: exchange.reply(task: isEdited.withLock { $0 } ? after : before)
        case .submit: exchange.reply(SchedulerMethod.Submit.Reply(task: after))
        default: exchange.hangUp()
        }
      }
      let run = edit([], daemon, width: 80, variables: ["TMPDIR": folder.path]) { words in
        rewrite(words[words.count - 1]) { $0.replacing("When=idle", with: "When=vpn") }
        isEdited.withLock { $0 = true }
        return 0
      }
      return (run, daemon)
    }
    let (later, daemon) = try run { $0.request.earliestBeginUSec = ControlRun.now + 2 * Samples.hour }
    #expect(later.status == .success, "\(later.errors)")
    #expect(daemon.submitted.first?.earliestBeginUSec == ControlRun.now + 2 * Samples.hour)
    #expect(daemon.submitted.first?.when == "vpn" && folder.names.isEmpty)
    let (last, other) = try run { ($0.state, $0.request.repeatDurationUSec) = (.running, nil) }
    #expect(last.status == .temporary && last.unwrappedErrors.contains("there is no next run to change"))
    #expect(last.unwrappedErrors.contains("; the file is kept: ") && folder.names.count == 1)
    #expect(other.submitted.isEmpty)
  }

  @Test("A file that is left as it is, or whose editor fails, changes nothing")
  func leftAlone() throws {
    let folder = try TemporaryFolder()
    let daemon = try daemon(Self.pending())
    let variables = ["TMPDIR": folder.path]
    let same = edit([], daemon, width: 80, variables: variables) { _ in 0 }
    #expect(same.status == .success && same.output.hasPrefix("Nothing changes"))
    let failed = edit([], daemon, width: 80, variables: variables) { _ in 127 }
    #expect(failed.status == .inputOutput && failed.errors.contains("the editor ended with status 127"))
    #expect(daemon.submitted.isEmpty && folder.names.isEmpty)
  }

  @Test("A file with errors is kept, and its path is said with the errors by line")
  func errors() throws {
    let folder = try TemporaryFolder()
    let daemon = try daemon(Self.pending())
    var path = ""
    let run = edit([], daemon, width: 80, variables: ["TMPDIR": folder.path]) { words in
      path = words[words.count - 1]
      rewrite(path) { _ in "[Task]\nIdentifier=\(Self.identifier)\nCommand=/bin/true\nWhen=idel\n" }
      return 0
    }
    #expect(run.status == .data && daemon.submitted.isEmpty)
    #expect(run.errors.contains("  \(path):4: "), "\(run.errors)")
    #expect(run.errors.hasSuffix("  it is kept: \(path)\n") && access(path, F_OK) == 0)
  }

  @Test("What the daemon refuses and what would be another task is kept as well")
  func kept() throws {
    let folder = try TemporaryFolder()
    func run(_ daemon: FakeDaemon, _ old: String, _ new: String) -> ControlRun {
      edit([], daemon, width: 80, variables: ["TMPDIR": folder.path]) { words in
        rewrite(words[words.count - 1]) { $0.replacing(old, with: new) }
        return 0
      }
    }
    let refusing = try daemon(
      Self.pending(), refusing: SchedulerInterfaceError.unavailable(message: "the disk is full"))
    let refused = run(refusing, "When=idle", "When=vpn")
    #expect(refused.status == .unavailable && refused.unwrappedErrors.contains("; the file is kept: "))
    let other = run(try daemon(Self.pending()), "Identifier=org", "Identifier=net")
    #expect(other.status == .data && other.unwrappedErrors.contains("a task keeps its identifier"))
    #expect(folder.names.count == 2)
  }

  @Test("On a real terminal the editor is what EDITOR says, with its options")
  func realEditor() throws {
    let daemon = try daemon(Self.pending())
    let terminal = try PseudoTerminal(columns: 80)
    let folder = try TemporaryFolder()
    let result = try BuiltProgram.run(
      [BuiltProgram.path, "--socket", daemon.path, "edit", Self.identifier],
      variables: ["EDITOR=sed -i s/When=idle/When=vpn/", "TMPDIR=\(folder.path)"], input: terminal.terminal,
      terminal: terminal.terminal)
    #expect(result.status == 0 && daemon.submitted.first?.when == "vpn", "\(result.errors)")
    #expect(terminal.read().contains("  when: idle -> vpn\r\n") && folder.names.isEmpty)
  }

  @Test(
    "A date stays what it was in any zone, by day and by parts of a second, and where a clock shows it twice")
  func datesInZones() throws {
    // 2026-10-25 02:30 for the first and for the second time in Berlin; a date of each half of a year.
    for date in [1_792_888_200_000_000, 1_792_891_800_000_000, 1_782_000_000_250_000, 1_797_000_000_000_000] {
      for zone in ["CET-1CEST,M3.5.0,M10.5.0/3", "UTC0", "<+0545>-5:45", "America/St_Johns"] {
        var task = Self.pending()
        (task.request.earliestBeginUSec, task.request.deadlineUSec) = (Int64(date), nil)
        let daemon = try daemon(task)
        let terminal = try PseudoTerminal(columns: 80)
        let result = try BuiltProgram.run(
          [BuiltProgram.path, "--socket", daemon.path, "edit", Self.identifier],
          variables: ["EDITOR=sed -i s/When=idle/When=vpn/", "TZ=\(zone)"], input: terminal.terminal,
          terminal: terminal.terminal)
        #expect(result.status == 0 && daemon.submitted.first?.when == "vpn", "\(zone): \(result.errors)")
        #expect(daemon.submitted.first?.earliestBeginUSec == Int64(date), "\(zone)")
      }
    }
  }

  // MARK: Files

  @Test("A declared task is changed in its file, which is looked at; options are refused and name it")
  func declared() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("org.example.backup.task", "[Task]\nCommand=/bin/true\n")
    var task = Self.pending()
    task.declaredIn = file
    let daemon = try daemon(task)
    let options = edit(["--title", "x"], daemon)
    #expect(options.status == .permission)
    #expect(options.errors.hasPrefix("bgtaskctl: \(file) declares org.example.backup"))
    func run(_ text: String) -> ControlRun {
      edit([], daemon, width: 80) { words in
        #expect(words.last == file)
        rewrite(file) { _ in text }
        return 0
      }
    }
    let same = run("[Task]\nCommand=/bin/true\n")
    #expect(same.status == .success && same.output == "Nothing changes: \(file) is as it was.\n")
    let good = run("[Task]\nCommand=/bin/false\n")
    #expect(good.status == .success && good.output.contains("when it reads its files again: kill -HUP"))
    let bad = run("[Task]\nComand=/bin/false\n")
    #expect(bad.status == .data && bad.output.contains("\(file):2: unknown key"), "\(bad.output)")
    #expect(bad.errors.contains("until they are gone the task stays as it is"))
    #expect(daemon.submitted.isEmpty)
  }
}

extension TemporaryFolder {
  /// What is in it.
  fileprivate var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}

/// What an editor does to a file.
private func rewrite(_ path: String, _ edit: (String) -> String) {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return }
  try? edit(text).write(toFile: path, atomically: false, encoding: .utf8)
}
