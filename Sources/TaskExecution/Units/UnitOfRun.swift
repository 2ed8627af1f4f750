package import SchedulerCore

/// The unit of a run's program, or of an application's process.
package struct UnitOfRun: Hashable, Sendable {
  /// The run, or the name of the application's process.
  package var run: RunID
  /// The unit's name.
  package var name: String
  /// Whether the unit was made for the run. Other units are the administrator's.
  package var isTransient: Bool
  /// The time when the run was recorded, before its unit was started. Activity of an administrator's unit
  /// that began earlier is not the run.
  private var recorded: WallTime?

  /// The unit that is made for a task's run: `bgtask-RUNID.service`.
  package init(task run: RunID) { self.init(run: run, name: "bgtask-\(run.text).service", isTransient: true) }

  /// The unit that is made for an application's process: `bgtask-app-ID.service`.
  package init(application process: RunID) {
    self.init(run: process, name: "bgtask-app-\(process.text).service", isTransient: true)
  }

  /// A unit that exists already.
  /// - Parameter recorded: The time when the run was recorded, for one that an earlier daemon has started.
  package init(existing name: String, run: RunID, recorded: WallTime? = nil) {
    self.init(run: run, name: name, isTransient: false)
    self.recorded = recorded
  }

  /// The unit of an application's process, by its name; nil for other names.
  package init?(applicationUnit name: String) {
    guard let parts = Self.parts(of: name, "bgtask-app-"), parts.rest == ".service" else { return nil }
    self.init(application: parts.run)
  }

  private init(run: RunID, name: String, isTransient: Bool) {
    self.run = run
    self.name = name
    self.isTransient = isTransient
  }

  /// Whether the present or last activity of the unit may be the run.
  /// - Parameter start: The beginning of that activity; nil when the unit was never active.
  func mayBe(activeSince start: WallTime?) -> Bool {
    guard let recorded else { return true }
    return start.map { recorded <= $0 } ?? false
  }

  /// The pattern of the names of units that are made here.
  static let pattern = "bgtask-*.service"
  /// The slice of these units.
  static let slice = "bgtask.slice"

  /// Whether a name is that of a unit that is made here: 32 hexadecimal digits, with or without `app-`.
  static func isOurs(_ name: String) -> Bool {
    (parts(of: name) ?? parts(of: name, "bgtask-app-"))?.rest == ".service"
  }

  /// Returns the run in the name of a unit that is made here, and what follows it; nil for other names.
  static func parts(of name: String, _ prefix: String = "bgtask-") -> (run: RunID, rest: Substring)? {
    guard name.hasPrefix(prefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    let id = rest.prefix(RunID.length)
    guard id.utf8.count == RunID.length, RunID.mayBegin(with: id) else { return nil }
    return (RunID(String(id)), rest.dropFirst(RunID.length))
  }
}
