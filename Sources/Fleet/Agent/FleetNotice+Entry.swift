import FleetCore
import LinuxSystem
import SchedulerCore

extension LogEntry {
  /// The journal's entry about what has happened to the agent.
  init(_ notice: FleetNotice, at now: BootTime) {
    switch notice {
    case .refused(let refusal):
      self.init(
        .error,
        Self.sentence("The database refuses this machine (\(refusal.code.rawValue)): \(refusal.message)"))
    case .databaseAway(let since, let cause):
      self.init(.warning, Self.sentence("The database has not answered for \((now - since).words): \(cause)"))
    case .databaseBack(let length):
      self.init(.notice, "The database answers again, after \(length.words).")
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
    case .storeFailed(let cause):
      self.init(.error, "The agent's file cannot be written, so no work is taken: \(cause).")
    case .storeWorks: self.init(.notice, "The agent's file can be written again.")
    case .tooManyClasses(let found, let followed):
      self.init(
        .warning,
        "Work of \(found) kinds waits in this machine's groups, and \(followed) of them are followed.")
    }
  }

  /// Returns words of the database, which may have a full stop already, as a sentence.
  private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}

extension TimeSpan {
  /// The length in whole seconds.
  fileprivate var words: String { "\(uSec / 1_000_000) s" }
}
