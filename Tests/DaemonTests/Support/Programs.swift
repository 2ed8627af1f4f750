import TestSupport

/// Shell scripts for runs that are told to stop.
enum Programs {
  /// Says its number when it is ready, then waits; on SIGTERM it saves its work and ends with this status.
  ///
  /// The child says it, when it has nothing of the trap any more: a signal for the group ends it then, and so
  /// `wait`.
  static func polite(_ ready: NamedPipe, status: Int, saves: String = "true") -> String {
    """
    trap '\(saves); exit \(status)' TERM
    export self=$$
    sh -c 'echo $self > \(ready.path); exec sleep 600' &
    wait
    """
  }

  /// It and one that it has started do not listen to SIGTERM; it says the numbers of both.
  static func deaf(_ ready: NamedPipe) -> String {
    "trap '' TERM; sleep 600 & echo $$ $! > \(ready.path); wait"
  }
}
