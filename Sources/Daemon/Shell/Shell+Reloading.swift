import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemConditions
import SystemdSyntax
import TaskStore

extension Shell {
  /// Reads all files again: rules, manifests and declared tasks. A file with errors changes nothing, and what
  /// it said before stays in force.
  func reload() {
    guard !isReadingFiles else { return isReloadDue = true }
    (isReloadDue, isReadingFiles) = (false, true)
    serviceManager.reloading()
    // Beside the daemon's queue: there may be thousands of files, and a directory service that is asked.
    DispatchQueue.global(qos: .userInitiated).async { [loader] in
      let loaded = loader.load()
      self.later { $0.reload(loaded) }
    }
  }

  private func reload(_ loaded: LoadedConfiguration) {
    isReadingFiles = false
    guard phase == .listening else { return }
    for problem in loaded.allProblems { log.write(LogEntry(problem)) }
    LogEntry(passingOver: loaded.tasks.fleet).map(log.write)
    fileErrors = FileErrors(loaded.allProblems)
    configuration = loaded.configuration(keeping: configuration)
    host.apply(to: &configuration.scheduler)
    store.setHistoryLimits(HistoryLimits(configuration))
    let delegations = server.limits.submission.delegations
    server.limits = configuration.server
    // Whoever watches another user's tasks may not any more, and is told so when it calls again.
    if configuration.server.submission.delegations != delegations {
      for session in watchers.ofActors { server.drop(session) }
    }
    (programs.manifests, programs.lowSpeed) = (configuration.manifests, configuration.lowSpeed)
    timeZone.refresh()
    take(.configurationChanged(configuration.scheduler))
    var declared = loaded.tasks.set
    declared.revivesCancelled = true
    take(.declare(declared))
    let rules: ReloadedRules = loaded.isUsable ? .inForce : .refused
    look { _, _ in { shell in shell.reloaded = rules } }
    if isReloadDue { reload() }
  }

  /// Reports a reload when all that the files say is in force and on disk.
  func sayReloaded() {
    guard let rules = reloaded, !scheduler.isDeclaring else { return }
    reloaded = nil
    log.write(LogEntry(reloaded: rules, fileErrors))
    serviceManager.ready(status: statusLine.take())
  }

  /// Records a refused declaration as an error of its file like any other.
  func refuse(_ file: String, _ error: SchedulerError) -> SyntaxProblem {
    let problem = loader.problem(of: error, in: file)
    fileErrors.add(problem)
    return problem
  }

  /// Returns a line for `systemctl status`, with the files' errors for as long as there are any.
  func statusText(_ line: String) -> String { fileErrors.text.map { "\(line); \($0)" } ?? line }
}

/// The state of the rules after a reload.
enum ReloadedRules {
  case inForce
  /// The files of the rules have errors.
  case refused
}

extension LogEntry {
  fileprivate init(reloaded rules: ReloadedRules, _ errors: FileErrors) {
    switch rules {
    case .inForce where errors.count == 0: self.init(.reloaded, "Configuration reloaded.")
    case .inForce:
      self.init(
        .reloadFailed, "Configuration reloaded; the earlier contents of files with errors stay in force.")
    case .refused:
      self.init(
        .reloadFailed, "The configuration has errors; the rules stay as they were.")
    }
  }
}

/// The errors in the files as they were read last.
struct FileErrors {
  /// The number of errors that are kept to be shown.
  private static let shownLimit = 20

  private(set) var count = 0
  /// The first errors, each with file, line and reason.
  private(set) var shown: [String] = []

  init(_ problems: [SyntaxProblem]) {
    for problem in problems where problem.severity == .error { add(problem) }
  }

  mutating func add(_ error: SyntaxProblem) {
    count += 1
    if shown.count < Self.shownLimit { shown.append(error.description) }
  }

  /// The number of errors and the first of them, in one line; `nil` without errors.
  var text: String? {
    shown.first.map { count == 1 ? "error: \($0)" : "\(count) errors, the first: \($0)" }
  }
}
