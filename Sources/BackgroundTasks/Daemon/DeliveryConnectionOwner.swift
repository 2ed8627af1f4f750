import SchedulerAPI

/// What a ``DeliveryConnection`` asks and tells.
protocol DeliveryConnectionOwner: AnyObject, Sendable {
  /// What a registration says besides its identifiers: the application, and the runs that go on.
  var registration: SchedulerMethod.Register.Parameters { get }
  /// Lets a registration handle one more identifier, by a call.
  func add(_ identifier: String, to registration: String) throws
  /// The registration is confirmed; its application has this name.
  func registered(as application: String?)
  /// A run begins, or its time is up.
  func received(_ reply: SchedulerMethod.Register.Reply)
}
