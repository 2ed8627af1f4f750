import Foundation
import TestSupport
import Testing

@testable import Control

@Suite("check")
struct CheckVerbTests {
  private static let examples = Repository.path("config")

  private static func check(_ folder: TemporaryFolder, _ names: String..., options: [String] = [])
    -> ControlRun
  {
    ControlRun.run(["check"] + options + names.map { folder.path($0) })
  }

  @Test("Files that are right give no word, by their names, their directories or their sections")
  func right() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.task", "[Task]\nCommand=/bin/true\n")
    try folder.write("a.task.d/more.conf", "[Task]\nEvery=1h\n")
    try folder.write("bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=2\n")
    try folder.write("bgtaskd.conf.d/10.conf", "[Store]\nHistoryMaxRuns=2\n")
    try folder.write("applications.d/one.conf", "[Application]\nPermittedIdentifiers=a.*\nExec=/bin/true\n")
    try folder.write("other", "[Application]\nPermittedIdentifiers=b.*\n")
    try folder.write("masked.task", "")
    let run = Self.check(
      folder, "a.task", "a.task.d/more.conf", "bgtaskd.conf", "bgtaskd.conf.d/10.conf",
      "applications.d/one.conf",
      "other", "masked.task")
    #expect(run.status == .success)
    #expect(run.output == "" && run.errors == "")
  }

  /// A file has this one problem, in words that people write.
  private static func expect(
    _ folder: TemporaryFolder, _ name: String, _ text: String, options: [String] = [],
    isWrongAt line: Int, _ problem: String
  ) throws {
    let file = try folder.write(name, text)
    let run = check(folder, name, options: options)
    #expect(run.status == .data)
    #expect(run.lines.count == 1 && run.output.hasPrefix("\(file):\(line): \(problem)"), "\(run.output)")
    #expect(!run.output.contains("USec") && !run.output.contains("000000"))
  }

  @Test("What a daemon would refuse is an error here, at its line and in words that people write")
  func refused() throws {
    let folder = try TemporaryFolder()
    let command = "[Task]\nCommand=/bin/true\n"
    let lines: KeyValuePairs = [
      "OnCalendar=Thu 2027-01-01":
        "OnCalendar=: found Thu 2027-01-01 00:00:00, and there is no such date (2027-01-01 is a Friday)",
      "OnCalendar=*-02-30": "OnCalendar=: found *-02-30 00:00:00, and there is no such date",
      "OnCalendar=2020-01-01": "OnCalendar=: found 2020-01-01 00:00:00, whose dates have all passed",
      "After=itself": "After=: found itself, which comes after itself itself",
      "RuntimeLimit=30d":
        "RuntimeLimit=: found 30d, allowed is up to 1d (RuntimeMaxSec= in bgtaskd.conf)",
      "EarliestBegin=2100-01-02 UTC\nDeadline=2100-01-01 UTC":
        "Deadline=: found Fri 2100-01-01 00:00:00 UTC, allowed is no date before EarliestBegin=, Sat ",
      "RepeatAfter=yes": "RepeatAfter=: found without After= and AfterAny=, allowed only with",
      "OnPathChanged=/a\nQuiet=25h": "Quiet=: found 25h, allowed is 0 to 1d",
      "OnPathChanged=/a\nAtLatest=8d": "AtLatest=: found 8d, allowed is 0 to 1w",
      "SetCredentialEncrypted=a:aGVsbG8=":
        "SetCredentialEncrypted=: only the system's systemd decrypts credentials: submit as root to the "
        + "system's daemon, or name a file in LoadCredential=",
      "OnPathChanged=/a\nQuiet=2min\nAtLatest=1min":
        "AtLatest=: found 1min, allowed is no less than Quiet=, 2min",
      "OnPathChanged=/a\nOnPathChanged=/b\nOnPathChanged=/a":
        "OnPathChanged=: found \"/a\" twice, allowed is once",
    ]
    for (line, text) in lines {
      try Self.expect(
        folder, "itself.task", command + line + "\n",
        options: line.hasPrefix("SetCredentialEncrypted") ? ["--user"] : [],
        isWrongAt: 2 + line.split(separator: "\n").count, text)
    }
    for (text, number, problem) in [
      (
        "Kind=refresh\nURL=http://x/\nFile=/x", 2,
        "Kind=: found refresh together with URL=, allowed is transfer"
      ),
      ("Command=/bin/true\nDeadline=soon", 3, "Deadline=: found soon, which is no date; allowed is a whole"),
      ("Kind=transfer", 2, "Kind=: found transfer without URL= and File=, which a transfer needs"),
      ("URL=http://x/\nEvery=1h", 2, "URL=: found without File=, which it needs"),
      ("Kind=transfer\nFile=/tmp/x\nEvery=1h", 3, "File=: found without URL=, which it needs"),
      ("Kind=refresh\nMethod=PUT", 3, "Method=: found without URL=, which it needs"),
      (
        "URL=http://x/\nFile=/x\nCommand=/bin/true", 4,
        "Command=: found together with URL=, allowed is one of the two"
      ),
      ("Unit=a.service\nURL=http://x/\nFile=/x", 2, "Unit=: found together with URL=, allowed is one of"),
      ("Unit=.service", 2, "Unit=: found \".service\", allowed is the name of a unit: "),
      ("Unit=a.service\nMemoryMax=1G", 3, "MemoryMax=: found without Command="),
    ] {
      try Self.expect(folder, "whole.task", "[Task]\n\(text)\n", isWrongAt: number, problem)
    }
    // Of several dates one that never comes leaves the others.
    let file = try folder.write("some.task", command + "OnCalendar=daily\nOnCalendar=*-02-30\n")
    let run = Self.check(folder, "some.task")
    #expect(run.status == .success)
    #expect(run.lines == ["\(file):4: warning: OnCalendar=: there is no such date"])
  }

  @Test("What is wrong is one line each, in the order of lines; warnings alone are no failure")
  func wrong() throws {
    let folder = try TemporaryFolder()
    let task = try folder.write(
      "a.task", "[Task]\nEvery=often\nCommand=/no/such/program\nColour=red\nWorkingDirectory=/no/such\n")
    let run = Self.check(folder, "a.task")
    #expect(run.status == .data)
    #expect(
      run.lines == [
        "\(task):2: Every=: 'often' is not a length of time; allowed is numbers with the units us, ms, s, "
          + "min, h, d, w, month, y, or infinity, for example 1d 2h",
        "\(task):3: warning: Command=: there is no program /no/such/program now",
        "\(task):4: unknown key Colour= in [Task]",
        "\(task):5: warning: WorkingDirectory=: /no/such is no directory now",
      ])
    let warned = try folder.write("b.task", "[Task]\nCommand=/etc/passwd\n")
    #expect(Self.check(folder, "b.task").status == .success)
    #expect(
      Self.check(folder, "b.task").lines == ["\(warned):2: warning: Command=: /etc/passwd is not executable"])
    let rules = try folder.write("bgtaskd.conf", "[Scheduler]\nLowBatteryPercent=many\n")
    #expect(Self.check(folder, "bgtaskd.conf").output.hasPrefix("\(rules):2: LowBatteryPercent=: "))
    let manifest = try folder.write(
      "applications.d/a.conf", "[Application]\nPermittedIdentifiers=a\nExec=/no/such\n")
    #expect(
      Self.check(folder, "applications.d/a.conf").lines
        == ["\(manifest):3: warning: Exec=: there is no program /no/such now"])
  }

  @Test("A program that follows from a run and is not there is a warning, and another task is none")
  func actions() throws {
    let folder = try TemporaryFolder()
    let task = try folder.write(
      "a.task",
      "[Task]\nCommand=/bin/true\nOnFailure=/no/such/mail admin\nOnSuccess=b\nOnOverdue=/bin/true\n"
    )
    let run = Self.check(folder, "a.task")
    #expect(run.status == .success)
    #expect(run.lines == ["\(task):3: warning: OnFailure=: there is no program /no/such/mail now"])
  }

  @Test("Drop-ins beside a file count with it, and by themselves nothing is missing in them")
  func dropIns() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.task", "[Task]\nCommand=/bin/true\n")
    let dropIn = try folder.write("a.task.d/more.conf", "[Task]\nTitle=x\nEvery=0\nWorkingDirectory=srv\n")
    let line = "\(dropIn):3: Every=: found 0, allowed is 1s to 100 years"
    #expect(Self.check(folder, "a.task").lines.first == line)
    #expect(Self.check(folder, "a.task.d/more.conf").lines.first == line)
    try folder.write("a.task.d/more.conf", "[Task]\nWorkingDirectory=srv\n")
    #expect(Self.check(folder, "a.task").status == .data)
  }

  @Test(
    "A drop-in by itself is refused for what its task says, and a template for what its instances would be")
  func together() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.task", "[Task]\nCommand=/bin/true\nQuiet=2min\nOnPathChanged=/a\n")
    for (line, text) in [
      ("AtLatest=1min", "AtLatest=: found 1min, allowed is no less than Quiet=, 2min"),
      ("After=a", "After=: found a, which comes after a itself"),
    ] {
      let dropIn = try folder.write("a.task.d/more.conf", "[Task]\n\(line)\n")
      let run = Self.check(folder, "a.task.d/more.conf")
      #expect(run.status == .data && run.output.hasPrefix("\(dropIn):2: \(text)"), "\(run.output)")
    }
    try folder.write("a.task.d/more.conf", "[Task]\nAtLatest=1h\n")
    #expect(Self.check(folder, "a.task.d/more.conf").lines == [])
    try folder.write("a.task.d/more.conf", "[Task]\nDeadlineDelay=1h\n")
    let pair = Self.check(folder, "a.task.d/more.conf")
    #expect(
      pair.lines == [
        "\(folder.path("a.task")):4: OnPathChanged=: found together with DeadlineDelay=, "
          + "allowed is one of the two"
      ])
    for (line, isRefused) in [("OnCalendar=*-02-30", true), ("RuntimeLimit=30d", true), ("Title=%i", false)] {
      let template = try folder.write("t@.task", "[Task]\nCommand=/bin/true\n\(line)\n")
      let run = Self.check(folder, "t@.task")
      #expect(run.status == (isRefused ? .data : .success), "\(run.output)")
      #expect(!isRefused || run.output.hasPrefix("\(template):3: \(line.prefix { $0 != "=" })=: found "))
    }
  }

  @Test("What a file is does not depend on how its path is said")
  func spelling() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.task", "[Task]\nCommand=/bin/true\n")
    try folder.write("a.task.d/more.conf", "[Task]\nAfter=a\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a.task.d")
    for name in ["a.task.d/more.conf", "a.task.d//more.conf", "a.task.d/./more.conf", "link/more.conf"] {
      let run = Self.check(folder, name)
      #expect(
        run.status == .data && run.output.contains("more.conf:2: After=: found a, which"), "\(run.output)")
    }
  }

  @Test("A deadline that has passed is a warning")
  func late() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.task", "[Task]\nCommand=/bin/true\nDeadline=2020-01-02 10:00\n")
    let run = Self.check(folder, "a.task")
    #expect(run.status == .success)
    #expect(
      run.lines == ["\(file):3: warning: Deadline=: found Thu 2020-01-02 10:00:00 UTC, which has passed"])
  }

  @Test("Work that takes longer than a run may is a warning, unless it goes on where it left off")
  func tooLong() throws {
    let folder = try TemporaryFolder()
    let text = "[Task]\nCommand=/bin/true\nKind=processing\nExpected=1h\n"
    let file = try folder.write("a.task", text)
    _ = try folder.write("b.task", text + "CanResume=yes\n")
    _ = try folder.write("c.task", text + "RuntimeLimit=1h\n")
    let template = try folder.write("d@.task", text)
    let run = Self.check(folder, "a.task", "b.task", "c.task", "d@.task")
    #expect(run.status == .success)
    let warning = "4: warning: Expected=: found 1h, but a run is told to stop after 10min: RuntimeLimit= "
    #expect(
      run.lines == [template, file].map { "\($0):\(warning)allows more" }, "\(run.output)")
  }

  @Test("What is not there does not keep the others from being looked at")
  func missing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("a.task", "[Task]\nCommand=no\n")
    let run = Self.check(folder, "none.task", "a.task", "neither.task")
    #expect(run.status == .noInput && run.output.hasPrefix("\(file):2: Command=: "))
    #expect(
      run.errors.contains("none.task cannot be read") && run.errors.contains("neither.task cannot be read"))
  }

  @Test("What stands in a line that cannot be read is not missing")
  func rawLine() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.task")
    try Data(Array("[Task]\nCommand=/bin/k".utf8) + [0xe9, 0x0a]).write(to: URL(filePath: path))
    #expect(Self.check(folder, "a.task").lines == ["\(path):2: the line is not UTF-8"])
  }

  @Test("Two files that are about the same task or application are an error")
  func collisions() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("a.task", "[Task]\nIdentifier=x\nCommand=/bin/true\n")
    let second = try folder.write("b.task", "[Task]\nIdentifier=x\nCommand=/bin/true\n")
    try folder.write("c.task", "[Task]\nIdentifier=x\nUser=daemon\nCommand=/bin/true\n")
    let run = Self.check(folder, "a.task", "b.task", "c.task")
    #expect(run.status == .data)
    #expect(run.lines == ["\(second):2: Identifier=: found x, which \(first) declares already"])
    // Whatever comes first: a file that is called so keeps the name, also against a drop-in.
    let x = try folder.write("x.task", "[Task]\nCommand=/bin/true\n")
    for names in [["a.task", "x.task"], ["x.task", "a.task"]] {
      let run = ControlRun.run(["check"] + names.map { folder.path($0) })
      #expect(run.lines == ["\(first):2: Identifier=: found x, which \(x) declares already"])
    }
    let dropIn = try folder.write("c.task.d/name.conf", "[Task]\nIdentifier=x\nUser=root\n")
    #expect(
      Self.check(folder, "c.task.d/name.conf", "x.task").lines
        == ["\(dropIn):2: Identifier=: found x, which \(x) declares already"])
    // One that is named twice, in whatever way, is one.
    #expect(Self.check(folder, "a.task", "./a.task", "a.task").lines == [])
    try folder.write("applications.d/a.conf", "[Application]\nName=x\nPermittedIdentifiers=a\n")
    try folder.write("applications.d/b.conf", "[Application]\nName=x\nPermittedIdentifiers=b\n")
    #expect(
      Self.check(folder, "applications.d/a.conf", "applications.d/b.conf").output.contains(
        "is the manifest of x already"))
  }

  @Test("--type says what neither name nor sections say; a file that is nothing is an error")
  func types() throws {
    let folder = try TemporaryFolder()
    let draft = try folder.write("draft", "Command=/bin/true\n")
    #expect(
      Self.check(folder, "draft").lines.first
        == "\(draft): is not NAME.task, bgtaskd.conf or applications.d/NAME.conf "
        + "by its name or its sections"
    )
    #expect(
      Self.check(folder, "draft", options: ["--type", "task"]).lines.first
        == "\(draft): has no section [Task]"
    )
    #expect(
      Self.check(folder, "draft", options: ["--type=manifest"]).output.contains("PermittedIdentifiers="))
  }

  @Test("--json gives a document for each problem, with no character that a terminal obeys in either form")
  func json() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.task", "[Task]\nCommand=/bin/true\nX\u{1B}[2J=1\n")
    let run = Self.check(folder, "a.task", options: ["--json"])
    #expect(
      run.output
        == #"{"file":"\#(path)","line":3,"message":"unknown key X\\x1b[2J= in [Task]","severity":"error"}"#
        + "\n"
        || run.output.contains(#"\u001b"#))
    #expect(!Self.check(folder, "a.task").output.contains("\u{1B}"))
  }

  @Test("A user's own instance has no other users' tasks")
  func users() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.task", "[Task]\nCommand=/bin/true\nUser=daemon\n")
    #expect(Self.check(folder, "a.task").status == .success)
    #expect(Self.check(folder, "a.task", options: ["--user"]).output.contains("a user's own instance"))
  }

  @Test("A file that is not there has its own status; without files it looks at what a daemon would read")
  func files() throws {
    let folder = try TemporaryFolder()
    #expect(Self.check(folder, "none.task").status == .noInput)
    #expect(Self.check(folder, "none.task").errors.contains("No such file or directory"))
    let path = try folder.write("bgtaskd/tasks.d/a.task", "[Task]\nCommand=/no/such\nEvery=1h\n")
    let run = ControlRun.run(["--user", "check"], variables: ["XDG_CONFIG_HOME": folder.path])
    #expect(run.lines.contains("\(path):2: warning: Command=: there is no program /no/such now"))
  }

  @Test("What is to be read at a start and is not there is a warning, unless it may be missing")
  func filesOfSecrets() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "a.task",
      """
      [Task]
      Command=/bin/true
      EnvironmentFile=-/no/such/env
      EnvironmentFile=/no/such/env
      LoadCredential=null:/dev/null
      LoadCredential=password:/no/such/password
      """)
    let run = ControlRun.run(["check", path])
    #expect(run.status == .success, "\(run)")
    #expect(
      run.lines.filter { $0.contains("warning") } == [
        "\(path):4: warning: EnvironmentFile=: there is no file /no/such/env now",
        "\(path):6: warning: LoadCredential=: there is no file /no/such/password now",
      ], "\(run)")
  }

  @Test("A template, its instances and their drop-ins are looked at, each error at its line and once")
  func templates() throws {
    let folder = try TemporaryFolder()
    let template = try folder.write(
      "b@.task", "[Task]\nOnCalendar=%i\nUser=%p\nColour=red\nWhen=idel\nTitle=%q\nCommand=/srv/%i/go\n")
    let files = FileManager.default
    for name in ["b@daily.task", "b@sometimes.task"] {
      try files.createSymbolicLink(atPath: folder.path(name), withDestinationPath: "b@.task")
    }
    let alone = Self.check(folder, "b@.task")
    #expect(alone.status == .data)
    // What depends on the instance is left to it: here the date, the user and the program.
    #expect(alone.lines.map { $0.prefix { $0 != " " } } == [4, 5, 6].map { "\(template):\($0):" })
    let both = Self.check(folder, "b@daily.task", "b@sometimes.task")
    #expect(both.lines.contains { $0.hasPrefix("\(template):2: OnCalendar=: 'sometimes'") })
    #expect(both.lines.contains { $0.contains("there is no program /srv/daily/go now") })
    #expect(both.lines.count { $0.hasPrefix("\(template):4: ") } == 1, "\(both.output)")
    try folder.write("b@.task.d/one.conf", "[Task]\nUser=%i\nTitle=x\nSubtitle=%i %y\n")
    try folder.write("b@daily.task.d/two.conf", "[Task]\nTitle=%i\nOnCalendar=often\n")
    #expect(
      Self.check(folder, "b@.task.d/one.conf").lines.map { $0.contains("'%y' is no specifier") } == [true])
    #expect(Self.check(folder, "b@daily.task.d/two.conf").lines.map { $0.contains("'often'") } == [true])
    let bad = Self.check(folder, "b@none.task")
    #expect(bad.status == .noInput)
    try folder.write("b@-such.task", "")
    #expect(Self.check(folder, "b@-such.task").lines.first?.contains("'-such' is no name of an") == true)
  }

  @Test("The template of a link is found where the daemon looks; all of them are looked at without files")
  func templateDirectories() throws {
    let folder = try TemporaryFolder()
    let variables = ["XDG_CONFIG_HOME": folder.path]
    try folder.write("bgtaskd/tasks.d/b@.task", "[Task]\nCommand=/bin/echo %i\n")
    try folder.write("bgtaskd/tasks.d/c@.task", "[Task]\nCommand=/bin/echo %q\n")
    let link = folder.path("b@x.task")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b@.task")
    let found = ControlRun.run(["--user", "check", link], variables: variables)
    #expect(found.status == .success && found.output == "", "\(found.output)")
    let all = ControlRun.run(["--user", "check"], variables: variables)
    #expect(all.lines.contains { $0.contains("c@.task:2: Command=: '%q' is no specifier") })
    try FileManager.default.removeItem(atPath: folder.path("bgtaskd/tasks.d/b@.task"))
    let lost = ControlRun.run(["--user", "check", link], variables: variables)
    #expect(
      lost.status == .data && lost.output.hasPrefix("\(link): is a link to b@.task, which is in none of "))
  }

  @Test(
    "The shipped examples are right",
    arguments: [
      "examples/org.example.backup.task", "examples/template/org.example.backup@.task", "bgtaskd.conf",
    ])
  func shipped(name: String) {
    let run = ControlRun.run(["check", "\(Self.examples)/\(name)"])
    #expect(run.status == .success && run.output == "", "\(run.output)")
  }

  @Test("A directory is no file: the next step names its files")
  func directory() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.d/a.task", "[Task]\nCommand=/bin/true\n")
    let run = Self.check(folder, "tasks.d")
    #expect(run.status == .inputOutput && run.output == "")
    let path = folder.path("tasks.d")
    #expect(run.errors.contains("\(path) cannot be read: Is a directory"))
    #expect(run.errors.contains("name its files: bgtaskctl check \(path)/*"), "\(run.errors)")
  }
}
