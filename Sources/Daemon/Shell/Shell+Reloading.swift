import ConfigurationFiles
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import SystemdSyntax
import TaskStore

extension Shell {
  /// Reads all files again: rules, manifests and declared tasks. One with errors changes nothing, and what it
  /// said before stays in force.
  func reload() {
    serviceManager.reloading()
    let loaded = loader.load()
    for problem in loaded.allProblems { log.write(LogEntry(problem)) }
    fileProblems = FileProblems(loaded.allProblems)
    configuration = loaded.configuration(keeping: configuration)
    host.apply(to: &configuration.scheduler)
    store.setHistoryLimits(HistoryLimits(configuration))
    server.limits = configuration.server
    (programs.manifests, programs.lowSpeed) = (configuration.manifests, configuration.lowSpeed)
    take(.configurationChanged(configuration.scheduler))
    var declared = loaded.tasks.set
    declared.revivesCancelled = true
    take(.declare(declared))
    let entry = LogEntry(reloaded: loaded)
    look { _, _ in { shell in shell.reloaded = entry } }
  }

  /// Says that files were read again, when all of what they say is in force and on disk.
  func sayReloaded() {
    guard let entry = reloaded, !scheduler.isDeclaring else { return }
    reloaded = nil
    log.write(entry)
    serviceManager.ready(status: statusLine.take())
  }

  /// A line for `systemctl status`, with what is wrong with the files for as long as it is.
  func statusText(_ line: String) -> String { fileProblems.map { "\(line); \($0.text)" } ?? line }
}

extension LogEntry {
  fileprivate init(reloaded: LoadedConfiguration) {
    if reloaded.isRight {
      self.init(.reloaded, "Configuration reloaded.")
    } else if reloaded.isUsable {
      self.init(
        .reloadFailed, "Configuration reloaded; what files with errors said before stays in force.")
    } else {
      self.init(
        .reloadFailed, "The configuration has errors; the rules stay as they were.")
    }
  }
}

/// The errors of files that were read, in one line.
struct FileProblems {
  /// How many, and the first with file, line and reason.
  var text: String

  /// Nil when there are none.
  init?(_ problems: [SyntaxProblem]) {
    let errors = problems.filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    text = errors.count == 1 ? "error: \(first)" : "\(errors.count) errors, the first: \(first)"
  }
}
