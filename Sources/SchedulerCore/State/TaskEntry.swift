/// A task as the scheduler holds it: what is stored of it, and what is known only while the daemon lives.
struct TaskEntry {
  var task: ScheduledTask
  var place: Place
  /// Not before this point, because an attempt failed.
  var retryAt: MonotonicTime?
  /// The application that handles it; nil for a command.
  var application: ApplicationKey?
  /// Why what it is to run is lost, as far as is known; looked at again at the next start.
  var damage: Reason?
  /// How many of its last launches found a request that could not be read.
  var unreadLaunches = 0
  /// The first of the reasons why it waits, as it was last reported.
  var reportedReason: ReasonCode?
}
