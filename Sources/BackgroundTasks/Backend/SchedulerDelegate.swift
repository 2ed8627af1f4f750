package import SchedulerAPI

/// What a ``SchedulerBackend`` delivers runs to.
package protocol SchedulerDelegate: AnyObject, Sendable {
  /// A run begins: its launch handler is called on its queue (R4). `handled` is called when the handler has
  /// returned, which does not end the run (R34). A launch for an identifier without a handler completes as
  /// unsuccessful.
  func launch(_ launch: SchedulerMethod.Register.Launch, handled: @escaping @Sendable () -> Void)

  /// A run's time is up. `handled` is called when its expiration handler has returned, or at once when there
  /// is nothing to call: the run is not known, it completed, or it has no handler and so completes as
  /// unsuccessful (R42).
  func expire(_ expire: SchedulerMethod.Register.Expire, handled: @escaping @Sendable () -> Void)

  /// The scheduler may have forgotten how far the runs in progress are: each says it again.
  func repeatProgress()

  /// The runs that were launched and did not complete, in the order of their names.
  var runsInProgress: [String] { get }
}
