import Foundation
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("A declared task's file")
struct TaskFileTests {
  @Test("Every key is taken over into the request")
  func everyKey() throws {
    let loaded = try TaskFolders.read(
      """
      [Task]
      Identifier=org.example.backup
      Kind=refresh
      Title=Backup
      Subtitle=of the home directory
      EarliestBegin=2026-11-21 18:30 UTC
      DeadlineDelay=2h
      OnDeadline=run
      Every=1d
      Tolerance=10min
      RuntimeLimit=1h 30min
      RequiresNetworkConnectivity=yes
      RequiresUnmeteredNetwork=true
      RequiresExternalPower=1
      RequiresIdle=no
      RequiresBatteryNotLow=on
      RequiresStorageNotLow=yes
      Retry=linear
      RetryInitial=10s
      RetryMaximum=1h
      RetryAttempts=4
      OverdueAfter=3d
      WorkingDirectory=/srv
      Environment=A=1 "B=two words"
      Environment='C=3'
      EnvironmentFile=/etc/default/backup
      EnvironmentFile=-/etc/my backup
      LoadCredential=password:/etc/backup/the password
      LoadCredential=key:/etc/backup/key
      Command=/usr/bin/tar "-caf" 'my home.tar.zst' /home \\
        --one-file-system
      """)
    #expect(loaded.problems == [])
    let declaration = try #require(loaded.set.declarations.first)
    #expect(declaration.uid == 1000)
    #expect(declaration.deadlineDelay == .hours(2))
    #expect(
      declaration.request
        == TaskRequest(
          identifier: "org.example.backup", kind: .refresh,
          earliestBegin: WallTime(uSec: 1_795_285_800_000_000), onDeadline: .run,
          requirements: [.network, .unmeteredNetwork, .externalPower, .batteryNotLow, .storageNotLow],
          requiresIdle: false, runtimeLimit: .minutes(90), repeatEvery: .hours(24), tolerance: .minutes(10),
          retry: Retry(backoff: .linear, initial: .seconds(10), maximum: .hours(1), maximumAttempts: 4),
          overdueAfter: .days(3)))
    let request = try Wire.TaskRequest(payload: declaration.payload)
    #expect(request.title == "Backup" && request.subtitle == "of the home directory")
    #expect(
      request.command
        == Wire.Command(
          argv: ["/usr/bin/tar", "-caf", "my home.tar.zst", "/home", "--one-file-system"],
          workingDirectory: "/srv", environment: ["A": "1", "B": "two words", "C": "3"],
          environmentFiles: ["/etc/default/backup", "-/etc/my backup"],
          credentials: ["password": "/etc/backup/the password", "key": "/etc/backup/key"]))
    #expect(declaration.credentials == .files)
  }

  @Test("Dates without a zone are kept as the clock shows them, in whatever words, and others as moments")
  func dates() throws {
    func dates(_ text: String, dropIn: String? = nil) throws -> DeclaredDates? {
      let folders = try TaskFolders()
      try folders.write("vendor/a.task", "[Task]\nCommand=/bin/true\n\(text)\n")
      if let dropIn { try folders.write("system/a.task.d/b.conf", "[Task]\n\(dropIn)\n") }
      let loaded = folders.load()
      #expect(loaded.problems == [])
      return try #require(loaded.set.declarations.first).dates
    }
    let clock: Int64 = 1_795_285_800_000_000
    let local = try #require(try dates("EarliestBegin=2026-11-21 18:30")?.earliestBegin)
    #expect(local.isLocal && local.clock == clock)
    let others = [
      "Sat 2026-11-21 18:30:00", "26-11-21  18:30:00.0", "2026-11-20\nEarliestBegin=2026-11-21 18:30",
    ]
    for words in others {
      #expect(try dates("EarliestBegin=\(words)\n# Words")?.earliestBegin == local, "\(words)")
    }
    let merged = try dates("EarliestBegin=2026-01-01 UTC", dropIn: "EarliestBegin=2026-11-21 18:30")
    #expect(try merged == dates("EarliestBegin=2026-11-21 18:30"))
    for words in ["2026-11-21 18:30 UTC", "@1795285800"] {
      let fixed = try #require(try dates("Deadline=\(words)"))
      #expect(fixed.earliestBegin == nil && fixed.deadline?.isLocal == false)
      #expect(fixed.deadline?.moment == WallTime(uSec: clock))
    }
    #expect(try dates("Delay=1h\nDeadlineDelay=2h") == nil)
    #expect(try dates("EarliestBegin=2026-11-21\nEarliestBegin=") == nil)
  }

  @Test("A file says the same in every time zone of the machine, and another zone is another moment")
  func zones() async {
    await #expect(processExitsWith: .success) {
      func read(_ zone: String, _ text: String) throws -> Declaration {
        setenv("TZ", zone, 1)
        tzset()
        let loaded = try TaskFolders.read("[Task]\nCommand=/bin/true\n\(text)\n")
        var declaration = try #require(loaded.set.declarations.first)
        declaration.file = "a.task"
        return declaration
      }
      let text = "EarliestBegin=2026-07-01 12:00\nDeadline=2026-12-24"
      let (here, there) = try (read("CET-1CEST,M3.5.0,M10.5.0/3", text), read("JST-9", text))
      let (begin, end) = (here.dates?.earliestBegin, here.dates?.deadline)
      #expect(begin?.clock == there.dates?.earliestBegin?.clock && begin?.isLocal == true)
      #expect(end?.clock == there.dates?.deadline?.clock && end?.isLocal == true)
      #expect(there.request.earliestBegin.map { $0 + .hours(7) } == here.request.earliestBegin)
      #expect(there.request.deadline.map { $0 + .hours(8) } == here.request.deadline)
      // The same moments with their zone have the same clock here.
      let fixed = try read(
        "CET-1CEST,M3.5.0,M10.5.0/3", "EarliestBegin=2026-07-01 10:00 UTC\nDeadline=2026-12-23 23:00 UTC")
      #expect(fixed.dates?.earliestBegin?.clock == begin?.clock && fixed.dates?.deadline?.clock == end?.clock)
      #expect(fixed != here && here.asksForTheSame(as: fixed) && !here.asksForTheSame(as: there))
    }
  }

  @Test("What systemd-creds writes may stand there as it writes it, over several lines")
  func encrypted() throws {
    let loaded = try TaskFolders.read(
      "[Task]\nCommand=/bin/true\nSetCredentialEncrypted=key: \\\n  V2h4 \\\n  cWh0\n")
    #expect(loaded.problems == [])
    let declaration = try #require(loaded.set.declarations.first)
    #expect(declaration.credentials == .encrypted)
    #expect(
      try Wire.TaskRequest(payload: declaration.payload).command?.encryptedCredentials == ["key": "V2h4cWh0"])
  }

  @Test("What is not said has the protocol's defaults; the file's name is the identifier")
  func defaults() throws {
    let loaded = try TaskFolders.read("[Task]\nDelay=5min\nCommand=/bin/true\n")
    #expect(loaded.problems == [])
    let declaration = try #require(loaded.set.declarations.first)
    #expect(declaration.request == TaskRequest(identifier: "org.example.a", kind: .processing))
    #expect(declaration.delay == .minutes(5) && declaration.deadlineDelay == nil)
    let handled = try TaskFolders.read("[Task]\nKind=refresh\nEvery=15min\n").set.declarations.first
    #expect(handled?.request.target == .application)
  }

  @Test("An empty value resets a list, or gives a key its default back; of several values the last counts")
  func resets() throws {
    let loaded = try TaskFolders.read(
      """
      [Task]
      Command=/bin/false
      Command=
      Command=/bin/true
      Environment=A=1
      Environment=
      Environment=B=2 B=3
      Every=1h
      Every=2h
      Tolerance=1h
      Tolerance=
      """)
    #expect(loaded.problems == [])
    let declaration = try #require(loaded.set.declarations.first)
    #expect(declaration.request.repeatEvery == .hours(2) && declaration.request.tolerance == .zero)
    let command = try Wire.TaskRequest(payload: declaration.payload).command
    #expect(command == Wire.Command(argv: ["/bin/true"], environment: ["B": "3"]))
  }

  @Test("An unknown key or section is an error, so that no task runs without what was misspelt")
  func unknown() throws {
    let text = "[Task]\nCommand=/bin/true\nRequiresExternalPwer=yes\nX-Mine=1\n[Install]\nWantedBy=x\n"
    #expect(
      try TaskFolders.problems(text) == [
        "error 3: unknown key RequiresExternalPwer= in [Task]; did you mean RequiresExternalPower=?",
        "error 5: unknown section [Install]",
      ])
    #expect(try TaskFolders.read(text).set.declarations.isEmpty)
    let others = "[Task]\nCommand=/bin/true\nX-Mine=1\n[X-Theirs]\nA=b\n"
    #expect(try TaskFolders.problems(others) == [])
    #expect(try TaskFolders.read(others).set.declarations.count == 1)
  }

  private static let badValues: KeyValuePairs = [
    "Kind=weekly": "Kind=: found weekly, allowed are refresh, processing, transfer",
    "Kind=continued":
      "Kind=: found continued, allowed are refresh, processing, transfer (a person starts continued work)",
    "Every=10ms": "Every=: found 10ms, allowed is 1s to 100 years",
    "Every=infinity": "Every=: found infinity, allowed is 1s to 100 years",
    "RuntimeLimit=0": "RuntimeLimit=: found 0, allowed is more than 0 to 100 years",
    "Retry=linar": "Retry=: found linar, allowed are none, linear, exponential; did you mean linear?",
    "Identifier=a b":
      "Identifier=: found \"a b\", allowed are parts of ASCII letters, digits, '-' and '_' with single "
      + "dots between them, no '-' at the beginning, or two such names with one '@' between them",
    "Identifier=-x":
      "Identifier=: found \"-x\", allowed are parts of ASCII letters, digits, '-' and '_' with single "
      + "dots between them, no '-' at the beginning, or two such names with one '@' between them",
    "RetryAttempts=0": "RetryAttempts=: '0' is out of range; allowed is 1 to 1000, for example 1",
    "EarliestBegin=18:30":
      "EarliestBegin=: found 18:30, which depends on when the file is read; allowed is a whole date, for "
      + "example 2026-11-21 18:30, or Delay= with a length of time",
    "Deadline=+2h":
      "Deadline=: found +2h, which depends on when the file is read; allowed is a whole date, for example "
      + "2026-11-21 18:30, or DeadlineDelay= with a length of time",
    "Environment=A": "Environment=: found A, allowed is NAME=VALUE",
    "Environment=1A=2":
      "Environment=: found the name \"1A\", allowed are ASCII letters, digits and '_', no digit first",
    "Environment=BGTASK_X=2":
      "Environment=: names that begin with BGTASK are set by the daemon; allowed is any other name",
    "EnvironmentFile=default/a":
      "EnvironmentFile=: found \"default/a\", allowed is an absolute path (it begins with '/')",
    "EnvironmentFile=/etc/default/*":
      "EnvironmentFile=: found \"/etc/default/*\", allowed is the path of one file: *, ? and [ stand for "
      + "nothing else",
    "LoadCredential=password": "LoadCredential=: found password, allowed is ID:PATH",
    "LoadCredential=../x:/a":
      "LoadCredential=: found the name \"../x\", allowed are 1 to 255 ASCII letters, digits and marks "
      + "except / : \\ and quotation marks; . and .. are not allowed",
    "SetCredentialEncrypted=a:no Base64!":
      "SetCredentialEncrypted=: found text that is not Base64, allowed is the output of "
      + "systemd-creds encrypt",
    "WorkingDirectory=/srv/../home":
      "WorkingDirectory=: found \"/srv/../home\", allowed is a path without '..', which systemd does not "
      + "take; write the directory that is meant",
    "WorkingDirectory=srv":
      "WorkingDirectory=: found \"srv\", allowed is an absolute path (it begins with '/')",
    "Command=/bin/false":
      "Command=: found a second Command= after line 2 of FILE, allowed is one; an empty Command= before it "
      + "removes the first",
    "User=nobody-of-this-name":
      "User=: found nobody-of-this-name, allowed is the name of a user of this machine",
    "RequiresIdle=perhaps":
      "RequiresIdle=: 'perhaps' is neither yes nor no; allowed is yes, no, true, false, on, off, 1 or 0, "
      + "for example yes",
  ]

  @Test(
    "A bad value is an error that says its line, what was found and what is allowed", arguments: badValues)
  func badValue(of row: (key: String, value: String)) throws {
    let folders = try TaskFolders()
    let path = try folders.write("vendor/org.example.a.task", "[Task]\nCommand=/bin/true\n\(row.key)\n")
    let loaded = folders.load()
    #expect(loaded.problems.count == 1)
    #expect(
      loaded.problems.first?.description
        == "\(path):3: \(row.value.replacingOccurrences(of: "FILE", with: path))")
    #expect(loaded.problems.first?.severity == .error)
    #expect(loaded.set.declarations == [] && loaded.set.unreadable == ["org.example.a.task"])
  }

  private static let contradictions: KeyValuePairs = [
    "Command=/bin/true\nDelay=1h\nEarliestBegin=2026-11-21":
      "error 3: Delay=: found together with EarliestBegin=, allowed is one of the two",
    "Command=/bin/true\nDeadlineDelay=1h\nDeadline=2026-11-21":
      "error 3: DeadlineDelay=: found together with Deadline=, allowed is one of the two",
    "Command=/bin/true\nEvery=1h\nDeadline=2026-11-21":
      "error 4: Deadline=: found together with Every=, allowed is DeadlineDelay=, which counts from each of "
      + "its dates",
    "Command=/bin/true\nEarliestBegin=2026-11-21\nDeadline=2026-11-20": "error 4: Deadline=: found ",
    "Command=/bin/true\nOnDeadline=drop":
      "warning 3: OnDeadline=: has no meaning without Deadline= or DeadlineDelay=",
    "Kind=refresh\nEnvironment=A=1": "error 3: Environment=: found without Command=, which it needs",
    "Command=/bin/true\nLoadCredential=a:/a\nLoadCredential=a:/b":
      "error 4: LoadCredential=: found a second credential with the name a, allowed is one",
    "Kind=refresh\nLoadCredential=a:/a": "error 3: LoadCredential=: found without Command=, which it needs",
    "Every=1h": "error 0: Command= is missing, or Unit=, or Kind= for a task that an application handles",
    "Command=/bin/true\nRetryInitial=2h\nRetryMaximum=1h":
      "error 4: RetryMaximum=: found 1h, allowed is no less than RetryInitial=, 2h",
    "Command=/bin/true\nOnCalendar=daily\nOnCalendar=dayly": "error 4: OnCalendar=: 'dayly'",
    "Command=/bin/true\nOnCalendar=hourly\nOnCalendar=\nOnCalendar=daily\nEvery=1h":
      "error 5: OnCalendar=: found together with Every=, allowed is one of the two",
    "Command=/bin/true\nOnCalendar=daily\nDeadline=2026-11-21":
      "error 4: Deadline=: found together with OnCalendar=, allowed is DeadlineDelay=",
    "Command=/bin/true\nRandomizedDelay=1h":
      "error 3: RandomizedDelay=: found without OnCalendar=, which it needs",
    "Command=/bin/true\nClockChange=shown":
      "error 3: ClockChange=: found without OnCalendar=, which it needs",
    "Command=/bin/true\nOnCalendar=daily\nClockChange=never":
      "error 4: ClockChange=: found never, allowed are once, shown",
    "Command=/bin/true\nOwnChanges=count":
      "error 3: OwnChanges=: found without OnPathChanged=, which it needs",
    "Command=/bin/true\nOnPathChanged=~/x": "error 3: OnPathChanged=: found ~/x, allowed is an absolute path",
    "Command=/bin/true\nOnPathChanged=/x\nOnPathChanged=\nOnPathChanged=/a b\nEvery=1h":
      "error 5: OnPathChanged=: found together with Every=, allowed is one of the two",
    "Command=/bin/true\nAtLatest=1h": "error 3: AtLatest=: found without OnPathChanged=, which it needs",
    "Unit=fstrim.service\nCommand=/bin/true":
      "error 2: Unit=: found together with Command=, allowed is one of the two",
    "Unit=fstrim": "error 2: Unit=: found \"fstrim\", allowed is the name of a unit: ",
  ]

  @Test("Keys that contradict or need each other are errors, each of its line", arguments: contradictions)
  func contradiction(of row: (key: String, value: String)) throws {
    let problems = try TaskFolders.problems("[Task]\n\(row.key)\n")
    #expect(problems.count == 1 && problems[0].hasPrefix(row.value), "\(problems)")
  }

  @Test("Dates of the calendar add up")
  func calendar() throws {
    let file =
      "[Task]\nCommand=/bin/true\nOnCalendar=hourly\nOnCalendar=\nOnCalendar=daily\n"
      + "OnCalendar=Mon 03:00\nRandomizedDelay=1h\nDeadlineDelay=2h\n"
    let declaration = try #require(try TaskFolders.read(file, .system).set.declarations.first)
    #expect(declaration.request.calendar?.texts == ["*-*-* 00:00:00", "Mon *-*-* 03:00:00"])
    #expect(declaration.request.calendar?.randomizedDelay == .hours(1))
    #expect(try Wire.TaskRequest(payload: declaration.payload).calendar == ["daily", "Mon 03:00"])
    #expect(declaration.request.calendar?.clockChange == nil)
    let once = try #require(
      try TaskFolders.read(file + "ClockChange=once\n", .system).set.declarations.first)
    #expect(once.request.calendar?.clockChange == .once)
    #expect(once.request.calendar != declaration.request.calendar)
  }

  @Test("Choices are taken with systemd's hyphens as well")
  func hyphens() throws {
    for (mode, value) in [
      ("process", KillMode.process), ("control-group", .controlGroup), ("controlGroup", .controlGroup),
    ] {
      let file = "[Task]\nCommand=/bin/true\nKillMode=\(mode)\nIOClass=best-effort\n"
      let declaration = try #require(try TaskFolders.read(file, .system).set.declarations.first)
      #expect(declaration.limits.killMode == value && declaration.limits.ioClass == .bestEffort)
    }
    for wrong in ["mixed", "-process", "process-", "control--group", "-", ""] {
      #expect(
        try TaskFolders.problems("[Task]\nCommand=/bin/true\nKillMode=\(wrong)\n").isEmpty == wrong.isEmpty)
    }
  }

  @Test("What has to change is named by line")
  func paths() throws {
    let text =
      "[Task]\nCommand=/bin/true\nOnPathChanged=/x\nOnPathChanged=\nOnPathChanged=/a b\nOnPathChanged=/c\n"
    let declaration = try #require(
      try TaskFolders.read(text + "Quiet=1min\nAtLatest=2min\n", .system).set.declarations.first)
    #expect(
      declaration.request.pathTrigger
        == PathTrigger(["/a b", "/c"], quiet: .minutes(1), atLatest: .minutes(2)))
    #expect(
      try TaskFolders.read(text + "OwnChanges=ignore\n", .system).set.declarations.first?
        .request.pathTrigger?.ownChanges == .ignore)
  }

  @Test("An existing unit stands in the place of a program; in the system's instance it is root's")
  func unit() throws {
    let text = "[Task]\nUnit=fstrim.service\nFreeze=10min\nPreventsSleep=yes\nSleepsThrough=no\n"
    let declaration = try #require(try TaskFolders.read(text, .system).set.declarations.first)
    #expect(declaration.unit == "fstrim.service")
    #expect(declaration.request.kind == .processing && declaration.request.target == .command)
    #expect(declaration.request.freezeLimit == .minutes(10))
    #expect(declaration.request.preventsSleep && declaration.request.sleepsThrough == false)
    #expect(
      try TaskFolders.problems(text + "User=daemon\n", .system)
        == ["error 2: Unit=: found together with User=daemon; units of the system belong to root"])
  }

  @Test("The example has every key")
  func example() throws {
    let text = try Repository.text("config/examples/org.example.backup.task")
    let lines = text.split(separator: "\n")
    for name in TaskFileKeys.names {
      #expect(lines.contains { $0.hasPrefix("\(name)=") || $0.hasPrefix("#\(name)=") }, "\(name)=")
    }
  }

  @Test("All that is wrong with a file is said at once")
  func allAtOnce() throws {
    let problems = try TaskFolders.problems(
      "[Task]\nKind=weekly\nEvery=often\nCommand=true\nColour=red\nUser=nobody-of-this-name\n",
      name: "a+b.task")
    #expect(problems.count == 6, "\(problems)")
    #expect(problems.filter { $0.hasPrefix("error 0: Identifier= is missing") }.count == 1)
    #expect(
      problems.contains("error 4: Command=: found true, allowed is a program's absolute path with arguments"))
    #expect(try TaskFolders.problems("Command=/bin/true\n").first == "error 0: has no section [Task]")
  }

  @Test("User= names whose task it is in the system's instance, root without it")
  func user() throws {
    let text = "[Task]\nCommand=/bin/true\n"
    #expect(try TaskFolders.read(text, .system).set.declarations.first?.uid == 0)
    #expect(try TaskFolders.read(text + "User=daemon\n", .system).set.declarations.first?.uid == 1)
    #expect(try TaskFolders.read(text + "User=1234\n", .system).set.declarations.first?.uid == 1234)
    #expect(try TaskFolders.read(text + "User=daemon\n", .user(1)).problems == [])
    #expect(
      try TaskFolders.problems(text + "User=root\n") == [
        "error 3: User=: found root, allowed is no User=: in a user's own instance every task belongs to "
          + "that user"
      ])
  }

  @Test("A file of any bytes is read or refused, and never more than a bounded number of problems")
  func hostile() throws {
    var random = SplitMix64(seed: 7)
    let words = ["[Task]", "Command=", "=", "\\", "\"", "\0", "Every=", "Environment=A", "\n", "é", "%h"]
    for _ in 0..<300 {
      let text = (0..<random.next() % 60).map { _ in words[Int(random.next() % UInt64(words.count))] }
        .joined()
      let loaded = try TaskFolders.read(text)
      #expect(loaded.set.declarations.isEmpty || !loaded.problems.contains { $0.severity == .error })
      #expect(loaded.problems.count <= 300)
    }
  }
}
