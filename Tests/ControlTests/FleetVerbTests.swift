import Testing

@testable import Control

@Suite("fleet")
struct FleetVerbTests {
  /// One call that a verb has made of the database.
  private final class Database {
    var words: [String] = []
    var argument = ""
    let answer: String
    let failure: (status: Int32, words: String)?

    init(_ answer: String, failing failure: (Int32, String)? = nil) {
      (self.answer, self.failure) = (answer, failure)
    }

    func run(_ words: [String], _ input: [UInt8]) -> (status: Int32, output: [UInt8], errors: String) {
      (self.words, argument) = (words, String(decoding: input, as: UTF8.self))
      return (failure?.status ?? 0, Array(answer.utf8), failure?.words ?? "")
    }
  }

  private func run(_ arguments: [String], _ database: Database, width: Int? = nil) -> ControlRun {
    ControlRun.run(["fleet"] + arguments, width: width, fleet: { database.run($0, $1) })
  }

  @Test("submit hands in the request with its mode, its group, and what a machine has to have")
  func submit() {
    let database = Database(
      #"{"task": 1, "identifier": "a.b", "change": "submitted", "occurrences": 1}"#)
    let run = run(
      [
        "submit", "--everywhere", "--at-most", "2", "--group", "lab", "-i", "a.b",
        "--requires-external-power",
        "--when", "not hot or idle", "--", "/bin/true", "x",
      ], database)
    #expect(run.status == .success, "\(run)")
    #expect(database.words == ["call", "submit_1"])
    for part in [
      #""atMost":2"#, #""group":"lab""#, #""mode":"everywhere""#, #""argv":["/bin/true","x"]"#,
      #""requirements":"external-power and (not hot or idle)""#, #""identifier":"a.b""#,
    ] {
      #expect(database.argument.contains(part), "\(part): \(database.argument)")
    }
    #expect(run.output.contains("Submitted a.b to the fleet (everywhere)."))
    // The group is one of machines: it makes no exclusive group of tasks.
    #expect(!database.argument.contains("order"))
  }

  @Test("submit says whether a task was there already, and whether it took the place of one")
  func conflicts() {
    func said(_ change: String, _ more: String = "") -> String {
      let database = Database(
        #"{"task": 1, "identifier": "a.b", "change": "\#(change)", "occurrences": 1\#(more)}"#)
      let run = run(["submit", "--on-conflict", "keep", "-i", "a.b", "--", "/bin/true"], database)
      #expect(run.status == .success && database.argument.contains(#""onConflict":"keep""#), "\(run)")
      return run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(said("kept", #", "state": "granted""#).hasPrefix("Kept a.b, which was there already: granted."))
    #expect(said("replaced").contains("in place of the task that was open under that name"))
    #expect(!said("submitted").contains("place"))
  }

  @Test("A task without a program is refused, because machines of a fleet have no applications")
  func application() {
    let database = Database("{}")
    for options in [[], ["--kind", "refresh"]] {
      let run = run(["submit", "-i", "a.b"] + options, database)
      #expect(run.status == .usage && run.unwrappedErrors.contains("no applications that handle"), "\(run)")
    }
    #expect(database.words.isEmpty)
  }

  @Test(
    "Options that mean nothing in a fleet are not offered",
    arguments: [
      "--past-ok", "--repeat", "--calendar", "--after", "--on-path-changed", "--quiet", "--own-changes",
      "--retry",
      "--on-failure", "--on-deadline", "--relax", "--judgement", "--trusted-for", "--content", "--strategy",
    ])
  func leftOut(option: String) {
    let database = Database("{}")
    let run = run(["submit", "-i", "a.b", option, "1", "--", "/bin/true"], database)
    #expect(run.status == .usage && database.words.isEmpty, "\(run)")
    #expect(!self.run(["submit", "--help"], database).output.contains("\(option) "))
  }

  @Test(
    "Options that choose a daemon are refused: a fleet's verb asks the database", arguments: [true, false])
  func daemonOptions(isBefore: Bool) {
    for option in ["--user", "--system", "--socket=/run/x"] {
      let database = Database(#"{"tasks": []}"#)
      let words = isBefore ? [option, "fleet", "list"] : ["fleet", "list", option]
      let run = ControlRun.run(words, fleet: { database.run($0, $1) })
      #expect(run.status == .usage && database.words.isEmpty, "\(run)")
      #expect(run.unwrappedErrors.contains("chooses a daemon, and this verb asks the fleet's database"))
    }
  }

  @Test("Colours that are asked for before the verb hold behind it as well")
  func colors() {
    let machines = Database(
      #"{"machines": [{"machine": "1", "name": "m", "state": "member", "granted": 0}]}"#)
    let run = ControlRun.run(["--color=always", "fleet", "machines"], fleet: { machines.run($0, $1) })
    #expect(run.output.contains("\u{1B}[32m"), "\(run)")
  }

  @Test(
    "Options that exclude one another are refused before anybody is asked",
    arguments: [
      (["--once", "--everywhere"], "cannot be given together"), (["--at-most", "2"], "--everywhere"),
      (["--zone", "UTC"], "--nightly"), (["--at-most", "0", "--everywhere"], "1 to 1000"),
      (["--nightly", "a..b"], "--nightly:"),
      (["--nightly", "Mon 1999-01-01"], "whose next date in the zone UTC is never"),
      (["--nightly", "2027-03-28 02:30", "--zone", "Europe/Berlin"], "the zone Europe/Berlin is never"),
      (["--nightly", "03:00", "--zone", "No/Where"], "no time zone"),
    ])
  func mistakes(options: [String], words: String) {
    let database = Database("{}")
    let run = run(["submit", "-i", "a.b"] + options + ["--", "/bin/true"], database)
    #expect(run.status == .usage && run.unwrappedErrors.contains(words), "\(run)")
    #expect(database.words.isEmpty)
  }

  @Test("A program and a directory that only the machines have are a warning, and --unchecked asks for none")
  func unchecked() {
    let database = Database(#"{"task": 1, "identifier": "a.b", "change": "submitted", "occurrences": 1}"#)
    let program = ["-i", "a.b", "--working-directory=/srv/only/there", "--", "/opt/only/there"]
    for isChecked in [true, false] {
      let run = run(["submit"] + (isChecked ? [] : ["--unchecked"]) + program, database, width: 500)
      #expect(run.status == .success && database.argument.contains("/opt/only/there"), "\(run)")
      #expect(database.argument.contains(#""workingDirectory":"/srv/only/there""#), "\(run)")
      #expect(run.output.contains("Warning: the program /opt/only/there cannot") == isChecked, "\(run)")
      #expect(run.output.contains("Warning: the working directory /srv/only/there") == isChecked, "\(run)")
    }
  }

  @Test("Without --working-directory a task has none: the machines have other directories than this one")
  func directory() {
    let database = Database(#"{"task": 1, "identifier": "a.b", "change": "submitted", "occurrences": 1}"#)
    let run = run(["submit", "-i", "a.b", "--", "/bin/true"], database)
    #expect(run.status == .success && !database.argument.contains("workingDirectory"), "\(run)")
    #expect(!run.output.contains("Warning"), "\(run)")
  }

  @Test("A name that is not in PATH needs the path that the program has on the machines")
  func name() {
    let database = Database("{}")
    let run = run(["submit", "-i", "a.b", "--", "no-such-program"], database)
    #expect(run.status == .noInput && database.words.isEmpty, "\(run)")
    #expect(run.unwrappedErrors.contains("which look at absolute paths only"), "\(run)")
  }

  @Test("A request that every machine would refuse is refused before anybody is asked")
  func wrongRequest() {
    let database = Database("{}")
    let label = String(repeating: "l", count: 65)
    let run = run(["submit", "-i", "a.b", "--label", label, "--", "/bin/true"], database)
    #expect(run.status == .data && run.unwrappedErrors.contains("--label"), "\(run)")
    #expect(database.words.isEmpty)
  }

  @Test("explain says how many machines hold it back and why, and which do not count")
  func explain() {
    let database = Database(
      """
      {"identifier": "a.b", "group": "lab", "user": "ops", "requirements": "idle", "state": "waiting",
       "waiting": 1, "granted": 0, "machines": 31, "nowUSec": 9,
       "slots": {"most": 2, "taken": 2},
       "verdicts": [
         {"verdict": "lacks", "code": "idle", "message": "in use", "machines": 9, "names": ["m1"]},
         {"verdict": "lacks", "code": "external", "message": "on battery", "machines": 3, "names": ["m2"]},
         {"verdict": "notSeen", "machines": 2, "names": ["m3", "m4"], "lastSeenUSec": 1795240000000000},
         {"verdict": "disallowed", "machines": 1, "names": ["m5"]},
         {"verdict": "never", "message": "no network Lab2", "machines": 1, "names": ["m6"]},
         {"verdict": "left", "machines": 1, "names": ["m8"]},
         {"verdict": "draining", "machines": 1, "names": ["m7"]}]}
      """)
    let run = run(["explain", "a.b"], database)
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      said == """
        a.b is held back on 12 of 31: in use (9), on battery (3); 2 machines at work, as many as may be at a \
        time; 2 not seen since 05:46 (m3, m4); 1 does not allow tasks of ops (m5); 1 can never \
        do it: no network Lab2 (m6); 1 has left (m8); 1 taking no new work (m7); nobody else matches idle now.
        """)
  }

  /// Returns what explain says of a task that needs the network "Lab2", by what machines say of it.
  private func said(of machines: Int, _ verdicts: [(String, Int)]) -> String {
    let verdicts = verdicts.map { verdict, count in
      let words = verdict == "never" ? "unknown word 'network' at 1." : #"needs network \"Lab2\""#
      let told = ["never", "lacks"].contains(verdict) ? "\"message\": \"\(words)\"," : ""
      return "{\"verdict\": \"\(verdict)\", \(told) \"machines\": \(count), \"names\": [\"m1\"]}"
    }
    let database = Database(
      """
      {"identifier": "a.b", "group": "lab", "user": "ops", "requirements": "network \\"Lab2\\"",
       "state": "waiting", "waiting": 1, "granted": 0, "machines": \(machines), "nowUSec": 9,
       "verdicts": [\(verdicts.joined(separator: ","))]}
      """)
    return run(["explain", "a.b"], database).output
  }

  @Test("Nobody can ever match what all machines cannot read; what they only lack, nobody matches now")
  func impossible() {
    #expect(
      said(of: 2, [("never", 2)]).hasSuffix(
        "; nobody can ever match network \"Lab2\": unknown word 'network' at 1.\n"))
    #expect(said(of: 2, [("lacks", 2)]).hasSuffix("(2); nobody matches network \"Lab2\" now.\n"))
    // Machines that were not seen, and those that do not take the user's tasks, were not asked.
    #expect(said(of: 3, [("never", 2), ("notSeen", 1)]).contains("nobody else can ever match"))
    #expect(said(of: 3, [("lacks", 2), ("disallowed", 1)]).contains("nobody else matches"))
    let mixed = said(of: 3, [("lacks", 2), ("never", 1)])
    #expect(mixed.contains("1 can never do it: unknown word") && mixed.contains("nobody matches"))
    // One that can, or that has said nothing yet, is somebody.
    for other in ["holds", "unsaid"] {
      #expect(!said(of: 3, [("never", 2), (other, 1)]).contains("nobody"), "\(other)")
    }
  }

  @Test("A task whose group has no machine, one that is at work and one that has ended are explained as such")
  func explainOthers() {
    func said(_ state: String, granted: Int, machines: Int, verdicts: String = "[]") -> String {
      let database = Database(
        """
        {"identifier": "a.b", "group": "lab", "user": "ops", "requirements": "", "state": "\(state)",
         "waiting": 1,
         "granted": \(granted), "machines": \(machines), "nowUSec": 9, "verdicts": \(verdicts)}
        """)
      return run(["explain", "a.b"], database).output
    }
    #expect(said("waiting", granted: 0, machines: 0).contains("no machine has ever been in the group lab"))
    let lacks = #"[{"verdict": "lacks", "message": "in use", "machines": 1, "names": ["m1"]}]"#
    #expect(
      said("granted", granted: 2, machines: 3, verdicts: lacks).contains(
        "in the hands of 2 machines, and 1 more waits, held back on 1 of 3: in use (1)."))
    #expect(said("ended", granted: 0, machines: 3).contains("has ended"))
    let holds = #"[{"verdict": "holds", "machines": 1, "names": ["m1"]}]"#
    #expect(
      said("waiting", granted: 0, machines: 3, verdicts: holds).contains("1 machine of 3 can do it now"))
  }

  @Test("A task that machines have refused waits for no date: it says so, why, and when it is offered again")
  func explainRefused() {
    func said(_ refusals: Int, verdicts: String = "[]") -> String {
      let database = Database(
        """
        {"identifier": "a.b", "group": "lab", "user": "ops", "requirements": "", "state": "waiting",
         "waiting": 1, "granted": 0, "notBeforeUSec": \(ControlRun.now + 20_000_000), "refusals": \(refusals),
         "machines": 1, "nowUSec": \(ControlRun.now), "verdicts": \(verdicts)}
        """)
      return run(["explain", "a.b"], database).output
    }
    let lacks =
      #"[{"verdict": "lacks", "message": "does not begin: no user x", "machines": 1, "names": ["m1"]}]"#
    let once = said(1, verdicts: lacks)
    #expect(
      once.contains(
        "was refused, held back on 1 of 1: does not begin: no user x (1); it is offered again on "),
      "\(once)")
    #expect(said(2).contains("was refused 2 times; it is offered again on "))
  }

  @Test("machines and list show tables, page by page, and --json is the database's answer")
  func tables() {
    let machine = """
      {"machine": "1", "name": "lab-7", "groups": ["all", "lab"], "allows": ["ops"], "state": "member",
       "draining": true, "granted": 2, "lastSeenUSec": 1795240000000000}
      """
    let machines = Database("{\"machines\": [\(machine)]}")
    let run = run(["machines"], machines)
    #expect(run.lines.count == 2 && run.output.contains("lab-7") && run.output.contains("draining"), "\(run)")
    let tasks = Database(#"{"tasks": []}"#)
    #expect(self.run(["list"], tasks).output.contains("no tasks of yours"))
    #expect(self.run(["--json", "list", "--all"], tasks).output.contains(#""tasks""#))
    #expect(tasks.argument.contains(#""state":"all""#))
  }

  @Test("A list that is empty says for which group and user it is")
  func empty() {
    func said(_ words: [String]) -> String {
      run(words, Database(#"{"tasks": [], "machines": []}"#)).output
    }
    #expect(said(["list", "--group", "labb"]) == "The fleet has no tasks of yours for the group labb.\n")
    #expect(said(["list", "--of-user", "eva"]).hasPrefix("The fleet has no tasks of eva;"))
    #expect(said(["machines", "--group", "labb"]) == "No machine of the fleet is in the group labb.\n")
    #expect(said(["machines"]).hasPrefix("No machine has joined the fleet;"))
  }

  @Test("list shows the date for which work waits, and without such work the one after it")
  func next() {
    let hour: Int64 = 3_600_000_000
    func said(waiting: Int, from begin: Int64) -> String {
      let task = """
        {"task": 1, "identifier": "a.b", "user": "ops", "group": "all", "mode": "nightly", "attempts": 3,
         "requirements": "", "class": "0", "state": "waiting", "waiting": \(waiting), "granted": 0,
         "submittedUSec": 9, "notBeforeUSec": \(begin), "nextUSec": \(ControlRun.now + 24 * hour)}
        """
      return run(["list"], Database("{\"tasks\": [\(task)]}")).output
    }
    #expect(said(waiting: 1, from: ControlRun.now + 2 * hour).contains("in 2h"))
    #expect(said(waiting: 1, from: ControlRun.now - 2 * hour).contains("in 1d"))
    #expect(said(waiting: 0, from: ControlRun.now + 2 * hour).contains("in 1d"))
  }

  @Test("Ends have the words of a machine's own history, with the reason for which nothing began")
  func results() {
    func said(_ end: String) -> String {
      let place = #""occurrence": 1, "task": 1, "identifier": "a.b", "key": "once", "recordedUSec": 9"#
      let output = run(["history"], Database("{\"entries\": [{\(place), \(end)}]}")).output
      return output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(said(#""outcome": "completed", "success": true"#).contains("a.b succeeded"))
    #expect(
      said(#""outcome": "completed", "success": false, "exitStatus": 3"#).contains("a.b failed (exit 3)"))
    #expect(said(#""outcome": "leaseLost", "success": false"#).contains("a.b lost its lease"))
    #expect(
      said(#""outcome": "launchFailed", "success": false, "message": "no /opt/x\u001b[2J""#).contains(
        #"a.b did not start (no /opt/x\x1b[2J)"#))
    // One that only a later version knows.
    #expect(said(#""outcome": "teleported", "success": false"#).contains("a.b teleported"))
  }

  @Test("The last end comes first, as in a machine's own history, with how long it took")
  func historyOrder() {
    func end(_ name: String, _ took: Int64) -> String {
      """
      {"occurrence": 1, "task": 1, "identifier": "\(name)", "key": "once", "recordedUSec": 9, \
      "outcome": "completed", "success": true, "startedUSec": 1000000, "endedUSec": \(1_000_000 + took)}
      """
    }
    let ends = [end("a.first", 14_200), end("a.second", 200), end("a.third", 61_500_000)]
    let database = Database(#"{"entries": [\#(ends.joined(separator: ","))]}"#)
    let rows = run(["history"], database).lines.dropFirst()
    let names = rows.map { $0.split(separator: " ").first { $0.hasPrefix("a.") } }
    #expect(names == ["a.third", "a.second", "a.first"])
    for (row, took) in zip(rows, ["1min 1s", "200us", "14ms"]) { #expect(row.contains(took), "\(row)") }
  }

  @Test("A history without ends says whose it is")
  func noEnds() {
    for (words, owner) in [
      ([], "yours"), (["--of-user=eve"], "eve"), (["a.b", "--of-user=eve"], "a.b"), (["a.b"], "a.b"),
    ] {
      let output = run(["history"] + words, Database(#"{"entries": []}"#)).output
      #expect(output == "Nothing of \(owner) has ended in the fleet.\n")
    }
  }

  @Test(
    "cancel says how much waited and was stopped, and of a task that has ended that it had",
    arguments: [(true, "a.b had ended already"), (false, "Cancelled a.b: 0 waited.")])
  func cancel(hadEnded: Bool, words: String) {
    let database = Database(
      #"{"task": 1, "identifier": "a.b", "cancelled": 0, "stopping": 0, "hadEnded": \#(hadEnded)}"#)
    let run = run(["cancel", "a.b"], database)
    #expect(run.status == .success && run.output.contains(words), "\(run)")
    #expect(database.words == ["call", "cancel_1"])
  }

  @Test("forget removes a machine, and says what that means")
  func forget() {
    let database = Database(#"{"machine": "1", "name": "lab-7"}"#)
    let run = run(["forget", "lab-7"], database)
    #expect(run.status == .success && database.words == ["call", "forget_machine_1"], "\(run)")
    #expect(database.argument == #"{"machine":"lab-7"}"#)
    #expect(run.output == "lab-7 is forgotten: nothing waits for it any more.\n")
    let refused = Database("", failing: (77, "bgtask-fleet: permission denied for function x"))
    #expect(self.run(["forget", "lab-7"], refused).status == .permission)
    #expect(self.run(["forget"], database).status == .usage)
  }

  @Test("What the database refuses is said with its words, and the program's exit status")
  func refused() {
    let refused = Database("", failing: (1, "bgtask-fleet: identifier: found \"x\"; allowed: a name.\n"))
    let run = run(["cancel", "x"], refused)
    #expect(
      run.status == .no && run.unwrappedErrors.contains("identifier: found \"x\"; allowed: a name"), "\(run)")
    // Without the line break and the full stop at the end.
    #expect(run.errors.hasPrefix("bgtaskctl fleet: identifier: found \"x\"; allowed: a name\n"), "\(run)")
    let away = Database("", failing: (69, "bgtask-fleet: the fleet's database cannot be reached: no route"))
    let second = self.run(["list"], away)
    #expect(
      second.status == .unavailable && second.unwrappedErrors.contains("Database= in fleet.conf")
    )
    let warned = Database(
      "", failing: (77, "WARNING: password file \"x\" is not safe\nbgtask-fleet: the role is refused\n"))
    #expect(
      self.run(["list"], warned, width: 500).errors.contains(
        "bgtaskctl fleet: the role is refused; WARNING: password file \"x\" is not safe"))
    let busy = Database("", failing: (75, "bgtask-fleet: others were in the way; try again"))
    let third = self.run(["list"], busy)
    #expect(third.status == .temporary && !third.unwrappedErrors.contains("whether that server answers"))
    let strange = self.run(["list"], Database("[]"))
    #expect(strange.status == .software, "\(strange)")
  }

  @Test("A verb that there is not is named with what was meant; fleet alone needs one")
  func unknown() {
    let database = Database("{}")
    #expect(run(["machine"], database).unwrappedErrors.contains("machines"))
    #expect(run([], database).status == .usage)
    #expect(run(["help"], database).output.contains("drain MACHINE"))
  }
}
