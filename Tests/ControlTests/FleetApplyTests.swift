import Foundation
import SchedulerAPI
import TestSupport
import Testing

@testable import Control

@Suite("fleet apply")
struct FleetApplyTests {
  /// A database that answers by the identifiers of tasks, and keeps what it was asked.
  private final class Database {
    private(set) var calls: [(function: String, argument: String)] = []
    /// The change of a task, or the words of its refusal; without either it is submitted.
    var changes: [String: String] = [:]
    var refusals: [String: String] = [:]
    var pruned = "[]"
    /// The exit status of a refusal.
    var refused: Int32 = 1
    var isAway = false

    func run(_ words: [String], _ input: [UInt8]) -> (status: Int32, output: [UInt8], errors: String) {
      let argument = String(decoding: input, as: UTF8.self)
      calls.append((words[1], argument))
      if isAway { return (69, [], "bgtask-fleet: the fleet's database cannot be reached: no route\n") }
      if words[1] == "prune_1" { return (0, Array("{\"tasks\": \(pruned)}".utf8), "") }
      let identifier = argument.firstMatch(of: /"identifier":"([^"]+)"/).map { String($0.1) } ?? ""
      if let refusal = refusals[identifier] { return (refused, [], "bgtask-fleet: \(refusal)\n") }
      let change = changes[identifier] ?? "submitted"
      let state = change == "kept" ? #", "state": "ended""# : ""
      let task =
        #"{"task": 7, "identifier": "\#(identifier)", "change": "\#(change)", "occurrences": 1\#(state)}"#
      return (0, Array(task.utf8), "")
    }
  }

  private static let once = "[Task]\nCommand=/bin/true\nFleet=once\n"

  private func apply(_ words: [String], _ database: Database, width: Int? = nil) -> ControlRun {
    ControlRun.run(["fleet", "apply"] + words, width: width, fleet: { database.run($0, $1) })
  }

  @Test("Each task of a directory with Fleet= is handed in, and a line says what became of it")
  func directory() throws {
    let folder = try TemporaryFolder()
    try folder.write("t/a.task", Self.once + "FleetGroup=lab\nRequiresIdle=yes\nWhen=vpn\n")
    try folder.write("t/b.task", Self.once)
    try folder.write("t/c.task", "[Task]\nCommand=/bin/true\nFleet=nightly\nOnCalendar=03:00\n")
    try folder.write("t/daemons.task", "[Task]\nCommand=/bin/true\nEvery=1h\n")
    let database = Database()
    database.changes = ["b": "kept", "c": "updated"]
    let run = apply([folder.path("t")], database)
    #expect(run.status == .success && run.errors.isEmpty, "\(run)")
    let rows = run.lines.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    #expect(
      rows == [
        ["TASK", "RESULT", "STATE", "FILE"], ["a", "submitted", folder.path("t/a.task")],
        ["b", "kept", "ended", folder.path("t/b.task")], ["c", "updated", folder.path("t/c.task")],
      ])
    #expect(database.calls.map(\.function) == ["submit_1", "submit_1", "submit_1"])
    for part in [
      #""file":"\#(folder.path("t/a.task"))""#, #""group":"lab""#, #""onConflict":"update""#,
      #""requirements":"idle and (vpn)""#, #""mode":"once""#,
    ] {
      #expect(database.calls[0].argument.contains(part), "\(part): \(database.calls[0].argument)")
    }
    #expect(!database.calls[0].argument.contains("dryRun"))
    #expect(database.calls[2].argument.contains(#""calendar":{"expressions":["03:00"]}"#))
  }

  @Test("Files with errors and tasks that the database refuses are named, and the others are handed in")
  func errors() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("t/a.task", Self.once + "Every=1h\n")
    let refused = try folder.write("t/b.task", "[Task]\nCommand=/bin/true\nFleet=everywhere\nFleetAtMost=2\n")
    try folder.write("t/c.task", Self.once)
    let database = Database()
    database.refusals["b"] = "atMost: found 2; Allowed: 3 or more while so many machines are at work."
    let run = apply([folder.path("t")], database)
    #expect(run.status == .data)
    #expect(run.unwrappedErrors.contains("bgtaskctl fleet: \(bad):4: Every=: found together with Fleet=:"))
    #expect(run.unwrappedErrors.contains("bgtaskctl fleet: \(refused):4: FleetAtMost=: found 2; Allowed: 3"))
    #expect(run.lines.count == 2 && run.output.contains("c"), "\(run)")
    #expect(database.calls.count == 2)
  }

  @Test("A database that is away ends it, with what was done before")
  func away() throws {
    let folder = try TemporaryFolder()
    try folder.write("t/a.task", Self.once)
    try folder.write("t/b.task", Self.once)
    let database = Database()
    database.isAway = true
    let run = apply([folder.path("t")], database)
    #expect(run.status == .unavailable && database.calls.count == 1, "\(run)")
    #expect(run.unwrappedErrors.contains("cannot be reached"))
  }

  @Test("A refusal that no file has caused, such as a missing right, is told once")
  func noRight() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] { try folder.write("t/\(name).task", Self.once) }
    let database = Database()
    database.refusals = ["a": "permission denied for schema x; people need the role bgtask_fleet_user"]
    database.refused = 77
    let run = apply([folder.path("t")], database)
    #expect(run.status == .permission && run.unwrappedErrors.contains("need the role bgtask"), "\(run)")
    #expect(database.calls.count == 1)
  }

  @Test("--dry-run asks for a trial, and says that nothing is changed")
  func trial() throws {
    let folder = try TemporaryFolder()
    try folder.write("t/a.task", Self.once)
    let database = Database()
    let run = apply(["--dry-run", "--prune", folder.path("t")], database)
    #expect(run.status == .success && run.output.hasPrefix("Nothing is changed;"), "\(run)")
    #expect(database.calls.allSatisfy { $0.argument.contains(#""dryRun":true"#) })
    #expect(database.calls.map(\.function) == ["submit_1", "prune_1"])
  }

  @Test("--prune names the tasks that are there and the files with errors, and needs whole directories")
  func prune() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("t/a.task", Self.once)
    try folder.write("t/b.task", Self.once + "Every=1h\n")
    try folder.write("t/c.task", "[Task]\nComand=x\n")
    let database = Database()
    database.pruned =
      #"[{"task": 3, "identifier": "x.y", "file": "/e/x.y.task", "cancelled": 1, "stopping": 2}]"#
    let run = apply(["--prune", folder.path("t")], database)
    #expect(run.status == .data)
    #expect(
      database.calls.last?.argument == #"{"dryRun":false,"files":["b.task","c.task"],"identifiers":["a"]}"#,
      "\(database.calls)")
    let said = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("x.y cancelled 2 told to stop /e/x.y.task"))
    for words in [["--prune", file], ["--prune", file, folder.path("t")]] {
      let other = Database()
      let refused = apply(words, other)
      #expect(refused.status == .usage && refused.unwrappedErrors.contains("--prune goes with directories"))
      #expect(other.calls.isEmpty)
    }
    // Nothing is cancelled because nobody has any directory.
    let none = Database()
    let refused = ControlRun.run(
      ["--user", "fleet", "apply", "--prune"], variables: ["XDG_CONFIG_HOME": folder.path("none")],
      fleet: { none.run($0, $1) })
    #expect(refused.status == .usage && refused.unwrappedErrors.contains("there is none of"), "\(refused)")
    #expect(none.calls.isEmpty)
  }

  @Test("One file may be named; one without Fleet= is the daemon's, and one that is missing cannot be read")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("t/a.task", Self.once)
    try folder.write("t/a.task.d/more.conf", "[Task]\nFleet=everywhere\n")
    let other = try folder.write("t/b.task", "[Task]\nCommand=/bin/true\n")
    let database = Database()
    let run = apply([other, folder.path("t/no.task"), file], database)
    #expect(run.status == .data)
    #expect(run.unwrappedErrors.contains("\(other): has no Fleet=: its task is the daemon's"), "\(run)")
    #expect(run.unwrappedErrors.contains("\(folder.path("t/no.task")): cannot be read"), "\(run)")
    #expect(database.calls.count == 1 && database.calls[0].argument.contains(#""mode":"everywhere""#))
  }

  @Test("Of two files of one task that are named the first is applied, and so of one that is named twice")
  func twice() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("t/a.task", Self.once + "Identifier=dup.id\n")
    let second = try folder.write("u/b.task", Self.once + "Identifier=dup.id\n")
    let plain = try folder.write("t/c.task", Self.once)
    for (words, problem) in [
      ([first, second], "\(second):4: Identifier=: found dup.id, which \(first) declares already"),
      ([plain, plain], "Identifier= is c, by the file's name, which \(plain) declares already"),
    ] {
      let database = Database()
      let run = apply(words, database)
      #expect(run.status == .data && run.unwrappedErrors.contains(problem), "\(run)")
      #expect(database.calls.count == 1)
    }
  }

  @Test("All problems of a file that is named are told, also those that hide its Fleet=")
  func hidden() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: 2 << 20)
    for text in ["no section and no key\n", "[Task]\nComand=\0\n", "[Task]\nCommand=\(long)\n"] {
      let file = try folder.write("t/a.task", text)
      let database = Database()
      let run = apply([file], database)
      #expect(run.status == .data && run.unwrappedErrors.contains("bgtaskctl fleet: \(file)"), "\(run)")
      #expect(database.calls.isEmpty)
    }
  }

  @Test("--prune cancels nothing where no file with Fleet= is, and says what it could not read")
  func nothingToKeep() throws {
    let folder = try TemporaryFolder()
    try folder.write("t/daemons.task", "[Task]\nCommand=/bin/true\n")
    let database = Database()
    let run = apply(["--prune", folder.path("t")], database)
    #expect(
      run.status == .usage && run.unwrappedErrors.contains("--prune finds no file with Fleet="), "\(run)")
    for number in 0...1000 { try folder.write("many/t\(number).task", Self.once) }
    let many = apply(["--prune", folder.path("many")], database)
    #expect(
      many.status == .usage && many.unwrappedErrors.contains("found 1001 tasks, allowed are 1000"), "\(many)")
    #expect(database.calls.isEmpty)
  }

  @Test("A calendar without a date to come is an error at its line, and --prune keeps its task")
  func past() throws {
    let folder = try TemporaryFolder()
    let nightly = "[Task]\nCommand=/bin/true\nFleet=nightly\n"
    let file = try folder.write("t/a.task", nightly + "OnCalendar=1999-01-01\n")
    let gap = try folder.write(
      "t/b.task", nightly + "FleetZone=Europe/Berlin\nOnCalendar=2027-03-28 02:30\n")
    try folder.write("t/c.task", nightly + "OnCalendar=2027-03-28 02:30\n")
    let database = Database()
    let run = apply(["--prune", folder.path("t")], database)
    #expect(run.status == .data)
    for problem in [
      "\(file):4: OnCalendar=: found 1999-01-01, whose next date in the zone UTC is never",
      "\(gap):5: OnCalendar=: found 2027-03-28 02:30, whose next date in the zone Europe/Berlin is never",
    ] {
      #expect(run.unwrappedErrors.contains(problem), "\(run)")
    }
    #expect(database.calls.map(\.function) == ["submit_1", "prune_1"])
    #expect(
      database.calls.last?.argument == #"{"dryRun":false,"files":["a.task","b.task"],"identifiers":["c"]}"#)
  }

  @Test("Without operands the directories of the user's daemon are read, the highest first")
  func ownDirectories() throws {
    let folder = try TemporaryFolder()
    try folder.write("bgtaskd/tasks.d/a.task", Self.once)
    for words in [["--user", "fleet", "apply"], ["fleet", "apply", "--user"]] {
      let database = Database()
      let run = ControlRun.run(
        words, variables: ["XDG_CONFIG_HOME": folder.path("")], fleet: { database.run($0, $1) })
      #expect(run.status == .success && database.calls.count == 1, "\(run)")
    }
    let empty = Database()
    let run = ControlRun.run(
      ["--user", "fleet", "apply"], variables: ["XDG_CONFIG_HOME": folder.path("none")],
      fleet: { empty.run($0, $1) })
    #expect(run.status == .success && run.output.hasPrefix("No file with Fleet= is in "), "\(run)")
  }

  @Test("show and explain name the file of a task that is for a fleet, which the daemon does not know")
  func elsewhere() throws {
    let folder = try TemporaryFolder()
    try folder.write("bgtaskd/tasks.d/a.b.task", Self.once)
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .get(let parameters): exchange.fail(noTask: parameters.identifier)
      case .explain(let parameters): exchange.fail(noTask: parameters.identifier)
      default: exchange.reply(runs: [])
      }
    }
    let variables = ["XDG_CONFIG_HOME": folder.path("")]
    for verb in ["show", "explain"] {
      let run = ControlRun.run([verb, "a.b"], daemon: daemon, variables: variables)
      #expect(run.status == .no, "\(run)")
      #expect(run.unwrappedErrors.contains("a.b.task is for a fleet, and no daemon runs it: bgtaskctl fleet"))
      let other = ControlRun.run([verb, "a.c"], daemon: daemon, variables: variables)
      #expect(!other.unwrappedErrors.contains("fleet"), "\(other)")
    }
  }

  @Test("--json is one document with the tasks, what was pruned, and the problems")
  func json() throws {
    let folder = try TemporaryFolder()
    try folder.write("t/a.task", Self.once)
    try folder.write("t/b.task", Self.once + "Every=1h\n")
    let run = apply(["--json", "--prune", folder.path("t")], Database())
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let tasks = try #require(document?["tasks"] as? [[String: Any]])
    #expect((tasks[0]["task"] as? [String: Any])?["change"] as? String == "submitted")
    #expect(tasks[0]["file"] as? String == folder.path("t/a.task"))
    #expect((document?["problems"] as? [[String: Any]])?.first?["line"] as? Int == 4)
    #expect((document?["pruned"] as? [Any])?.isEmpty == true && document?["dryRun"] as? Bool == false)
    #expect(run.status == .data)
  }
}
