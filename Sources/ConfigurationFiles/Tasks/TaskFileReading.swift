import ConditionSyntax
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax

/// The values from the lines of a task's file.
struct TaskFileDraft {
  /// The request. The file's identifier and kind, if it has them, are below and replace the request's.
  var request = Wire.TaskRequest(identifier: "", kind: .processing)
  var identifier: String?
  var kind: Wire.Kind?
  var user: String?
  var delay: TimeSpan?
  var deadlineDelay: TimeSpan?
  var workingDirectory: String?
  /// The way in which the work is spread over a fleet's machines; `nil` for a task of this machine.
  var fleetMode: FleetMode?
  /// Whether the file has Fleet=, whatever its value is.
  var isForFleet = false
  /// The values of the other keys of a fleet.
  var placement = FleetPlacement(mode: .once)
}

/// A reading of a file's lines into a declaration. It goes on after an error, so that all errors are found at
/// once.
struct TaskFileReading {
  let source: TaskFileSource
  let owner: TaskOwner
  /// Whether the file only adds to another one, so that no key counts as missing.
  let isDropIn: Bool
  private(set) var problems: [SyntaxProblem] = []
  /// The part of a fleet; `nil` for a task of this machine, and when there is an error.
  private(set) var placement: FleetPlacement?
  /// The declaration; `nil` when there is an error, and for a drop-in.
  private(set) var declaration: Declaration?
  private var draft = TaskFileDraft()

  init(_ source: TaskFileSource, owner: TaskOwner, isDropIn: Bool = false) {
    (self.source, self.owner, self.isDropIn) = (source, owner, isDropIn)
    draft.isForFleet = fleetLine != nil
    declaration = read()
  }

  var file: UnitFile { source.file }
  private var path: String { source.path }

  /// The request in the file.
  var request: Wire.TaskRequest { draft.request }

  private mutating func read() -> Declaration? {
    // Unknown keys are errors: a task must not run without a requirement whose key is misspelt.
    problems =
      file.problems + file.unknownNames(.error, allowed: [(TaskFileKeys.section, TaskFileKeys.names)])
    guard file.section(TaskFileKeys.section) != nil else {
      fail("has no section [\(TaskFileKeys.section)]")
      return nil
    }
    for key in TaskFileKeys.single {
      guard let line = line(key.name) else { continue }
      attempt { (reading) throws(SyntaxProblem) in try key.apply(&reading.draft, line) }
    }
    draft.request.command = command()
    takeCalendar()
    takePaths()
    checkTransfer()
    takeOrder()
    checkDates()
    takeNames()
    checkFleet()
    draft.request.template = source.template
    let uid = user()
    guard !problems.hasErrors, let uid, var submission = submission(), !isDropIn else { return nil }
    if draft.fleetMode != nil {
      takePlacement()
      // The database has the dates, and a machine gets the request without them.
      guard let ofMachine = self.submission() else { return nil }
      submission = ofMachine
    }
    return Declaration(
      file: path, uid: uid, request: submission.request, dates: dates(), delay: draft.delay,
      deadlineDelay: draft.deadlineDelay, payload: submission.payload, unit: submission.unit,
      limits: submission.limits, credentials: submission.credentials)
  }

  private mutating func takePlacement() {
    guard let mode = draft.fleetMode else { return }
    draft.placement.mode = mode
    draft.placement.dates = draft.request.calendar ?? []
    draft.request.calendar = nil
    placement = draft.placement
  }

  private func line(_ key: String) -> Assignment? { file.assignment(TaskFileKeys.section, key) }

  private mutating func fail(_ text: String) {
    problems.append(SyntaxProblem(.error, file: path, text: text))
  }

  mutating func attempt(_ body: (inout TaskFileReading) throws(SyntaxProblem) -> Void) {
    do throws(SyntaxProblem) { try body(&self) } catch { problems.append(error) }
  }

  // MARK: The program

  private mutating func command() -> Wire.Command? {
    let lines = file.assignments(TaskFileKeys.section, TaskFileKeys.command)
    let environment = environment()
    guard let last = lines.last else {
      let companions =
        ["WorkingDirectory", TaskFileKeys.environment] + RequestField.ofSecrets.compactMap(\.key)
      companions.forEach { need(TaskFileKeys.command, for: $0) }
      for limit in RequestField.ofLimits.compactMap(\.key) {
        need(TaskFileKeys.command, for: limit, "allowed only with one")
      }
      return nil
    }
    if lines.count > 1 {
      problems.append(
        last.problem(
          .error,
          "found a second Command= after line \(lines[0].line) of \(lines[0].file), allowed is one; an empty "
            + "Command= before it removes the first"))
    }
    var words: [String] = []
    attempt { (_) throws(SyntaxProblem) in words = try last.words() }
    if let program = words.first, !program.hasPrefix("/") {
      problems.append(
        last.problem(.error, "found \(program), allowed is a program's absolute path with arguments"))
    }
    var command = Wire.Command(
      argv: words, workingDirectory: draft.workingDirectory, environment: environment)
    takeSecrets(into: &command)
    return command
  }

  /// Reads the variables. Later values of a variable replace earlier ones.
  private mutating func environment() -> [String: String]? {
    var environment: [String: String] = [:]
    for line in file.assignments(TaskFileKeys.section, TaskFileKeys.environment) {
      attempt { (_) throws(SyntaxProblem) in
        for word in try line.words() {
          guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
            throw line.problem(.error, "found \(word), allowed is NAME=VALUE")
          }
          let name = String(word[..<equals])
          let value = String(word[word.index(after: equals)...])
          try Self.check(Wire.Command(argv: ["/"], environment: [name: value]), line)
          environment[name] = value
        }
      }
    }
    return environment.isEmpty ? nil : environment
  }

  // MARK: Dates

  /// Takes the calendar over, line by line, so that an error has its line.
  private mutating func takeCalendar() {
    var texts: [String] = []
    let lines = file.assignments(TaskFileKeys.section, TaskFileKeys.calendar)
    for line in lines {
      attempt { (reading) throws(SyntaxProblem) in
        do throws(SyntaxError) {
          let expression = try CalendarSyntax.parse(line.value)
          texts.append(line.value)
          // A task that has no other line never runs: an error of the request, not a warning.
          guard lines.count == 1 || expression.hasDates else {
            let why = expression.contradiction.map { ": \($0)" } ?? ""
            return reading.problems.append(line.problem(.warning, "there is no such date\(why)"))
          }
        } catch {
          throw line.problem(.error, "\(error)")
        }
      }
    }
    if !texts.isEmpty { draft.request.calendar = texts }
  }

  /// Returns the dates as the file says them; `nil` where it names none.
  private func dates() -> DeclaredDates? {
    let earliestBegin = date("EarliestBegin", request.earliestBeginUSec)
    let deadline = date("Deadline", request.deadlineUSec)
    guard earliestBegin != nil || deadline != nil else { return nil }
    var rest = request
    (rest.earliestBeginUSec, rest.deadlineUSec) = (nil, nil)
    return DeclaredDates(earliestBegin: earliestBegin, deadline: deadline, payload: rest.payload)
  }

  private func date(_ key: String, _ moment: Int64?) -> DeclaredDates.Value? {
    guard let moment, let text = line(key)?.value else { return nil }
    let isLocal = !TimestampSyntax.hasZone(text)
    let clock =
      isLocal
      ? try? TimestampSyntax.parse(text, now: moment, zone: .utc) : TimestampSyntax.localClock(at: moment)
    // On the calendar's first and last day the clock may show a date outside of it.
    return DeclaredDates.Value(
      WallTime(uSec: moment), clock: clock ?? moment, isLocal: isLocal && clock != nil)
  }

  private mutating func takePaths() {
    let lines = file.assignments(TaskFileKeys.section, TaskFileKeys.paths)
    for line in lines where !line.value.hasPrefix("/") {
      problems.append(line.problem(.error, "found \(line.value), allowed is an absolute path"))
    }
    if !lines.isEmpty { draft.request.changedPaths = lines.map(\.value) }
    ["Quiet", "AtLatest", "OwnChanges"].forEach { need(TaskFileKeys.paths, for: $0) }
  }

  /// Checks the keys of a transfer, which has two ends, and neither a command nor a unit.
  private mutating func checkTransfer() {
    for other in [TaskFileKeys.command, "Unit"] { exclude(other, "URL", "allowed is one of the two") }
    exclude("Unit", TaskFileKeys.command, "allowed is one of the two")
    if draft.kind == .transfer, !isDropIn, let kind = line("Kind"), line("URL") == nil, line("File") == nil {
      problems.append(kind.problem(.error, "found transfer without URL= and File=, which a transfer needs"))
    }
    if let draftKind = draft.kind, draftKind != .transfer, let kind = line("Kind"), line("URL") != nil {
      problems.append(
        kind.problem(.error, "found \(draftKind.rawValue) together with URL=, allowed is transfer"))
    }
    need("File", for: "URL")
    let others = RequestField.ofTransfer.compactMap(\.key)
    for key in others where key != "URL" { need("URL", for: key) }
  }

  /// Makes a task with predecessors begin after them each time, unless the file says otherwise or the task
  /// repeats by itself: a file is no single request.
  private mutating func takeOrder() {
    guard draft.request.order?.after != nil || draft.request.order?.afterAny != nil,
      draft.request.order?.repeats == nil
    else { return }
    draft.request[order: \.repeats] = !draft.request.repeats
  }

  private mutating func checkDates() {
    exclude("Delay", "EarliestBegin", "allowed is one of the two")
    exclude("DeadlineDelay", "Deadline", "allowed is one of the two")
    for repeating in ["Every", TaskFileKeys.calendar] where fleetLine == nil {
      exclude("Deadline", repeating, "allowed is DeadlineDelay=, which counts from each of its dates")
    }
    exclude(TaskFileKeys.calendar, "Every", "allowed is one of the two")
    for other in ["Every", TaskFileKeys.calendar, "Deadline", "DeadlineDelay"] {
      exclude(TaskFileKeys.paths, other, "allowed is one of the two")
    }
    ["RandomizedDelay", "ClockChange"].forEach { need(TaskFileKeys.calendar, for: $0) }
    if !isDropIn, let line = line("OnDeadline"), self.line("Deadline") == nil,
      self.line("DeadlineDelay") == nil
    {
      problems.append(line.problem(.warning, "has no meaning without Deadline= or DeadlineDelay="))
    }
  }

  /// Reports a key that has no meaning without another one, which a drop-in may leave to its file.
  mutating func need(
    _ other: String, for key: String, _ remark: String = "which it needs"
  ) {
    guard !isDropIn, let line = line(key), self.line(other) == nil else { return }
    problems.append(line.problem(.error, "found without \(other)=, \(remark)"))
  }

  private mutating func exclude(_ key: String, _ other: String, _ allowed: String) {
    guard let line = self.line(key), self.line(other) != nil else { return }
    problems.append(line.problem(.error, "found together with \(other)=, \(allowed)"))
  }

  // MARK: Names

  private mutating func takeNames() {
    let name = source.defaultIdentifier
    draft.request.identifier = draft.identifier ?? (isDropIn ? "drop-in" : name)
    if draft.identifier == nil, !name.isName, !isDropIn {
      fail("Identifier= is missing, and the file's name is not an identifier: \(String.nameRule)")
    }
    if let kind = draft.kind {
      draft.request.kind = kind
    } else if draft.request.transfer != nil {
      draft.request.kind = .transfer
    } else if draft.request.command == nil, draft.request.unit == nil, self.line("Kind") == nil, !isDropIn,
      !file.problems.hasErrors
    {
      // Only without syntax errors: the key may be on a line that could not be read.
      fail("Command= is missing, or Unit=, or Kind= for a task that an application handles")
    }
  }

  private mutating func user() -> UInt32? {
    // The machines of a fleet have users of their own.
    guard fleetLine == nil, let line = line("User") else {
      return if case .user(let uid) = owner { uid } else { 0 }
    }
    guard let account = UserAccount(named: line.value) else {
      problems.append(
        line.problem(.error, "found \(line.value), allowed is the name of a user of this machine"))
      return nil
    }
    if case .user(let uid) = owner, account.uid != uid {
      problems.append(
        line.problem(
          .error,
          "found \(line.value), allowed is no User=: in a user's own instance every task belongs to that user"
        ))
    }
    if owner == .system, account.uid != 0, let unit = self.line("Unit") {
      problems.append(
        unit.problem(.error, "found together with User=\(line.value); units of the system belong to root"))
    }
    return account.uid
  }

  // MARK: The whole

  private mutating func submission() -> Submission? {
    do throws(SchedulerInterfaceError) { return try draft.request.submission() } catch {
      let problem = source.problem(of: error)
      // The task of a drop-in may have what the drop-in lacks.
      if !isDropIn || problem.line != nil { problems.append(problem) }
      return nil
    }
  }
}
