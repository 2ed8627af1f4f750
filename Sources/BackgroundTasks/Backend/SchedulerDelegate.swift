package import SchedulerAPI

/// The receiver of a ``SchedulerBackend``'s runs.
package protocol SchedulerDelegate: AnyObject, Sendable {
  /// Begins a run: calls its launch handler on its queue (R4). `handled` is called when the handler has
  /// returned, which does not end the run (R34). A launch for an identifier without a handler completes as
  /// unsuccessful.
  func launch(_ launch: SchedulerMethod.Register.Launch, handled: @escaping @Sendable () -> Void)

  /// Expires a run. `handled` is called when its expiration handler has returned, or at once when there is
  /// none to call: the run is unknown, has completed, or has no handler and so completes as unsuccessful
  /// (R42).
  func expire(_ expire: SchedulerMethod.Register.Expire, handled: @escaping @Sendable () -> Void)

  /// Reports the progress of each run again, because the scheduler may have forgotten it.
  func repeatProgress()

  /// The runs that were launched and did not complete, ordered by name.
  var runsInProgress: [String] { get }
}
