import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Tasks that files declare")
struct DeclaredTaskTests {
  /// A task that waits for longer than any test.
  private static let later = "[Task]\nDelay=1h\nEvery=1d\nCommand=/bin/true\n"

  private static func daemon(
    _ files: [String: String], environment: [String: String?] = [:]
  ) throws -> DaemonProcess {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write("tasks.d/\(name)", text) }
    return try .calm(folder: folder, environment: environment)
  }

  @Test(
    "A file is loaded at start, runs when it may, is shown with its file, and once over all restarts"
  )
  func once() throws {
    let daemon = try Self.daemon([
      "org.example.once.task":
        "[Task]\nTitle=Once\nRequiresExternalPower=yes\nEnvironment='WHAT=two words'\n"
        + "Command=/bin/sh -c \"echo $WHAT\"\n"
    ])
    let run = try #require(try daemon.waitForEnd(of: "org.example.once"))
    #expect(run.success == true)
    #expect(try daemon.client().output(runId: run.runId).output == "two words\n")
    try daemon.reload()
    #expect(daemon.stop() == 0)
    try daemon.start()
    try daemon.calmDown()
    try daemon.reload()
    let client = try daemon.client()
    #expect(try client.tasks().isEmpty)
    #expect(try client.runs(identifier: "org.example.once").map(\.runId) == [run.runId])
    // Until it asks for something else.
    try daemon.folder.write("tasks.d/org.example.once.task", "[Task]\nCommand=/bin/sh -c 'echo more'\n")
    try daemon.reload()
    let second = try #require(try daemon.waitForEnd(of: "org.example.once", attempts: 2))
    #expect(try client.output(runId: second.runId).output == "more\n")
  }

  @Test("An unchanged task keeps its number, its dates and its history over a reload, a restart and a kill")
  func unchanged() throws {
    let daemon = try Self.daemon([
      "a.task": "[Task]\nEvery=1d\nCommand=/bin/true\n", "b.task": Self.later,
    ])
    let run = try #require(try daemon.waitForEnd(of: "a"))
    let before = try daemon.client().tasks().sorted { $0.request.identifier < $1.request.identifier }
    #expect(before.map(\.request.identifier) == ["a", "b"])
    #expect(
      before.allSatisfy { $0.declaredIn == daemon.folder.path("tasks.d/\($0.request.identifier).task") })
    func expectUnchanged(_ comment: Comment) throws {
      let now = try daemon.client().tasks().sorted { $0.request.identifier < $1.request.identifier }
      // Reasons know since when they hold.
      #expect(now.map(\.request) == before.map(\.request), comment)
      #expect(now.map(\.submittedUSec) == before.map(\.submittedUSec), comment)
      #expect(try daemon.client().runs(identifier: "a").map(\.runId) == [run.runId], comment)
    }
    // A comment and another order of keys are no change.
    try daemon.folder.write("tasks.d/b.task", "# new\n[Task]\nCommand=/bin/true\nEvery=24h\nDelay=60min\n")
    try daemon.reload()
    try expectUnchanged("after a reload")
    #expect(daemon.stop() == 0)
    try daemon.start()
    try expectUnchanged("after a restart")
    daemon.killHard()
    try daemon.start()
    try expectUnchanged("after a kill")
    #expect(!daemon.logText.contains("declared by"))
  }

  @Test("Another time zone of the machine changes no file: what has run does not run again; what waits moves")
  func otherZone() throws {
    let folder = try TemporaryFolder()
    let files = [
      "a.task": "EarliestBegin=2026-01-01\nEvery=1d\n",
      "b.task": "EarliestBegin=2026-01-01 00:30\nOnCalendar=03:00\n", "c.task": "EarliestBegin=2026-01-01\n",
      "d.task": "EarliestBegin=2090-01-01 12:00\nDeadline=2090-01-02\n",
      "e.task": "EarliestBegin=2090-01-01 12:00 UTC\n",
    ]
    for (name, text) in files { try folder.write("tasks.d/\(name)", "[Task]\nCommand=/bin/true\n\(text)") }
    func dates(_ daemon: DaemonProcess) throws -> [String: [Int64?]] {
      let tasks = try daemon.client().tasks().map { ($0.request.identifier, $0) }
      return Dictionary(uniqueKeysWithValues: tasks).mapValues {
        [$0.submittedUSec, $0.request.earliestBeginUSec, $0.request.deadlineUSec]
      }
    }
    var before: [String: [Int64?]] = [:]
    for zone in ["UTC0", "JST-9", "EST5"] {
      let daemon = try DaemonProcess.calm(folder: folder, environment: ["TZ": zone])
      for name in ["a", "b", "c"] { _ = try #require(try daemon.waitForEnd(of: name)) }
      try daemon.reload()
      let now = try dates(daemon)
      for name in ["a", "b", "c"] {
        #expect(try daemon.client().runs(identifier: name).count == 1, "\(name) in \(zone)")
      }
      #expect(now["c"] == nil && now.count == 4)
      if zone != "UTC0" {
        #expect(now["a"] == before["a"] && now["b"]?[0] == before["b"]?[0] && now["e"] == before["e"])
        let moved = zone == "EST5" ? 14 * 3_600_000_000 : -9 * 3_600_000_000 as Int64
        for place in 1...2 { #expect(now["d"]?[place] == before["d"]?[place].map { $0 + moved }) }
      }
      before = now
      #expect(daemon.stop() == 0)
    }
  }

  @Test(
    "A changed file replaces its task at a reload, a new one is submitted, one that is gone ends its task")
  func changes() throws {
    let daemon = try Self.daemon(["a.task": Self.later, "b.task": Self.later])
    let client = try daemon.client()
    let date = try client.get("a").task.request.earliestBeginUSec
    try daemon.folder.write("tasks.d/a.task", Self.later + "Title=New\n")
    try daemon.folder.write("tasks.d/c.task", Self.later)
    try daemon.folder.write("tasks.d/c.task.d/more.conf", "[Task]\nEvery=2d\n")
    try FileManager.default.removeItem(atPath: daemon.folder.path("tasks.d/b.task"))
    try daemon.reload()
    #expect(try Set(client.tasks().map(\.request.identifier)) == ["a", "c"])
    let changed = try client.get("a").task
    #expect(changed.request.title == "New" && changed.request.earliestBeginUSec == date)
    #expect(try client.get("c").task.request.repeatDurationUSec == 172_800_000_000)
    #expect(
      daemon.logText.contains(
        "b: ended, \(daemon.folder.path("tasks.d/b.task")) does not declare it any more."))
    // An empty file hides it.
    try daemon.folder.write("tasks.d/c.task", "")
    try daemon.reload()
    #expect(try client.tasks().map(\.request.identifier) == ["a"])
  }

  @Test(
    "A file that is for a fleet is passed over, and the journal says so; a task that goes there ends here")
  func fleet() throws {
    let daemon = try Self.daemon([
      "a.task": Self.later, "b.task": "[Task]\nFleet=once\nCommand=/opt/none\n",
    ])
    let client = try daemon.client()
    #expect(try client.tasks().map(\.request.identifier) == ["a"])
    let passedOver = "For a fleet (Fleet=), and not run here: "
    #expect(daemon.logText.contains(passedOver + daemon.folder.path("tasks.d/b.task") + ". bgtaskctl fleet"))
    try daemon.folder.write("tasks.d/a.task", "[Task]\nFleet=everywhere\nCommand=/bin/true\n")
    try daemon.reload()
    #expect(try client.tasks().isEmpty)
    let both = ["a", "b"].map { daemon.folder.path("tasks.d/\($0).task") }.joined(separator: ", ")
    #expect(daemon.logText.contains(passedOver + both))
    #expect(!daemon.logText.contains("reload fail"))
  }

  @Test("When a file is gone while its task runs, the run ends as it would have, and is the last")
  func removedWhileRunning() throws {
    let folder = try TemporaryFolder()
    let (ready, gate) = (try NamedPipe(folder, "ready"), try NamedPipe(folder, "gate"))
    try folder.write(
      "tasks.d/a.task",
      "[Task]\nEvery=1s\nRetry=none\nCommand=/bin/sh -c 'echo > \(ready.path); "
        + "read line < \(gate.path); exit 75'\n"
    )
    let daemon = try DaemonProcess.calm(folder: folder)
    _ = try ready.read()
    try FileManager.default.removeItem(atPath: folder.path("tasks.d/a.task"))
    try daemon.reload()
    #expect(try daemon.client().get("a").task.state == .running)
    gate.write()
    let run = try daemon.waitForEnd(of: "a")
    #expect(run?.outcome == .completed && run?.exitStatus == 75)
    #expect(try daemon.client().tasks().isEmpty)
    #expect(try daemon.client().runs(identifier: "a").count == 1)
  }

  @Test(
    "A file with an error is said with file and line; what it said before stays in force, over a restart too")
  func badFile() throws {
    let daemon = try Self.daemon(["a.task": Self.later, "b.task": Self.later])
    let path = try daemon.folder.write("tasks.d/a.task", "[Task]\n\nEvery=often\nCommand=true\n")
    try daemon.folder.write("tasks.d/b.task", Self.later + "Title=New\n")
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    #expect(daemon.logText.contains("<3>\(path):3: Every=: 'often' is not a length of time"))
    #expect(
      daemon.logText.contains("<3>\(path):4: Command=: found true, allowed is a program's absolute path"))
    let client = try daemon.client()
    #expect(try client.get("a").task.request.repeatDurationUSec == 86_400_000_000)
    #expect(try client.get("b").task.request.title == "New")
    let before = try client.get("a").task.submittedUSec
    #expect(daemon.stop() == 0)
    try daemon.start()
    #expect(daemon.logText.contains("<3>\(path):3: "))
    #expect(try daemon.client().get("a").task.submittedUSec == before)
  }

  @Test("Rules with errors do not keep tasks from being reloaded, nor broken manifests the rules")
  func eachForItself() throws {
    let daemon = try Self.daemon([:])
    try daemon.folder.write("tasks.d/a.task", Self.later)
    try daemon.folder.write("bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=none\n")
    try daemon.reload(saying: "the rules stay as they were")
    #expect(try daemon.client().tasks().map(\.request.identifier) == ["a"])
    // Simulation is still allowed.
    try daemon.calmDown()
    try daemon.folder.write("bgtaskd.conf", "[Scheduler]\nMaxPendingPerUser=1\n")
    try daemon.folder.write("applications.d/bad.conf", "[Application]\nExec=relative\n")
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    #expect(throws: SchedulerInterfaceError.tooManyPendingTaskRequests(identifier: "b", limit: 1)) {
      try daemon.client().submit(.later("b"))
    }
  }

  @Test(
    "What a manifest said stays in force when it gets an error; without it its tasks would wait for ever"
  )
  func badManifest() throws {
    let folder = try TemporaryFolder()
    let manifest = "[Application]\nPermittedIdentifiers=org.example.*\nExec=/bin/true\n"
    try folder.write("applications.d/one.conf", manifest)
    let daemon = try DaemonProcess.calm(folder: folder)
    func request(_ name: String) -> Wire.TaskRequest {
      Wire.TaskRequest(identifier: name, kind: .refresh, earliestBeginUSec: .now + 3_600_000_000)
    }
    try folder.write("applications.d/one.conf", manifest + "Kinds=weekly\n")
    try folder.write("applications.d/two.conf", "[Application]\nPermittedIdentifiers=net.*\nExec=/bin/true\n")
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    try daemon.client().submit(request("org.example.a"))
    try daemon.client().submit(request("net.a"))
    try FileManager.default.removeItem(atPath: folder.path("applications.d/one.conf"))
    try daemon.reload()
    #expect(throws: SchedulerInterfaceError.self) { try daemon.client().submit(request("org.example.b")) }
  }

  @Test(
    "A file that asks for what is not possible is an error of the reload, with its line, until it is right")
  func refused() throws {
    let daemon = try Self.daemon(["a.task": Self.later, "b.task": Self.later])
    #expect(try daemon.client().status().fileErrors == nil)
    let path = try daemon.folder.write("tasks.d/a.task", "[Task]\nCommand=/bin/true\nOnCalendar=*-02-30\n")
    try daemon.folder.write("tasks.d/b.task", "[Task]\nCommand=/bin/true\nAfter=b\n")
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    let error =
      "\(path):3: OnCalendar=: found *-02-30 00:00:00, and there is no such date; allowed are dates"
    #expect(daemon.logText.contains("<3>\(error)"))
    let errors = try #require(try daemon.client().status().fileErrors)
    #expect(
      errors.count == 2 && errors.first?.hasPrefix(error) == true && errors[1].contains("b.task:3: After=: "))
    let check = try daemon.control("status", "--check")
    #expect(
      check.status == 1 && check.output.hasPrefix("2 errors in files, the first: \(error)"), "\(check.output)"
    )
    for verb in ["status", "list"] {
      #expect(try daemon.control(verb).output.contains(":3: OnCalendar=: "), "\(verb)")
    }
    // What it said before.
    #expect(try daemon.client().tasks().map(\.request.identifier).sorted() == ["a", "b"])
    for name in ["a", "b"] { try daemon.folder.write("tasks.d/\(name).task", Self.later) }
    try daemon.reload()
    #expect(try daemon.control("status", "--check").output.hasPrefix("Nothing is wrong"))
    // At a start it is the same.
    try daemon.folder.write("tasks.d/a.task", "[Task]\nCommand=/bin/true\nOnCalendar=*-02-30\n")
    #expect(daemon.stop() == 0)
    try daemon.start()
    try daemon.calmDown()
    #expect(try daemon.client().status().fileErrors?.count == 1)
  }

  @Test("Of many errors the first are told, and how many there are")
  func manyErrors() throws {
    let daemon = try Self.daemon(
      Dictionary(uniqueKeysWithValues: (10..<35).map { ("t\($0).task", "[Task]\nCommand=no\n") }))
    let status = try daemon.client().status()
    #expect(status.fileErrors?.count == 20 && status.fileErrorCount == 25)
    #expect(try daemon.control("status", "--check").output.hasPrefix("25 errors in files, the first: "))
    // This daemon's directories are its own: bgtaskctl check looks in others.
    #expect(try daemon.control("status").output.contains("5 more: the daemon's log names them all"))
    for number in 10..<35 { #expect(daemon.logText.contains("tasks.d/t\(number).task:2: Command=")) }
    func list() throws -> String { try daemon.control("list").output }
    #expect(try list().contains("22 more errors in files: bgtaskctl status names the first 20.\n"))
    for number in 14..<35 { try daemon.folder.write("tasks.d/t\(number).task", Self.later) }
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    #expect(try list().contains("1 more error in files: bgtaskctl status names it.\n"))
    try daemon.folder.write("tasks.d/t14.task", "[Task]\nCommand=no\n")
    try daemon.reload(saying: "the earlier contents of files with errors stay in force")
    #expect(try list().contains("2 more errors in files: bgtaskctl status names them all.\n"))
  }

  @Test("systemctl status has the error until the file is right again")
  func status() throws {
    let folder = try TemporaryFolder()
    let manager = try NotifySocket(path: folder.path("notify"), keepsStatus: true)
    let path = try folder.write("tasks.d/a.task", "[Task]\nEvery=often\nCommand=/bin/true\n")
    let daemon = try DaemonProcess(folder: folder, environment: ["NOTIFY_SOCKET": manager.path])
    let ready = try manager.next(with: "READY=")
    #expect(
      ready.last?.hasPrefix("STATUS=0 tasks pending; error: \(path):2: Every=: 'often' is not a length")
        == true)
    try folder.write("tasks.d/a.task", Self.later)
    daemon.send(signal: SIGHUP)
    let reloading = try manager.next(with: "RELOADING=")
    #expect(reloading.contains { $0.hasPrefix("MONOTONIC_USEC=") })
    // The line comes with it when one was shown less than a second before.
    var said = try manager.next(with: "READY=1")
    while !said.contains("STATUS=1 task pending, 0 running") { said = try manager.next() }
    #expect(!said.contains { $0.contains("error") })
  }

  @Test("What people call a task is in lists and in the journal, whether a file or a person says it")
  func label() throws {
    let daemon = try Self.daemon(["a.task": Self.later + "Label=Backup of home\n"])
    let submitted = try daemon.control(
      "submit", "-i", "b", "--label", "Mail, größer", "--earliest", "+1h", "--", "/bin/true")
    #expect(submitted.status == 0)
    let rows = try daemon.control("list").output.split(separator: "\n")
    #expect(rows.first?.contains("LABEL") == true)
    #expect(rows.contains { $0.hasPrefix("a ") && $0.contains("Backup of home") })
    #expect(rows.contains { $0.hasPrefix("b ") && $0.contains("Mail, größer") })
    #expect(try daemon.control("show", "b").output.contains("Label: Mail, größer\n"))
    #expect(daemon.logText.contains("a (Backup of home): declared by "))
    #expect(daemon.logText.contains("b (Mail, größer): submitted"))
  }

  @Test(
    "It cannot be submitted by hand; cancelled it stays away over a restart, and comes back with a reload")
  func byHand() throws {
    let daemon = try Self.daemon(["a.task": Self.later])
    let path = daemon.folder.path("tasks.d/a.task")
    let submitted = try daemon.control("submit", "-i", "a", "--", "/bin/true")
    #expect(submitted.status == 77)
    #expect(submitted.errors.contains("a is not permitted: it is declared in \(path); change that file"))
    #expect(try daemon.control("show", "a").output.contains("Declared in: \(path)"))
    let cancelled = try daemon.control("cancel", "a")
    #expect(
      cancelled.output
        == "Cancelled a. \(path) declares it: it comes back when that file changes "
        + "or bgtaskd reloads its files.\n"
    )
    #expect(daemon.stop() == 0)
    try daemon.start()
    #expect(try daemon.client().tasks().isEmpty)
    #expect(try daemon.control("submit", "-i", "a", "--", "/bin/true").status == 77)
    try daemon.reload()
    #expect(try daemon.client().tasks().map(\.declaredIn) == [path])
  }

  @Test("In the system's instance a task belongs to the user that it names, root without that")
  func users() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.d/a.task", Self.later)
    try folder.write("tasks.d/b.task", Self.later + "User=\(geteuid())\n")
    try folder.write("tasks.d/c.task", Self.later + "User=nobody-of-this-name\n")
    let daemon = try DaemonProcess(folder: folder, arguments: ["--system"])
    #expect(daemon.logText.contains("\(folder.path("tasks.d/c.task")):5: User=: found nobody-of-this-name"))
    let own = try daemon.client().tasks()
    #expect(own.contains { $0.request.identifier == "b" && $0.uid == geteuid() })
    #expect(own.contains { $0.request.identifier == "a" } == (geteuid() == 0))
  }

  @Test("A task for an application is declared without a command and delivered to it")
  func application() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.d/org.example.feeds.task", "[Task]\nKind=refresh\nEvery=15min\n")
    let daemon = try DaemonProcess.withApplications(
      ["feeds": "PermittedIdentifiers=org.example.feeds"], folder: folder)
    // Nobody handles it yet, and nothing could be started.
    #expect(try daemon.client().tasks().compactMap(\.reason?.code) == ["noHandler"])
    let application = try ConnectedApplication(daemon, ["org.example.feeds"])
    let launch = try application.launch()
    #expect(launch.task.request.identifier == "org.example.feeds")
    #expect(launch.task.declaredIn == folder.path("tasks.d/org.example.feeds.task"))
  }
}
