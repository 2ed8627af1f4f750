/// A task as the scheduler holds it: what is stored of it, and what is known only while the daemon lives.
struct TaskEntry {
  var task: ScheduledTask
  var place: Place
  /// Not before this point, because an attempt failed.
  var retryAt: MonotonicTime?
  /// The application that handles it; nil for a command.
  var application: ApplicationKey?
  /// The first of the reasons why it waits, as it was last reported.
  var reportedReason: ReasonCode?
}
