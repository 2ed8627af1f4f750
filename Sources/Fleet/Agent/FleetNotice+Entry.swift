import FleetCore
import LinuxSystem
import PlainText
import SchedulerCore

extension LogEntry {
  /// The journal's entry about what has happened to the agent.
  init(_ notice: FleetNotice, at now: BootTime) {
    switch notice {
    case .refused(let refusal):
      self.init(
        .error,
        "The database refuses this machine (\(refusal.code.rawValue)): \(refusal.message.withoutFullStop).")
    case .databaseAway(let since, let cause):
      self.init(
        .warning, "The database has not answered for \((now - since).words): \(cause.withoutFullStop).")
    case .databaseBack(let length):
      self.init(.notice, "The database answers again, after \(length.words).")
    case .daemonAway(let cause):
      self.init(.warning, "bgtaskd does not answer, so no work is taken: \(cause.withoutFullStop).")
    case .daemonBack: self.init(.notice, "bgtaskd answers again.")
    case .leaseLost(let grants):
      self.init(
        .warning, "The lease could not be renewed, so \(grants) tasks of the fleet are told to stop.")
    case .disallowed(let user):
      self.init(
        .notice,
        "Tasks of the fleet's user \(user) wait for machines like this one; AllowTasksOf= does not name "
          + "the user."
      )
    case .fenced(let id):
      self.init(
        .warning, "The end of occurrence \(id.occurrence) does not count: the work is given out again.")
    case .unknownTask(let id):
      self.init(
        .warning, "The task of occurrence \(id.occurrence) is not this machine's any more, and is stopped.")
    case .taskRefused(let identifier, let user, let message):
      self.init(.warning, "The daemon refuses the task \(identifier) of \(user): \(message).")
    case .grantUnreadable(let grant):
      let task = grant.identifier.isEmpty ? "" : " (\(grant.identifier) of \(grant.user))"
      self.init(
        .warning,
        "Occurrence \(grant.id.occurrence)\(task) cannot be read, and is given back: \(grant.message).")
    case .storeFailed(let cause):
      self.init(.error, "The agent's file cannot be written, so no work is taken: \(cause).")
    case .storeWorks: self.init(.notice, "The agent's file can be written again.")
    case .tooManyClasses(let followed):
      self.init(
        .warning,
        "Work of more than \(followed) kinds waits in this machine's groups, and \(followed) are followed.")
    }
  }
}

extension TimeSpan {
  /// The length in whole seconds.
  fileprivate var words: String { "\(uSec / 1_000_000) s" }
}
