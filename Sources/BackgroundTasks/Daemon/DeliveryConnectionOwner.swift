import SchedulerAPI

/// What a ``DeliveryConnection`` asks and tells.
protocol DeliveryConnectionOwner: AnyObject, Sendable {
  /// What a registration says besides its identifiers: the application, and the runs that go on.
  var registration: SchedulerMethod.Register.Parameters { get }
  /// Lets a registration handle one more identifier, by a call.
  func add(_ identifier: String, to registration: String) throws
  /// The daemon has confirmed the registration: its application has this name. Nobody who registers goes on
  /// before that.
  func registered(as application: String?)
  /// The connection is there, and what it missed can be told.
  func resumed()
  /// A run begins, or its time is up.
  func received(_ reply: SchedulerMethod.Register.Reply)
}
