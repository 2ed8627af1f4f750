package import SchedulerCore

/// The end of a unit's program, as systemd reports it (systemd.service(5), org.freedesktop.systemd1(5)).
package struct UnitEnd: Hashable, Sendable {
  /// The exit status or the signal.
  package var exit: Exit
  /// Whether the program was ended because the machine, or its own share of it, was out of memory.
  package var isOutOfMemory: Bool
  /// systemd's name for the end: `success`, `exit-code`, `signal`, `core-dump`, `timeout` (the backstop),
  /// `oom-kill` and others.
  package var result: String
  /// The time when the program was started; nil when unknown.
  package var started: WallTime?
  /// The time when the program ended; nil when unknown.
  package var ended: WallTime?

  package init(exit: Exit, isOutOfMemory: Bool, result: String, started: WallTime?, ended: WallTime?) {
    self.exit = exit
    self.isOutOfMemory = isOutOfMemory
    self.result = result
    self.started = started
    self.ended = ended
  }
}

/// The call that releases a unit whose program has ended.
struct UnitRelease: Hashable, Sendable {
  /// The unit's name.
  var unit: String
  /// The manager's method: `StopUnit` or `ResetFailedUnit`.
  var method: String
}
