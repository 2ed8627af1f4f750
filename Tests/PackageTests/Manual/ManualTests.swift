import Foundation
import SchedulerCore
import TestSupport
import Testing

@testable import ConfigurationFiles
@testable import Control
@testable import Daemon
@testable import Fleet

/// Programs and configuration have what their pages say, and pages say all that they have.
struct ManualTests {
  static let names = [
    "bgtaskctl.1", "bgtaskd.8", "bgtaskd.conf.5", "bgtask.task.5", "bgtask-unit.5", "bgtask-when.7",
    "bgtask-judgement.7", "bgtask-fleet.8",
  ]

  @Test("man has nothing to warn of", arguments: names)
  func warnings(name: String) throws {
    let page = try ManualPage(name)
    let man = URL(filePath: "/usr/bin/man")
    try #require(FileManager.default.isExecutableFile(atPath: man.path()), "the package man-db is missing")
    let check = try FinishedProgram.run(
      man, ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page.file.path()],
      environment: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"])
    #expect(check.status == 0)
    #expect(check.errors == "")
    #expect(check.output.contains("x init"))
  }

  @Test("Every page is one that is known here")
  func pages() throws {
    let found = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "config/man").path())
    #expect(Set(found) == Set(Self.names))
  }

  @Test("bgtaskd(8) explains the daemon's options and no others")
  func daemonOptions() throws {
    let page = try ManualPage("bgtaskd.8")
    let options = DaemonOptions.usage.matches(of: /(?m)^ +((?:-\w, )?--\S+)/).map { String($0.1) }
    #expect(options.count > 5)
    #expect(page.entries.filter { $0.section == "OPTIONS" }.map(\.term).sorted() == options.sorted())
  }

  @Test("bgtaskd(8) explains the daemon's exit statuses and no others")
  func daemonStatuses() throws {
    let statuses = (0...255).filter { ExitCode(rawValue: $0) != nil }.map { String($0) }
    #expect(try ManualPage("bgtaskd.8").terms(in: "EXIT STATUS") == statuses)
  }

  @Test("bgtaskd(8) explains the journal's fields and no others")
  func journalFields() throws {
    #expect(
      Set(try ManualPage("bgtaskd.8").terms(in: "JOURNAL")) == Set(JournalField.allCases.map(\.rawValue)))
  }

  @Test("bgtaskd(8) explains the variables that an action's program gets")
  func actionVariables() throws {
    let terms = try ManualPage("bgtaskd.8").terms(in: "ENVIRONMENT")
    for variable in ActionReport.Variable.allCases {
      #expect(terms.contains(variable.rawValue), "\(variable.rawValue)")
    }
  }

  @Test("bgtaskctl(1) explains the options of all verbs and no others")
  func globalOptions() throws {
    let page = try ManualPage("bgtaskctl.1")
    let terms = page.entries.filter { $0.section == "OPTIONS" }.map(\.term)
    #expect(terms.sorted() == CommandTable.globals.map(Self.term).sorted())
  }

  @Test("bgtaskctl(1) explains each verb with its operands and options, and no others")
  func verbs() throws {
    let page = try ManualPage("bgtaskctl.1")
    let headings = page.subsections.filter { $0.section == "VERBS" }.map(\.title)
    #expect(headings.sorted() == CommandTable.verbs.map(Self.heading).sorted())
    for verb in CommandTable.verbs {
      let entries = page.entries.filter { $0.section == "VERBS" && $0.subsection == Self.heading(verb) }
      #expect(entries.map(\.term).sorted() == verb.options.map(Self.term).sorted(), "\(verb.name)")
    }
  }

  @Test("bgtaskctl(1) explains its exit statuses and no others")
  func statuses() throws {
    let page = try ManualPage("bgtaskctl.1")
    #expect(page.terms(in: "EXIT STATUS") == HelpText.statuses.map { String($0.0.rawValue) })
  }

  @Test("bgtaskd.conf(5) explains each key in its section, and no others")
  func configurationKeys() throws {
    let page = try ManualPage("bgtaskd.conf.5")
    for section in ConfigurationKeys.sections {
      let terms = page.terms(in: "[\(section.name.uppercased())] SECTION")
      #expect(terms.sorted() == section.keys.map { "\($0.name)=" }.sorted())
    }
    #expect(page.terms(in: "MANIFESTS OF APPLICATIONS").sorted() == Manifest.keys.map { "\($0)=" }.sorted())
    let sections = Set(page.entries.map(\.section).filter { $0.hasSuffix("SECTION") })
    #expect(sections.count == ConfigurationKeys.sections.count)
  }

  @Test("bgtaskd.conf(5) says the defaults that the shipped file says")
  func defaults() throws {
    let page = try ManualPage("bgtaskd.conf.5")
    let shipped = try String(
      contentsOf: Repository.root.appending(path: "config/bgtaskd.conf"), encoding: .utf8)
    let lines = shipped.matches(of: /(?m)^#([A-Z][A-Za-z]+=)(.*)$/)
    #expect(lines.count == ConfigurationKeys.sections.map(\.keys.count).reduce(0, +))
    for line in lines {
      let entry = try #require(page.entries.first { $0.term.contains(String(line.1)) }, "\(line.1)")
      let said = entry.text.firstMatch(of: /Default: (.*?)\.(?: |$)/).map { String($0.1) }
      #expect(said ?? "" == line.2, "\(line.1)")
    }
  }

  @Test("bgtaskd.conf(5) names each method whose calls StreamsMaxPerUser= counts")
  func streams() throws {
    let entry = try ManualPage("bgtaskd.conf.5").entries.first { $0.term == "StreamsMaxPerUser=" }
    let text = try #require(entry).text
    for method in ["Watch", "GetConditions", "WaitFor"] { #expect(text.contains(method), "\(method)") }
  }

  // One after the other, because they write to the same pages.
  @Test(
    "What a request may say is explained as the table of fields has it", .serialized,
    arguments: FieldSection.allCases)
  func fields(section: FieldSection) throws {
    try hold(section.page, FieldSection.begin, place: section.place, section.text)
  }

  /// Holds a part of a page that is made of a table against the table, or makes it anew for `make generate`.
  /// - Parameters:
  ///   - begin: The line that such parts begin with.
  ///   - place: The number of parts of this kind that come before it on the page.
  private func hold(_ page: String, _ begin: String, place: Int, _ made: String) throws {
    let file = try ManualPage(page).file
    let text = try String(contentsOf: file, encoding: .utf8)
    let begins = text.ranges(of: begin)
    try #require(begins.count > place)
    let end = try #require(text[begins[place].upperBound...].firstRange(of: FieldSection.end + "\n"))
    let part = begins[place].lowerBound..<end.upperBound
    guard ProcessInfo.processInfo.environment["BGTASKD_GENERATE"] == nil else {
      return try text.replacingCharacters(in: part, with: made).write(
        to: file, atomically: true, encoding: .utf8)
    }
    #expect(text[part] == made, "run: make generate")
  }

  @Test("bgtask-when(7) explains the conditions of the machine as their table has them")
  func conditions() throws {
    try hold("bgtask-when.7", ConditionSection.begin, place: 0, ConditionSection.text)
  }

  @Test("bgtaskctl(1) explains the fields of a record as the table of conditions has them")
  func conditionsOfRecords() throws {
    try hold("bgtaskctl.1", TraceSection.begin, place: 0, TraceSection.text)
  }

  @Test("bgtask-when(7) says the limits that expressions have")
  func expressionLimits() throws {
    let text = try ManualPage("bgtask-when.7").text
    for words in [
      "up to \(ConditionExpression.textLimit) bytes, also", "\(ConditionExpression.leafLimit) conditions",
      "\(ConditionExpression.depthLimit) levels", "up to \(ConditionWish.relaxationLimit) steps",
      "command line have up to \(ConditionCheck.textLimit) bytes",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test("bgtask.task(5) explains each key, and no others")
  func taskKeys() throws {
    let terms = try ManualPage("bgtask.task.5").terms(in: "[TASK] SECTION")
    #expect(terms.sorted() == TaskFileKeys.names.map { "\($0)=" }.sorted())
  }

  @Test("The example of bgtask.task(5) is a task")
  func taskExample() throws {
    let source = try String(contentsOf: ManualPage("bgtask.task.5").file, encoding: .utf8)
    let example = try #require(source.firstMatch(of: /(?s)\.EX\n(\[Task\]\n.*?)\.EE/)).1
    let folder = try TemporaryFolder()
    // This machine has no user of that name.
    let text = example.replacing("\\-", with: "-").replacing("User=backup", with: "User=root")
    let file = try folder.write("tasks.d/org.example.backup.task", String(text))
    var checker = FileChecker(owner: .system, rules: SchedulerConfiguration())
    checker.check(file, as: .task)
    #expect(checker.problems.isEmpty, "\(checker.problems)")
  }

  @Test("No page names an option or a key that does not exist", arguments: names)
  func nothingElse(name: String) throws {
    let page = try ManualPage(name)
    let verbs = CommandTable.verbs + CommandSet.fleet.verbs
    let options = (CommandTable.globals + verbs.flatMap(\.options)).flatMap(\.longForms) + ["help"]
    let ofDaemon = DaemonOptions.usage.matches(of: /--([a-z-]+)/).map { String($0.1) }
    for match in page.text.matches(of: /(?:^|[^\w-])--([a-z][a-z-]*)/) {
      #expect((options + ofDaemon).contains(String(match.1)), "--\(match.1)")
    }
    let keys =
      ConfigurationKeys.sections.flatMap { $0.keys.map(\.name) } + Manifest.keys + TaskFileKeys.names
      + UnitWait.keys + FleetSettings.keys + ["ExecCondition"]
    for match in page.text.matches(of: /\b([A-Z][a-z]+[A-Za-z]*)=/) {
      #expect(keys.contains(String(match.1)), "\(match.1)=")
    }
  }

  /// How an option stands in a page.
  private static func term(_ option: OptionSpecification) -> String {
    let names = (option.short.map { ["-\($0)"] } ?? []) + ([option.name] + option.aliases).map { "--\($0)" }
    guard case .value(let placeholder, _) = option.argument else { return names.joined(separator: ", ") }
    return names.joined(separator: ", ") + " " + placeholder
  }

  /// How a verb stands in a page.
  private static func heading(_ verb: VerbSpecification) -> String {
    ([verb.name] + (verb.options.isEmpty ? [] : ["[OPTIONS]"])
      + (verb.operandUsage.isEmpty ? [] : [verb.operandUsage]))
      .joined(separator: " ").replacing("…", with: "...")
  }
}
