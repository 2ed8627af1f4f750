package import SchedulerCore

/// How a unit's program ended, as systemd tells it (systemd.service(5), org.freedesktop.systemd1(5)).
package struct UnitEnd: Hashable, Sendable {
  /// The exit status or the signal.
  package var exit: Exit
  /// It was ended because the machine, or what it is allowed of it, was out of memory.
  package var isOutOfMemory: Bool
  /// systemd's word for it: `success`, `exit-code`, `signal`, `core-dump`, `timeout` (the backstop),
  /// `oom-kill` and others.
  package var result: String
  /// When the program was started; nil when nobody can say.
  package var started: WallTime?
  /// When it ended; nil when nobody can say.
  package var ended: WallTime?

  /// An end.
  package init(exit: Exit, isOutOfMemory: Bool, result: String, started: WallTime?, ended: WallTime?) {
    self.exit = exit
    self.isOutOfMemory = isOutOfMemory
    self.result = result
    self.started = started
    self.ended = ended
  }
}

/// How to let go of a unit whose program has ended.
struct UnitRelease: Hashable, Sendable {
  /// Its name.
  var unit: String
  /// The manager's method: `StopUnit` or `ResetFailedUnit`.
  var method: String
}
