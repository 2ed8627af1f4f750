import SystemdSyntax

/// Makes tasks of timers of systemd (systemd.timer(5)).
struct TimerImport {
  private static let section = "Timer"
  private static let suffix = ".timer"

  let directories: UnitDirectories
  /// Whether the units are those of the system's manager, not those of a user's own.
  let isSystem: Bool
  let home: String

  private(set) var tasks: [ImportedTask] = []
  /// The timers that cannot be carried over, with file and line.
  private(set) var problems: [SyntaxProblem] = []
  private var names = TaskNames()

  init(_ directories: UnitDirectories, isSystem: Bool, home: String) {
    (self.directories, self.isSystem, self.home) = (directories, isSystem, home)
  }

  /// Adds the task of a timer.
  /// - Parameter name: The timer's name, with or without `.timer`.
  mutating func take(_ name: String) throws(Failure) {
    let name = name.hasSuffix(Self.suffix) ? name : name + Self.suffix
    guard let timer = directories.unit(name), timer.section(Self.section) != nil else {
      let known = directories.names().filter { $0.hasSuffix(Self.suffix) }
      throw Failure(
        .noInput, name: "NoSuchTimer",
        message: "there is no timer \(name)\(NearestName.hint(for: name, among: known))",
        next: isSystem
          ? "systemctl list-timers --all lists them; those of your own are found with --user"
          : "systemctl --user list-timers --all lists them; those of the system are found with --system")
    }
    problems += timer.problems
    do throws(ImportError) {
      tasks.append(try task(name, timer))
    } catch {
      problems.append(SyntaxProblem(.error, file: timer.name, text: error.text))
    }
  }

  private mutating func task(_ name: String, _ timer: UnitFile) throws(ImportError) -> ImportedTask {
    let stem = String(name.dropLast(Self.suffix.count))
    let service = timer.assignment(Self.section, "Unit")?.value ?? "\(stem).service"
    guard service.hasSuffix(".service") else {
      throw ImportError("it starts \(service), and a task starts services and programs only")
    }
    var reading = TimerReading(timer)
    let schedule = try reading.schedule()
    let unit = directories.unit(service)
    var keys: [(key: String, value: String)] = []
    if let title = Self.title(timer) ?? unit.flatMap(Self.title) { keys.append(("Title", title)) }
    var notes: [String] = []
    if isSystem {
      keys.append(("Unit", service))
      notes.append(ImportedTask.differences[0])
      if unit == nil { notes.append("there is no \(service) now") }
    } else {
      guard let unit else { throw ImportError("there is no \(service), which it starts") }
      problems += unit.problems
      let command = try ServiceCommand(unit, home: home)
      keys += command.keys
      notes += command.notes + ImportedTask.differences
    }
    keys += schedule
    let task = ImportedTask(
      name: names.make("timer", stem), source: timer.name,
      original: timer.section(Self.section)?.assignments.map { "\($0.key)=\($0.value)" } ?? [], keys: keys,
      notes: reading.notes + notes,
      disabling: .command("systemctl \(isSystem ? "" : "--user ")disable --now \(name)"))
    try task.check()
    return task
  }

  /// Returns the unit's description, if it can be a title.
  private static func title(_ unit: UnitFile) -> String? {
    guard let text = unit.assignment("Unit", "Description")?.value, !text.contains("%"),
      text.utf8.count <= 255, ImportedTask.problem(inLine: text) == nil
    else { return nil }
    return text
  }
}
