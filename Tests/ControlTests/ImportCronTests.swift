import Foundation
import SystemdSyntax
import TestSupport
import Testing

@testable import Control

@Suite("import of tables for cron and anacron")
struct ImportCronTests {
  /// What a table comes to.
  private func imported(_ lines: [String], form: CronTable.Form = .user, user: String? = nil) -> CronImport {
    var table = CronTable(file: "table", form)
    for (number, line) in lines.enumerated() { table.take(line.utf8, line: number + 1) }
    var tables = CronImport { $0.upperBound }
    tables.take(
      table, from: .init(file: "table", form: form, user: user, place: "of table", isPrivate: false))
    return tables
  }

  /// The values of a key of the first task.
  private func values(_ key: String, _ line: String, form: CronTable.Form = .user) throws -> [String] {
    let tables = imported([line], form: form)
    return try #require(tables.tasks.first, "\(tables.problems)").keys.filter { $0.key == key }.map(\.value)
  }

  @Test("A table of the system's that cannot be read, or that cron passes over, keeps nobody from the others")
  func systemTables() throws {
    let script = """
      mount -t tmpfs tmpfs /etc/cron.d
      mount --bind /dev/null /etc/crontab
      echo '5 4 * * * nosuchuser /bin/true' > /etc/cron.d/other
      echo '5 4 * * * root /bin/true' | tee /etc/cron.d/good > /etc/cron.d/old.dpkg-bak
      ln -s /nonexistent /etc/cron.d/gone
      : > /etc/cron.d/.placeholder
      exec "$1" --system import crontab
      """
    let run = try FinishedProgram.run(
      URL(filePath: "/usr/bin/unshare"),
      ["--mount", "/bin/sh", "-ec", script, "sh", BuiltProduct.url("bgtaskctl").path()])
    #expect(run.status == 65)
    #expect(run.output.contains("# cron.good.true.task"), "\(run.output)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.contains { $0.contains("/etc/cron.d/gone") && $0.contains("No such file or directory") })
    #expect(lines.contains { $0.contains("/etc/cron.d/old.dpkg-bak: is left out, as cron") })
    #expect(lines.contains { $0.contains("/etc/cron.d/other:1: there is no user nosuchuser here: bgtaskd") })
    #expect(!run.errors.contains(".placeholder"))
  }

  @Test(
    "Dates",
    arguments: [
      ("* * * * *", ["*-*-* *:*:00"]), ("*/15 * * * *", ["*-*-* *:00/15:00"]),
      ("5 4 * * *", ["*-*-* 04:05:00"]), ("0,30 8-17 * * 1-5", ["Mon..Fri *-*-* 08..17:00,30:00"]),
      ("0 0-23/2 * * *", ["*-*-* 00/2:00:00"]), ("0 1-9/4 * * *", ["*-*-* 01,05,09:00:00"]),
      ("0 0 1 jan,JUL *", ["*-01,07-01 00:00:00"]), ("0 0 * 6-8 *", ["*-06..08-* 00:00:00"]),
      ("0 0 * * sun", ["Sun *-*-* 00:00:00"]), ("0 0 * * 0", ["Sun *-*-* 00:00:00"]),
      ("0 0 * * 7", ["Sun *-*-* 00:00:00"]), ("0 0 * * 5-7", ["Fri..Sun *-*-* 00:00:00"]),
      ("0 0 * * 0-7", ["*-*-* 00:00:00"]), ("0 0 * * tue,thu", ["Tue,Thu *-*-* 00:00:00"]),
      ("0 0 * * */2", ["Tue,Thu,Sat,Sun *-*-* 00:00:00"]), ("0 0 */2 * *", ["*-*-01/2 00:00:00"]),
      ("1,2,3,10,11,20-22 0 * * *", ["*-*-* 00:01..03,10,11,20..22:00"]),
      // Either kind of day will do, unless one begins with a star.
      ("0 3 1,15 * 1", ["*-*-01,15 03:00:00", "Mon *-*-* 03:00:00"]),
      ("0 3 */2 * 1", ["Mon *-*-01/2 03:00:00"]), ("0 3 1-7 * *", ["*-*-01..07 03:00:00"]),
      // What there is not does not keep the other from coming.
      ("0 0 30 2 1", ["Mon *-02-* 00:00:00"]), ("0 0 29 2 *", ["*-02-29 00:00:00"]),
      // All days of the week, or of the month, are every day, and a range that runs backwards is none.
      ("0 5 1 * 0-6", ["*-*-* 05:00:00"]), ("0 5 1 3 1-7", ["*-03-* 05:00:00"]),
      ("0 5 1 * sun,mon,tue,wed,thu,fri,sat", ["*-*-* 05:00:00"]), ("0 5 1-31 * 1", ["*-*-* 05:00:00"]),
      ("0 5 31 2 0-7", ["*-02-* 05:00:00"]), ("0 5 */2 * 0-6", ["*-*-01/2 05:00:00"]),
      ("0 5 1 * fri-mon", ["*-*-01 05:00:00"]), ("0 5 9-3 * 1", ["Mon *-*-* 05:00:00"]),
      ("7,9-3 5 * * *", ["*-*-* 05:07:00"]), ("000007 05 * * *", ["*-*-* 05:07:00"]),
      ("*/1000 * * * *", ["*-*-* *:00:00"]), ("0 0 * * */7", ["Sun *-*-* 00:00:00"]),
      // What follows a range and is no comma means nothing.
      ("1-2-3 * * * *", ["*-*-* *:01,02:00"]), ("*/30/5 * * * *", ["*-*-* *:00,30:00"]),
      ("5;7 *x * * *", ["*-*-* *:05:00"]),
      ("@hourly", ["*-*-* *:00:00"]), ("@daily", ["*-*-* 00:00:00"]), ("@midnight", ["*-*-* 00:00:00"]),
      ("@weekly", ["Sun *-*-* 00:00:00"]), ("@monthly", ["*-*-01 00:00:00"]),
      ("@yearly", ["*-01-01 00:00:00"]), ("@annually", ["*-01-01 00:00:00"]),
    ])
  func dates(date: String, calendars: [String]) throws {
    #expect(try values("OnCalendar", "\(date) /bin/true") == calendars)
  }

  @Test(
    "What is no date is an error with file and line",
    arguments: [
      "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *", "* * * * 8", "* * * foo *",
      "1 -1 * * *",
      "5/10 * * * *", "*/0 * * * *", "5-1 * * * *", "1,,2 * * * *", "1, * * * *", "5-1;6 * * * *",
      "0~60 * * * *", "30~0 * * * *", "0~30/5 * * * *", "0~x * * * *", "5x * * * *", "*/5x * * * *",
      "1- * * * *", "1-5/ * * * *", "0 0 * * sat-sun", "0 5 5-1 * *",
      "0 5 * * 5-1",
      "99999999999999999999 * * * *", "0 0 30 2 *", "0 0 31 2,4,6,9,11 *", "@sometimes", "@reboot",
      "+1 * * * *",
    ])
  func wrongDates(date: String) {
    let wrong = imported(["# x", "\(date) /bin/true"])
    #expect(wrong.tasks.isEmpty && wrong.problems.map(\.line) == [2], "\(wrong.tasks)")
    #expect(wrong.problems.allSatisfy { $0.severity == .error && $0.file == "table" })
  }

  @Test(
    "Dates follow cron where the clock is put forward or back, and what runs in the background lives on",
    arguments: [
      ("30 2 * * *", "once"), ("@daily", "once"), ("@weekly", "once"), ("0 0-23 * * *", "once"),
      ("0,30 2 * * *", "once"), ("0 1,*/2 * * *", "once"), ("0 */2 * * *", "shown"),
      ("*/15 2 * * *", "shown"),
      ("* 2-3 * * *", "shown"), ("@hourly", ""), ("*/15 * * * *", ""), ("5 * * * *", ""), ("5 */1 * * *", ""),
    ])
  func clockChanges(date: String, change: String) throws {
    #expect(try values("ClockChange", "\(date) /bin/a") == (change.isEmpty ? [] : [change]))
    #expect(try values("KillMode", "\(date) /bin/a") == ["process"])
  }

  @Test("What cron passes over in a date is said")
  func passedOver() throws {
    let task = try #require(imported(["1-2-3 * * * sun;mon /bin/a"]).tasks.first)
    for (rest, word) in [("-3", "1-2-3"), (";mon", "sun;mon")] {
      #expect(task.notes.contains("Debian's cron passes over '\(rest)' in '\(word)', and so does the task"))
    }
  }

  @Test(
    "cronie's ranges of chance are one value of them",
    arguments: [
      ("0~30 2 * * *", "*-*-* 02:30:00"), ("~ 2 * * *", "*-*-* 02:59:00"), ("7 ~6 * * *", "*-*-* 06:07:00"),
      ("7 20~ * * *", "*-*-* 23:07:00"), ("1,10~20,2 0 * * *", "*-*-* 00:01,02,20:00"),
      ("0 0 * * ~", "Sat *-*-* 00:00:00"), ("0 0 * jan~mar *", "*-03-* 00:00:00"),
      ("5~5 0 * * *", "*-*-* 00:05:00"),
    ])
  func chances(date: String, calendar: String) throws {
    let task = try #require(imported(["\(date) /bin/a"]).tasks.first)
    #expect(task.keys.contains { $0 == ("OnCalendar", calendar) })
    #expect(task.notes.contains { $0.contains("from now on; cronie chooses again") }, "\(task.notes)")
  }

  @Test("What is not as with cron is said", arguments: [CronTable.Form.user, .system])
  func differences(form: CronTable.Form) throws {
    func notes(_ lines: String...) throws -> String {
      let user = form == .system ? "root " : ""
      let task = try #require(imported(lines + ["@daily \(user)/bin/a"], form: form).tasks.first)
      return task.notes.joined(separator: "\n")
    }
    let always = try notes()
    for word in [
      "24h", "nice 10 and idle I/O", "no mail", "one run at a time", "pam(7)", "makes up for them once",
    ] { #expect(always.contains(word), "\(word)") }
    #expect(try !notes("MAILTO=\"\"").contains("mail") && notes("MAILTO=a").contains("no mail to a"))
    #expect(try notes("CRON_TZ=UTC").contains("Debian's cron ignores CRON_TZ"))
    #expect(try notes("RANDOM_DELAY=5").contains("up to 5min is always the same"))
    #expect(try notes("SHELL=sh").contains("SHELL=sh is not carried over"))
    #expect(try notes("a.b=1").contains("a.b=1 is not carried over"))
    #expect(try !notes("LOGNAME=x").contains("LOGNAME"))
    for home in ["relative", "''"] {
      #expect(try notes("HOME=\(home)").contains("cron runs it in cron's own directory"))
    }
    let halved = try #require(imported(["@daily echo '\\\\'"]).tasks.first)
    #expect(halved.notes.contains { $0.contains("cronie leaves both") })
  }

  @Test("Dates that no line of a file has room for, and zones that there are not, are errors")
  func unreadable() {
    func odd(_ values: ClosedRange<Int>) -> String {
      values.filter { [0, 1, 3].contains($0 % 5) }.map(String.init).joined(separator: ",")
    }
    for lines in [
      [
        "CRON_TZ=America/Argentina/Buenos_Aires",
        "\(odd(0...59)) \(odd(0...23)) \(odd(1...31)) \(odd(1...12)) * /bin/a",
      ],
      ["CRON_TZ=Europe/Atlantis", "@daily /bin/a"],
    ] {
      let wrong = imported(lines)
      #expect(wrong.tasks.isEmpty && wrong.problems.map(\.line) == [lines.count], "\(wrong.tasks)")
    }
  }

  @Test("Lines that are none are named, and keep no others back")
  func wrongLines() {
    let wrong = imported([
      "* * * *", "* * * * *", "@daily", "", "  # x", "0 0 * * * /bin/a", "x = 1", "=x",
    ])
    #expect(wrong.tasks.map(\.name) == ["cron.a"])
    #expect(wrong.problems.map(\.line) == [1, 2, 3, 8])
    var table = CronTable(file: "t", .user)
    table.take([0x30, 0xFF], line: 1)
    table.take([0x30, 0x00], line: 2)
    table.take("* * * * * * /bin/a".utf8, line: 3)
    table.take("A='x' y".utf8, line: 4)
    table.take("A='x".utf8, line: 5)
    table.take("# \u{0}\u{FFFD}".utf8, line: 6)
    #expect(table.problems.map(\.line) == [1, 2, 3, 4, 5])
  }

  @Test("A command is words where a shell would only take it apart, else a shell has it")
  func commands() throws {
    for (line, value) in [
      ("/usr/bin/a -b --c=d e,f", "/usr/bin/a -b --c=d e,f"), ("/usr/bin/a\t  b", "/usr/bin/a b"),
      ("a b", "/bin/sh -c \"a b\""), ("/bin/a > b", #"/bin/sh -c "/bin/a > b""#),
      ("/bin/a $HOME", #"/bin/sh -c "/bin/a $HOME""#), ("/bin/a *", #"/bin/sh -c "/bin/a *""#),
      ("/bin/a ~/x", #"/bin/sh -c "/bin/a ~/x""#), ("A=1 /bin/a", #"/bin/sh -c "A=1 /bin/a""#),
      (#"/bin/a "b\c""#, #"/bin/sh -c "/bin/a \"b\\c\"""#),
      (#"/bin/date +\%F"#, #"/bin/sh -c "/bin/date +%F""#),
      ("/bin/a%b%c\\%d'e", #"/bin/sh -c "printf '%s\\n' 'b' 'c%d'\\''e' | /bin/sh -c '/bin/a'""#),
      ("/bin/a # b%", #"/bin/sh -c "/bin/a # b""#), ("/bin/a\r", #"/bin/sh -c "/bin/a\r""#),
    ] {
      #expect(try values("Command", "* * * * * \(line)") == [value])
    }
  }

  @Test(
    "What cron would have a shell do, the words of Command= do",
    arguments: [
      ("cat%first%second\\%", "first\nsecond%\n"), ("echo \"a  b\" 'c\\%d'", "a  b c%d\n"),
      ("echo 'ä\\\\'; echo x#y", "ä\\\nx#y\n"),
      ("cat; echo z # c%it's", "it's\nz\n"),
      // Two backslashes are one before the first percent sign, which ends the command all the same.
      (#"cat; echo 'x\\\\y'%x"#, "x\nx\\y\n"), (#"cat; echo \\%a\\%b"#, "a\\%b\n\\\n"),
      (#"cat; echo '\%\\\%'%a\\\b\%"#, "a\\\\\\b%\n%\\%\n"), (#"cat; echo x\"#, "x\\\n"),
      // What ends in a percent sign has no input, or ends where that does.
      ("cat; echo x%", "x\n"), ("cat%%", "\n"), ("cat%a%", "a\n"), ("cat%a%%b", "a\n\nb\n"),
      (#"cat%\"#, "\\"), (#"cat%a\"#, "a\\\n"), (#"cat%a%\\"#, "a\n\\\\"),
      // Blanks at the end are input, and the command is a word of its own.
      ("cat%a  ", "a  \n"), ("cat; exit 0; ) (%a", ""), (#"cat; echo x\%\"#, "x%\\\n"),
      (#"cat; echo x\\%a"#, "a\nx\\\n"), ("echo x\r", "x\r\n"), ("cat%a\r", "a\r\n"),
    ])
  func carriedOut(command: String, output: String) throws {
    let words = try Words.split(try values("Command", "* * * * * \(command)")[0])
    #expect(try FinishedProgram.run(URL(filePath: words[0]), Array(words.dropFirst())).output == output)
  }

  @Test(
    "A carriage return at the end of lines is told once, with its line",
    arguments: [
      CronTable.Form.user, .system, .anacron,
    ])
  func carriageReturns(form: CronTable.Form) {
    let date =
      switch form {
      case .user: "@daily"
      case .system: "@daily root"
      case .anacron: "1 5 name"
      }
    let tables = imported(["A=b\r", "\r", "\(date) /bin/a\r", "\(date) /bin/b\r"], form: form)
    #expect(
      tables.problems.map(\.description) == [
        "table:3: ends with a carriage return, which is a part of the command, as with cron, in this "
          + "line and in others like it; sed -i 's/\\r$//' makes a file of Windows one of Linux"
      ])
    #expect(tables.problems.map(\.severity) == [.warning] && tables.tasks.count == 2)
    #expect(imported(["\(date) /bin/a"], form: form).problems.isEmpty)
  }

  @Test("A script without #! runs as with cron, and check says that it does not by itself")
  func scriptsWithoutInterpreter() throws {
    let folder = try TemporaryFolder()
    for (text, isKnown) in [
      ("echo \"$0 $1\"\n", false), ("", false), ("#", false), (" #!/bin/sh\n", false),
      ("\u{FEFF}#!/bin/sh\n", false),
      ("#!/bin/sh\necho \"$0 $1\"\n", true), ("#! /bin/sh\n", true), ("\u{7F}ELF", true),
    ] {
      let script = try folder.write("script", text, executable: true)
      let command = try values("Command", "@daily \(script) x")[0]
      #expect(command == (isKnown ? "\(script) x" : "/bin/sh -c \"\(script) x\""), "\(text)")
      if text.contains("echo") {
        let words = try Words.split(command)
        let run = try FinishedProgram.run(URL(filePath: words[0]), Array(words.dropFirst()))
        #expect(run.output == "\(script) x\n")
      }
      let task = try folder.write("a.task", "[Task]\nCommand=\(script) x\nOnFailure=\(script)\n")
      let check = ControlRun.run(["check", task]).output
      #expect(check.components(separatedBy: "Exec format error").count == (isKnown ? 1 : 3), "\(check)")
    }
    // Another program may be what takes the line.
    #expect(
      try #require(imported(["SHELL=/usr/bin/python3", "@daily /bin/true"]).tasks.first).keys[0].value
        == "/usr/bin/python3 -c /bin/true")
  }

  @Test("What is not UTF-8 is carried over where it stands")
  func otherEncodings() throws {
    func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
    var table = CronTable(file: "t", .user)
    let lines = [
      "# Gr\u{FC}\u{DF}e", "LOGNAME=\u{E4}", "X='\u{E4} %\\'", "\u{E4}=1",
      "* * * * * printf \\%s \"$X\\% 'b\u{F6}' \\\\;\"; cat%\u{DF}%\\\\ %d",
      "* * * * * printf '\u{FC}'", "\u{E4} * * * * /bin/b",
    ]
    for (number, line) in lines.enumerated() { table.take(latin1(line), line: number + 1) }
    var tables = CronImport()
    tables.take(table, from: .init(file: "t", form: .user, user: nil, place: "of t", isPrivate: false))
    #expect(tables.problems.map(\.line) == [7] && tables.tasks.count == 2)
    #expect(!tables.tasks.contains { task in task.keys.contains { $0.value.contains("LOGNAME") } })
    for (task, output) in zip(tables.tasks, ["\u{E4} %\\% 'b\u{F6}' \\;\u{DF}\n\\\\ \nd\n", "\u{FC}"]) {
      let command = try #require(task.keys.first { $0.key == "Command" }?.value)
      let words = try Words.split(command)
      // The bytes in octal, since a test's text is UTF-8.
      let run = try FinishedProgram.run(
        URL(filePath: "/bin/sh"), ["-c", #""$@" | od -An -v -to1 | tr -d ' \n'"#, "sh"] + words)
      let octal = latin1(output).map { String(UInt16($0) | 0o1000, radix: 8).dropFirst() }.joined()
      #expect(run.output == octal, "\(command)")
      #expect(task.notes.contains { $0.contains("=1 is not carried over") })
    }
  }

  @Test("Variables count for the lines below them")
  func variables() throws {
    let lines = [
      "A=1", " B = two words ", "C='in quotes '", #""D" = x "y""#, "F='\"g\"'", "SHELL=/bin/bash",
      "HOME=/srv",
      "MAILTO=a@b",
      "CRON_TZ=Europe/Berlin", "RANDOM_DELAY=5", "BGTASKD_SOCKET=/x", "0 0 * * * a | b", "A=2", "MAILTO=",
      "SHELL=csh",
      "0 1 * * * /bin/c",
    ]
    let tables = imported(lines, user: "me")
    let task = try #require(tables.tasks.first)
    func all(_ key: String) -> [String] { task.keys.filter { $0.key == key }.map(\.value) }
    #expect(
      all("Environment") == [
        "A=1", #""B=two words""#, #""C=in quotes""#, #""D=x \"y\"""#, "F=g", "HOME=/srv", "SHELL=/bin/bash",
        "PATH=/usr/bin:/bin",
      ])
    #expect(all("Command") == [#"/bin/bash -c "a | b""#] && all("WorkingDirectory") == ["/srv"])
    #expect(all("OnCalendar") == ["*-*-* 00:00:00 Europe/Berlin"] && all("RandomizedDelay") == ["5min"])
    #expect(all("User") == ["me"])
    #expect(task.notes.contains { $0.contains("no mail to a@b") })
    #expect(task.notes.contains("BGTASKD_SOCKET=/x is not carried over"))
    let second = try #require(tables.tasks.last)
    #expect(second.keys.contains { $0 == ("Environment", "A=2") })
    #expect(!second.keys.contains { $0 == ("Environment", "A=1") })
    #expect(!second.notes.contains { $0.contains("mail") })
    #expect(second.notes.contains("SHELL=csh is not carried over"))
    #expect(tables.problems.isEmpty)
  }

  @Test("A table of the system names the users")
  func users() throws {
    #expect(try values("User", "0 0 * * * backup /bin/a", form: .system) == ["backup"])
    #expect(try values("User", "@daily root /bin/a", form: .system) == [])
    #expect(try values("Command", "-@daily root /bin/a b", form: .system) == ["/bin/a b"])
    #expect(imported(["@daily root"], form: .system).problems.count == 1)
  }

  @Test(
    "A task is called after its program",
    arguments: [
      ("/usr/bin/backup.sh -x", "backup.sh"), ("cd /srv && ./sync", "sync"),
      ("test -x /usr/sbin/x || /usr/bin/y", "y"), ("[ -d /a ] && nice -n 10 /usr/bin/z", "z"),
      ("LANG=C /opt/a_b", "a_b"), ("(sleep 5; ../ä..ö-)", "sleep"), ("ä", "task"), ("---", "task"),
      ("test -e /x", "test"),
    ])
  func names(command: String, name: String) {
    var names = TaskNames()
    let made = names.make("cron", ShellCommand.name(command))
    #expect(made == (name == "task" ? made : "cron.\(name)"))
    #expect(names.make("cron", ShellCommand.name(command)) == made + "-2")
  }

  @Test("anacron's periods and delays")
  func anacron() throws {
    func keys(_ lines: String...) throws -> [String] {
      let tables = imported(lines, form: .anacron)
      let task = try #require(tables.tasks.first, "\(tables.problems)")
      #expect(task.keys.contains { $0 == ("KillMode", "process") })
      return [task.name] + task.keys.filter { $0.key != "KillMode" }.map { "\($0.key)=\($0.value)" }
    }
    #expect(
      try keys("1 5 cron.daily run-parts --report /etc/cron.daily") == [
        "anacron.cron.daily", #"Command=/bin/sh -c "run-parts --report /etc/cron.daily""#, "Every=1d",
        "Delay=5min",
      ])
    #expect(
      try keys("@monthly 0 m /bin/a%b") == ["anacron.m", "Command=/bin/sh -c /bin/a%b", "OnCalendar=monthly"])
    #expect(
      try keys("START_HOURS_RANGE=3-22", "@weekly 0 w /bin/a") == [
        "anacron.w", "Command=/bin/a", "Every=7d", "When=between 03:00 and 22:00",
      ])
    #expect(
      try keys("START_HOURS_RANGE=0-24", "SHELL=/bin/bash", "A= \"b\"", "1 0 w a") == [
        "anacron.w", "Command=/bin/sh -c a", "Environment=SHELL=/bin/bash", #"Environment="A= \"b\"""#,
        "Every=1d",
      ])
    for (range, note) in [
      ("6-6", "has no hour"), ("0-0", "has no hour"), ("24-30", "has no hour"),
      ("22-6", "is not carried over"),
      (" 3-22", "is not carried over"), ("3-22-4", "is not carried over"),
      ("3-22", "Debian's anacron ignores"),
    ] {
      let task = try #require(
        imported(["START_HOURS_RANGE=\(range)", "1 0 w a"], form: .anacron).tasks.first)
      #expect(task.keys.contains { $0.key == "When" } == (range == "3-22"))
      #expect(
        task.notes.contains { $0.contains("START_HOURS_RANGE=\(range)") && $0.contains(note) }, "\(range)")
    }
    for wrong in ["0 5 a /bin/a", "x 5 a /bin/a", "1 -5 a /bin/a", "1 5 a", "@never 5 a /bin/a"] {
      let table = imported([wrong], form: .anacron)
      #expect(table.tasks.isEmpty && table.problems.map(\.line) == [1], "\(wrong)")
    }
  }

  @Test("A table is bounded: its commands, its variables, its lines and its bytes")
  func bounds() throws {
    let many = (0..<CronTable.mostEntries + 9).map { _ in "@daily /bin/true" }
    var table = CronTable(file: "t", .user)
    for (number, line) in many.enumerated() { table.take(line.utf8, line: number + 1) }
    #expect(table.entries.count == CronTable.mostEntries && table.problems.count == 1)
    var variables = CronTable(file: "t", .user)
    for number in 0..<300 {
      variables.take("V\(number)=\(String(repeating: "x", count: 1000))".utf8, line: number)
    }
    variables.take("@daily /bin/a".utf8, line: 300)
    #expect(
      variables.entries[0].variables.count < 100 && variables.problems.count == UnitFile.maximumProblems)
    let folder = try TemporaryFolder()
    let long = try folder.write(
      "long", "@daily /bin/a\n@daily /bin/b " + String(repeating: "x", count: 1 << 17))
    let run = ControlRun.run(["import", "crontab", long])
    #expect(run.status == .data && run.errors.contains("\(long):2: the line is too long"))
    #expect(run.output.contains("Command=/bin/a\n"))
    let line = "@daily /bin/a\n# \(String(repeating: "x", count: 60_000))\n"
    let large = try folder.write("large", String(repeating: line, count: 20))
    #expect(ControlRun.run(["import", "crontab", large]).errors.contains("nothing after it is read"))
  }

  // MARK: Files

  private static let table = """
    MAILTO=me
    0 0 * * * /bin/true first
    0 1 * * * root /bin/true \u{1B}[2J second
    @reboot /bin/true

    """

  @Test("Without a directory files are printed, and what is not carried over is said")
  func printed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("table", Self.table)
    let run = ControlRun.run(["import", "crontab", path])
    #expect(run.status == .data)
    #expect(run.lines.filter { $0 == "[Task]" }.count == 2)
    #expect(
      run.lines.contains("# cron.true.task") && run.lines.contains("# From \(path):2, by bgtaskctl import:"))
    #expect(run.lines.contains("#   0 0 * * * /bin/true first"))
    #expect(run.lines.contains("# So that it is not done twice: take line 2 out of \(path)"))
    #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
    #expect(run.errors.contains("\(path):4: @reboot is not a date"))
    #expect(run.errors.contains("so that nothing is done twice: take lines 2, 3 out of \(path)"))
    #expect(run.errors.components(separatedBy: "sends no mail").count == 2)
    let json = ControlRun.run(["import", "crontab", path, "--json"])
    let document = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(
      (document["tasks"] as? [[String: Any]])?.map { $0["name"] as? String } == ["cron.true", "cron.root"])
    #expect((document["problems"] as? [Any])?.count == 1 && json.errors.isEmpty)
  }

  @Test("Files are written all or none, replaced only when that is said, and private where the table was")
  func written() throws {
    let folder = try TemporaryFolder()
    let out = folder.path("out")
    let table = try folder.write("table", Self.table.utf8, mode: 0o600)
    let words = ["import", "crontab", table, "--output-dir", out]
    #expect(ControlRun.run(words).status == .noInput)
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
    let run = ControlRun.run(words)
    #expect(run.status == .data && run.lines.first == "Wrote \(out)/cron.true.task" && run.lines.count == 4)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out).sorted() == [
        "cron.root.task", "cron.true.task",
      ])
    var status = stat()
    #expect(stat(out + "/cron.true.task", &status) == 0 && status.st_mode & 0o777 == 0o600)
    try FileManager.default.removeItem(atPath: out + "/cron.true.task")
    let again = ControlRun.run(words)
    #expect(again.status == .data && again.errors.contains("--force") && again.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == ["cron.root.task"])
    #expect(ControlRun.run(words + ["--force"]).lines.count == 4)
  }

  @Test("What there is nothing in is said")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("table", "# nothing\n")
    let run = ControlRun.run(["import", "crontab", empty])
    #expect(run.status == .no && run.errors.contains("nothing to import"))
  }

  @Test("One's own table is asked of crontab(1)")
  func own() throws {
    let folder = try TemporaryFolder()
    try folder.write("crontab", "#!/bin/sh\ntest \"$*\" = -l && echo '@daily /bin/true'\n", executable: true)
    let words = [
      "env", "-i", "PATH=\(folder.path):/usr/bin:/bin", BuiltProgram.path, "import", "crontab",
    ]
    let run = try BuiltProgram.run(words)
    #expect(run.status == 0 && run.output.contains("# From crontab -l:1, by"), "\(run.errors)")
    #expect(run.errors.contains("take line 1 out with crontab -e"))
    try folder.write("crontab", "#!/bin/sh\nexit 1\n", executable: true)
    let none = try BuiltProgram.run(words)
    #expect(none.status == 66 && none.errors.contains("crontab -l has no table"))
  }

  @Test("What is written is right as files of tasks, also but for calendars", arguments: [true, false])
  func files(keepsCalendars: Bool) throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(
      "table",
      """
      X=a "b"
      HOME=/
      CRON_TZ=UTC
      RANDOM_DELAY=5
      0 3 1 * 1 echo "hello" > /dev/null%x
      @daily /bin/true

      """
    )
    let anacrontab = try folder.write("anacrontab", "START_HOURS_RANGE=3-22\n7 10 weekly /bin/true\n")
    for arguments in [["crontab", table], ["anacrontab", anacrontab]] {
      let run = ControlRun.run(["import"] + arguments + ["--output-dir", folder.path])
      #expect(run.status == .success, "\(run.errors)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".task")
    }
    #expect(names.count == 3)
    for name in names {
      let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      let lines = text.split(separator: "\n").filter {
        keepsCalendars
          || !["OnCalendar=", "RandomizedDelay=", "ClockChange="].contains(where: $0.hasPrefix)
      }
      try folder.write(name, lines.joined(separator: "\n") + "\n")
      let check = ControlRun.run(["check", folder.path(name)])
      #expect(check.status == .success && check.output.isEmpty, "\(check.output)")
    }
  }
}
