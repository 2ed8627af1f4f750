import LinuxSystem
import SchedulerCore
import SystemdSyntax

/// Makes tasks of tables for cron and anacron.
struct CronImport {
  /// The origin of a table.
  struct Source {
    /// The name of the file, or the command that prints the table.
    var file: String
    var form: CronTable.Form
    /// The user of the commands, where the table names none; nil is the owner of the tasks.
    var user: String?
    /// The words that follow "take the line out": `with` a command, or `of` a file.
    var place: String
    /// Whether only its owner may read the table.
    var isPrivate: Bool
  }

  private(set) var tasks: [ImportedTask] = []
  /// The entries that cannot be carried over, with file and line.
  private(set) var problems: [SyntaxProblem] = []
  private var names = TaskNames()
  /// Chooses a value where a table leaves it to chance.
  private let choose: (ClosedRange<Int>) -> Int

  init(choosing choose: @escaping (ClosedRange<Int>) -> Int = { Int.random(in: $0) }) { self.choose = choose }

  /// Adds the tasks of a table.
  mutating func take(_ table: CronTable, from source: Source) {
    var found = table.problems
    for entry in table.entries {
      do throws(ImportError) {
        tasks.append(try source.form == .anacron ? anacronTask(entry, source) : cronTask(entry, source))
      } catch {
        found.append(SyntaxProblem(.error, file: source.file, line: entry.line, text: error.text))
      }
    }
    problems += found.sorted { $0.line ?? 0 < $1.line ?? 0 }
  }

  private mutating func cronTask(
    _ entry: CronTable.Entry, _ source: Source
  ) throws(ImportError) -> ImportedTask {
    var words = entry.words
    let user = source.form == .system ? words.popLast() : source.user
    let date = words.joined(separator: " ")
    let setting = CronSetting(entry.variables, source.form)
    guard date != "@reboot" else {
      throw ImportError(
        "@reboot is not a date and stays with cron; for a command at each boot write a service of systemd")
    }
    let schedule: CronSchedule
    do throws(SyntaxError) {
      schedule = try CronSchedule(date, zone: setting.zone, choosing: choose)
    } catch {
      throw ImportError(error.description)
    }
    guard !schedule.calendars.isEmpty else {
      throw ImportError("there is no such date: the command never runs")
    }
    var keys = setting.keys(entry.command, input: entry.input) + schedule.calendars.map { ("OnCalendar", $0) }
    if let change = schedule.clockChange { keys.append(("ClockChange", change.rawValue)) }
    var notes = schedule.notes + setting.notes + Self.differences
    if let delay = setting.randomDelayMinutes, delay > 0 {
      keys.append(("RandomizedDelay", "\(delay)min"))
      notes.append(
        "its delay of up to \(delay)min is always the same; cronie chooses it when it starts, and "
          + "Debian's cron ignores RANDOM_DELAY")
    }
    if entry.isHalved { notes.append("two backslashes are one, as with Debian's cron; cronie leaves both") }
    if let user, UserAccount(named: user) == nil {
      notes.insert("there is no user \(user) here: bgtaskd refuses the file until there is one", at: 0)
    }
    // Several tables name users, and may have commands of the same names.
    let table = source.form == .system ? source.file.fileName : ""
    return try task(
      entry, source,
      name: names.make(
        "cron", table == "crontab" ? "" : table,
        ShellCommand.name(String(decoding: entry.command, as: UTF8.self))),
      keys, user: user,
      notes: notes)
  }

  /// The differences from cron, whatever the line says.
  private static let differences =
    ImportedTask.differences + [
      "cron starts it again while it still runs, bgtaskd has one run at a time",
      "cron opens a session of pam(7) for it, with /etc/environment and limits.conf, bgtaskd does not",
      "cron leaves out dates at which the machine was off, bgtaskd makes up for them once",
    ]

  private mutating func anacronTask(
    _ entry: CronTable.Entry, _ source: Source
  ) throws(ImportError) -> ImportedTask {
    let setting = CronSetting(entry.variables, source.form)
    var keys = setting.keys(entry.command)
    var notes = setting.notes + ImportedTask.differences
    switch entry.words[0] {
    case "@daily": keys.append(("Every", "1d"))
    case "@weekly": keys.append(("Every", "7d"))
    case "@monthly": keys.append(("OnCalendar", "monthly"))
    case "@yearly", "@annually": keys.append(("OnCalendar", "yearly"))
    case let text:
      guard let days = Int(text), (1...36_500).contains(days) else {
        throw ImportError(
          "'\(text)' is no period; allowed are a number of days, @daily, @weekly, @monthly, @yearly")
      }
      keys.append(("Every", "\(days)d"))
    }
    guard let delay = Int(entry.words[1]), (0...527_040).contains(delay) else {
      throw ImportError("'\(entry.words[1])' is no delay; allowed is a number of minutes")
    }
    if keys.contains(where: { $0.key == "Every" }) {
      if delay > 0 { keys.append(("Delay", "\(delay)min")) }
    } else if delay > 0 {
      notes.append("the delay of \(delay)min is not carried over")
    }
    if let hours = setting.hours {
      keys.append(("When", "between \(Self.time(hours.first)) and \(Self.time(hours.last))"))
    }
    if let most = setting.randomDelayMinutes, most > 0 {
      notes.append("its delay of up to \(most)min is not carried over; Debian's anacron ignores RANDOM_DELAY")
    }
    return try task(
      entry, source, name: names.make("anacron", entry.words[2]), keys, user: source.user, notes: notes)
  }

  private static func time(_ hour: Int) -> String {
    let hour = hour % 24
    return hour < 10 ? "0\(hour):00" : "\(hour):00"
  }

  private func task(
    _ entry: CronTable.Entry, _ source: Source, name: String, _ keys: [(key: String, value: String)],
    user: String?, notes: [String]
  ) throws(ImportError) -> ImportedTask {
    // Processes that the command leaves in the background live on.
    let keys = keys + [("KillMode", "process")]
    // Without this key a task of the system is root's.
    let owner = user == nil || user == "root" ? [] : [("User", user ?? "")]
    let task = ImportedTask(
      name: name, source: "\(source.file):\(entry.line)", original: [entry.text], keys: keys + owner,
      notes: notes,
      disabling: .line(entry.line, place: source.place),
      isPrivate: source.isPrivate)
    try task.check()
    return task
  }
}

extension String {
  /// The last part of a path.
  fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
