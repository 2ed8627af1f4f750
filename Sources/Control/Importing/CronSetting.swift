import SystemdSyntax

/// The variables of a table for cron or anacron, as they apply to one of its commands.
struct CronSetting {
  /// The variables about mail, which no task gets.
  private static let ofMail: Set<String> = [
    "MAILTO", "MAILFROM", "CONTENT_TYPE", "CONTENT_TRANSFER_ENCODING",
  ]
  /// The search path of cron's commands when the table has none.
  private static let path = "/usr/bin:/bin"

  private let form: CronTable.Form
  private(set) var shell = "/bin/sh"
  /// The time zone of the dates; nil is the machine's.
  private(set) var zone: String?
  private(set) var randomDelayMinutes: Int?
  /// The hours in which the command may begin.
  private(set) var hours: (first: Int, last: Int)?
  /// The settings that are not carried over, each a sentence without a full stop.
  private(set) var notes: [String] = []
  private var home: String?
  private var environment: [(name: String, value: String)] = []
  /// The variables that are not UTF-8.
  private var rawVariables: [CronTable.Variable] = []

  init(_ variables: [CronTable.Variable], _ form: CronTable.Form) {
    self.form = form
    for variable in variables {
      let value = String(validating: variable.value, as: UTF8.self)
      take(variable.name, value ?? String(decoding: variable.value, as: UTF8.self))
      // Such a variable is kept as bytes instead.
      if value == nil, environment.last?.name == variable.name {
        environment.removeLast()
        rawVariables.append(variable)
      }
    }
    if form != .anacron {
      environment.append(("SHELL", shell))
      if !variables.contains(where: { $0.name == "PATH" }) { environment.append(("PATH", Self.path)) }
    }
    if !variables.contains(where: { $0.name == "MAILTO" }) {
      notes.append("no mail goes to its user; bgtaskctl logs shows what it writes")
    }
  }

  private mutating func take(_ name: String, _ value: String) {
    var isKnown = true
    switch (name, form) {
    // anacron runs every command with /bin/sh.
    case ("SHELL", .user), ("SHELL", .system):
      isKnown = value.hasPrefix("/")
      if isKnown { shell = value }
    case ("CRON_TZ", .user), ("CRON_TZ", .system):
      isKnown = Self.isZone(value)
      if isKnown {
        zone = value
        notes.append("its dates are those of CRON_TZ=\(value), as with cronie; Debian's cron ignores CRON_TZ")
      }
    // cron overwrites this variable with the user's name.
    case ("LOGNAME", .user), ("LOGNAME", .system): break
    case ("RANDOM_DELAY", _):
      randomDelayMinutes = Int(value).flatMap { (0...1440).contains($0) ? $0 : nil }
      isKnown = randomDelayMinutes != nil
    case ("START_HOURS_RANGE", .anacron): isKnown = takeHours(value)
    case ("PREFERRED_HOUR", .anacron): isKnown = false
    case ("MAILTO", _) where !value.isEmpty:
      notes.append("bgtaskd sends no mail to \(value); bgtaskctl logs shows what it writes")
    case _ where Self.ofMail.contains(name): break
    case _ where name.hasPrefix("BGTASK") || !Self.isName(name): isKnown = false
    default:
      if name == "HOME" { takeHome(value) }
      environment.append((name, value))
    }
    if !isKnown { notes.append("\(name)=\(value) is not carried over") }
  }

  /// Takes the commands' working directory. cron runs them even where it cannot enter it.
  private mutating func takeHome(_ value: String) {
    if value.hasPrefix("/") {
      home = value
    } else {
      notes.append("with HOME=\(value) cron runs it in cron's own directory, bgtaskd in the user's home")
    }
  }

  /// - Returns: Whether the value is understood.
  private mutating func takeHours(_ value: String) -> Bool {
    let ends = value.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first <= last else {
      return false
    }
    if first >= min(last, 24) {
      notes.append(
        "START_HOURS_RANGE=\(value) has no hour, so that anacron starts nothing; the task begins at any hour"
      )
    } else if first > 0 || last < 24 {
      hours = (first, min(last, 24))
      notes.append("its hours are those of START_HOURS_RANGE=\(value), which Debian's anacron ignores")
    }
    return true
  }

  /// Returns the keys for the program, its environment and its working directory.
  func keys(_ command: [UInt8], input: [UInt8] = []) -> [(key: String, value: String)] {
    let command = ShellCommand(text: command, input: input, shell: shell, variables: rawVariables)
    return [("Command", command.value)]
      + environment.map { ("Environment", Words.quote("\($0.name)=\($0.value)")) }
      + (home.map { [("WorkingDirectory", $0)] } ?? [])
  }

  /// Returns whether a variable of a task may have this name.
  private static func isName(_ text: String) -> Bool {
    text.first?.isNumber == false
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Returns whether the time zone database may have this name.
  private static func isZone(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
  }
}
