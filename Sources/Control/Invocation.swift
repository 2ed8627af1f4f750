import ConditionSyntax
import Glibc
import LinuxSystem
import PlainText
import SchedulerAPI
import SystemdSyntax
import Varlink

/// One command to carry out: its options and its surroundings.
struct Invocation {
  let line: ParsedCommandLine
  let context: Context
  let commands: CommandSet

  var console: Console { context.console }
  /// Whether results are JSON documents with the protocol's names.
  var wantsJSON: Bool { line.flag("json") }
  var now: Int64 { context.now() }
  /// Whether the tasks of all users are meant, so that each is shown with its user.
  var showsUsers: Bool { line.flag("all-users") }
  /// The same as the protocol has it: true, or absent.
  var allUsers: Bool? { showsUsers ? true : nil }

  /// Returns the user's name where users are shown, else nothing.
  func shownUser(_ uid: UInt32) -> String { showsUsers ? UserAccount(uid: uid).name : "" }

  /// Returns the path of the daemon's socket, by options and variables.
  func socketPath() throws(Failure) -> String {
    if let path = line.value("socket") {
      guard !path.isEmpty else { throw misuse("--socket: found nothing, allowed is a path") }
      return path
    }
    if line.flag("system"), line.flag("user") {
      throw .usage("--user and --system cannot be given together", next: "choose one of the two daemons")
    }
    if line.flag("system") { return SocketPath.system }
    try checkVariables()
    guard line.flag("user") else { return SocketPath.choose(environment: context.environment) }
    guard let path = SocketPath.user(environment: context.environment) else {
      throw .usage("--user needs XDG_RUNTIME_DIR, which is not set", next: "name the socket with --socket")
    }
    return path
  }

  /// Refuses variables that name a socket and are not UTF-8, because they must not lead to another daemon.
  private func checkVariables() throws(Failure) {
    for name in [SocketPath.variable, "XDG_RUNTIME_DIR"] {
      guard let value = context.rawVariable(name), value.text == nil else { continue }
      throw .usage("the variable \(name), \(value), is not UTF-8", next: "name the socket with --socket")
    }
  }

  /// Whether verbs that read files without a daemon read the system's.
  var isAboutSystem: Bool { line.flag("system") || (geteuid() == 0 && !line.flag("user")) }

  func connect() throws(Failure) -> DaemonConnection { try connect(to: socketPath()) }

  /// Connects to the daemon at the path.
  /// - Parameter timeLimit: The longest wait for the connection, and for each answer.
  func connect(
    to path: String, timeLimit: Duration = DaemonConnection.timeLimit
  ) throws(Failure) -> DaemonConnection {
    let shows = console.errors.isTerminal && context.environment("TERM") != "dumb"
    return try DaemonConnection(
      path: path, timeLimit: timeLimit,
      answerWait: shows ? AnswerWait(console: console) { context.daemonStatus(path) } : nil)
  }

  /// Connects for a stream of events. The daemon serves a connection that it has answered on before the
  /// others, so no event is missed that follows from a later call on another one.
  func connectForEvents() throws(Failure) -> DaemonConnection {
    let daemon = try connect()
    _ = try daemon.call(SchedulerMethod.Status.self, Empty())
    return daemon
  }

  /// Calls a method of the daemon and returns its reply, and the reply's JSON as it came.
  func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws(Failure) -> (reply: Method.Reply, json: [UInt8]) {
    try connect().call(method, parameters)
  }

  // MARK: Values of options

  /// Returns the option's value as a case of the enumeration, or nil when it was not given.
  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ name: String, _ type: Choice.Type
  ) throws(Failure) -> Choice? {
    guard let text = line.value(name) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    throw noChoice(name, text, among: type.allCases.map(\.rawValue))
  }

  func noChoice(_ name: String, _ text: String, among names: [String]) -> Failure {
    misuse(
      "--\(name): '\(text)' is none of \(names.joined(separator: ", "))"
        + NearestName.hint(for: text, among: names))
  }

  /// Returns the option's value as a length of time in microseconds, or nil when it was not given.
  func timeSpan(_ name: String) throws(Failure) -> Int64? {
    try read(name) { text throws(SyntaxError) in try TimeSpanSyntax.parse(text) }
  }

  /// Returns the option's value as a point in time, or nil when it was not given.
  func timestamp(_ name: String) throws(Failure) -> Int64? {
    try read(name) { text throws(SyntaxError) in
      try TimestampSyntax.parse(text, now: now, zone: context.zone)
    }
  }

  /// Returns the option's value as a point in the past, or nil when it was not given. A length of time alone
  /// is that long ago: no date is written so.
  func pastTime(_ name: String) throws(Failure) -> Int64? {
    let point = try read(name) { text throws(SyntaxError) in
      if let length = try? TimeSpanSyntax.parse(text), length != TimeSpanSyntax.infinity {
        return max(now - length, 0)
      }
      return try TimestampSyntax.parse(
        text, now: now, zone: context.zone,
        allowed: "a date, a time of today, today, yesterday, SPAN, SPAN ago or @SECONDS",
        example: "2h or 2026-11-21 18:30")
    }
    guard let point, point >= now else { return point }
    throw misuse("--\(name): \(date(point)) is not in the past, and nothing has run since")
  }

  /// Returns the option's value as a future point in time, or nil when it was not given.
  /// - Throws: What was understood, for a point that has passed, unless there is `--past-ok`.
  func plannedTime(_ name: String) throws(Failure) -> Int64? {
    let point = try read(name) { text throws(SyntaxError) in
      try PlannedTimeSyntax.parse(text, now: now, zone: context.zone)
    }
    // A word such as now has no more than whole seconds.
    if let point, point / 1_000_000 < now / 1_000_000, !line.flag("past-ok") {
      let mend =
        line.verb?.options.contains { $0.name == "past-ok" } == true
        ? "; --past-ok takes it all the same" : ""
      throw misuse(
        "--\(name): \(TimestampSyntax.format(point, zone: context.zone)) has passed, "
          + "\(TimestampSyntax.formatRelative(point, now: now))\(mend)")
    }
    return point
  }

  /// Returns the option's value as a number, or nil when it was not given.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    try read(name) { text throws(SyntaxError) in try IntegerSyntax.parse(text, in: range) }
  }

  /// Returns the option's value as a number of bytes, or nil when it was not given.
  func size(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    try read(name) { text throws(SyntaxError) in try SizeSyntax.parse(text, in: range) }
  }

  /// Returns the option's value as a percentage, or nil when it was not given.
  func percent(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    try read(name) { text throws(SyntaxError) in try PercentSyntax.parse(text, in: range) }
  }

  private func read<Value>(
    _ name: String, _ parse: (String) throws(SyntaxError) -> Value
  ) throws(Failure) -> Value? {
    guard let text = line.value(name) else { return nil }
    do {
      return try parse(text)
    } catch {
      throw misuse("--\(name): \(error)")
    }
  }

  /// Returns the failure of a command line that is wrong in a way that only this verb knows.
  func misuse(_ message: String) -> Failure {
    .usage(message, next: "\(commands.program) \(line.verb?.name ?? "") --help explains its use")
  }

  /// Returns the failure of a wrong expression, with a pointer to the place.
  func misuse(_ text: String, _ place: String, _ error: ConditionSyntaxError) -> Failure {
    // The pointer needs a text that is safe to show and has one character a column.
    var failure = misuse("\(place): \(error)")
    if !text.allSatisfy(\.isWhitespace), text.count <= 160, SingleLine.problem(in: text) == nil {
      failure.excerpt = [text, String(repeating: " ", count: max(error.column - 1, 0)) + "^"]
    }
    return failure
  }

  // MARK: Output

  /// Writes the JSON of a result, if it is asked for.
  /// - Returns: Whether it was; if not, the verb prints words for people.
  @discardableResult
  func wroteJSON(_ json: @autoclosure () -> [UInt8]) -> Bool {
    if wantsJSON { console.printJSON(json()) }
    return wantsJSON
  }

  /// The message where the options leave nothing of a list.
  static let nothingLeft = "There is nothing of that kind."

  /// The text of `--help`, as wide as the terminal.
  var help: HelpText { HelpText(width: console.output.width, of: commands) }

  /// Prints a table as wide as the terminal.
  func show(_ table: Table, indent: Int = 0) {
    for line in table.lines(width: console.output.width, indent: indent, styled: console.styled) {
      console.print(line)
    }
  }

  /// Prints the beginning that all names in a table share and that it leaves out, if it leaves one out.
  func showCommon(_ prefix: String) {
    guard !prefix.isEmpty else { return }
    console.print(console.styled("All begin with \(SafeText.inline(prefix))", .dim))
  }

  /// Returns a bar for a line of this many columns; nil is no limit.
  func progressBar(columns: Int?) -> ProgressBar {
    let width =
      switch columns {
      case nil: 10
      case let columns?: min(max(columns / 8, 6), 24)
      }
    return ProgressBar(width: width, hasEighths: context.usesUTF8)
  }

  /// Returns a date with its distance from now: `18:30 (in 2h 5min)`.
  func date(_ uSec: Int64) -> String {
    "\(shortDate(uSec)) (\(TimestampSyntax.formatRelative(uSec, now: now)))"
  }

  /// Returns a short date: `18:30` or `2026-11-21 18:30`.
  func shortDate(_ uSec: Int64) -> String {
    TimestampSyntax.formatShort(uSec, now: now, zone: context.zone)
  }
}
