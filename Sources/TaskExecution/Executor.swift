package import SchedulerCore

/// Starts programs, of runs and of applications, and looks after them until they are gone. Children and
/// transient systemd units are two of its kind.
///
/// All methods are called on the daemon's queue and return at once; what becomes of a run comes back through
/// the event handler, on the same queue. For every ``launch(_:)`` there is exactly one
/// ``Event/runStarted(_:)`` or ``Event/launchFailed(_:message:isPassing:)``, and after a start exactly one
/// ``Event/runEnded(_:_:)``.
package protocol Executor: AnyObject {
  /// Starts the program. The run is on disk already.
  func launch(_ program: Program)
  /// Tells the run to stop (SIGTERM to its group); it has its grace, which the core measures. A run that is
  /// gone already is no error: its end is on its way.
  func expire(_ run: RunID)
  /// Ends the run and everything that it started, at once.
  func kill(_ run: RunID)
  /// Keeps all processes of the run from running, until ``thaw(_:then:)``. Stopping and killing work as ever.
  /// - Parameter then: Called on the queue, never from within this method: with nil when they stand still,
  ///   else with the reason why they do not. Where the run ends meanwhile that can take half a minute.
  func freeze(_ run: RunID, then: @escaping (String?) -> Void)
  /// Undoes ``freeze(_:then:)``.
  func thaw(_ run: RunID, then: @escaping (String?) -> Void)
  /// The program that a process belongs to; nil for one that this executor did not start.
  /// - Parameter pid: The process's number, of a peer that is connected at this moment.
  func program(of pid: Int32) -> RunID?
  /// Forgets a run that has ended: its end is on disk. Nothing happens for one that is not known.
  func release(_ run: RunID)
}

extension Executor {
  /// Most executors keep nothing.
  package func release(_ run: RunID) {}
}
