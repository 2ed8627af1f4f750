// Room TaskExecution: programs of runs, as units of systemd or as children.
// Way in: `Executor`.
// Must not know: why a program is started or stopped.

package import SchedulerCore

/// An executor starts programs, of runs and of applications, and supervises them until they are gone. Its two
/// kinds are child processes and transient systemd units.
///
/// All methods are called on the daemon's queue and return at once; results come back through the event
/// handler, on the same queue. For every ``launch(_:)`` there is exactly one ``Event/runStarted(_:)`` or
/// ``Event/launchFailed(_:message:isPassing:)``, and after a start exactly one ``Event/runEnded(_:_:)``.
package protocol Executor: AnyObject {
  /// Starts the program. The run is on disk already.
  func launch(_ program: Program)
  /// Tells the run to stop (SIGTERM to its group); it has its grace, which the core measures. A run that is
  /// gone already is no error: its end is about to be reported.
  func expire(_ run: RunID)
  /// Kills the run and all processes that it started, at once.
  func kill(_ run: RunID)
  /// Has the run stopped a moment after its lease is over even without this daemon, as
  /// ``Program/lease`` does from its start. An executor whose programs nobody else watches cannot.
  func guardLease(of run: RunID, _ lease: ProgramLease)
  /// Freezes all processes of the run, until ``thaw(_:then:)``. Stopping and killing work as ever.
  /// - Parameter then: Called on the queue, never from within this method: with nil when they are frozen,
  ///   else with the reason why they are not. Where the run ends meanwhile that can take half a minute.
  func freeze(_ run: RunID, then: @escaping (String?) -> Void)
  /// Thaws all processes of the run.
  func thaw(_ run: RunID, then: @escaping (String?) -> Void)
  /// Returns the run of the program that a process belongs to; nil for one that this executor did not start.
  /// - Parameter pid: The process's number, of a peer that is connected at this moment.
  func program(of pid: Int32) -> RunID?
  /// Forgets a run whose end is on disk. An unknown run is ignored.
  func release(_ run: RunID)
}

extension Executor {
  /// Most executors keep nothing.
  package func release(_ run: RunID) {}
  /// Child processes have nobody beside the daemon.
  package func guardLease(of run: RunID, _ lease: ProgramLease) {}
}
