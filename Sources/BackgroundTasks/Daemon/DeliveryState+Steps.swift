import SchedulerAPI
import SchedulerCore
import Varlink

extension DeliveryState {
  /// What happens.
  enum Input: Hashable {
    /// Somebody registers an identifier and waits for the answer.
    case register(String, caller: Int)
    /// A caller does not wait any longer.
    case gaveUp(caller: Int)
    case unregister(String)
    /// A call has added an identifier to the registration of this name.
    case added(String, to: String)
    /// It has not: the daemon refuses it, or did not answer.
    case notAdded(String, SchedulerInterfaceError?)
    /// There is a connection.
    case connected
    /// The daemon has sent something on it.
    case received(SchedulerMethod.Register.Reply)
    /// The daemon has answered with an error, and the connection is over.
    case refused(VarlinkError)
    /// The daemon has sent what is no message, and the connection is over.
    case garbled(String)
    /// The connection is over, or there was none.
    case lost
    /// The pause after this attempt is over.
    case pauseOver(attempt: Int)
    /// What could not be added may be tried again.
    case addAgain
    /// What belongs to a new connection was said, and the ends of runs may follow.
    case resumed
    /// What could not be told may be tried again.
    case tellAgain
    /// The application says that a run is over.
    case completed(DeliveredRuns.End)
    /// The daemon has heard of a run's end, or will never want to.
    case told(DeliveredRuns.End)
    /// It has not heard of it, or cannot record it now.
    case notTold(DeliveredRuns.End)
    /// Nothing is to be delivered any more.
    case close
  }

  /// What is to be done about it, in this order.
  enum Action: Hashable {
    /// Make a connection, read it, and say how it ended. There is no other at this time.
    case connect
    /// Send a registration on the new connection.
    case register([String], runs: [String])
    /// Add an identifier to the registration of this name, by a call.
    case add(String, to: String)
    /// Say what holds as long as a connection, and then ``Input/resumed``. Nobody waits for that.
    case resume
    case launch(SchedulerMethod.Register.Launch)
    case expire(SchedulerMethod.Register.Expire)
    /// Tell the daemon of a run's end, by a call.
    case tell(DeliveredRuns.End)
    /// A caller may go on.
    case answer(caller: Int, isRegistered: Bool)
    /// Something happens after so long.
    case later(Input, TimeSpan)
    /// Tell the developer.
    case warn(Warning)
    /// End the connection from outside.
    case disconnect
  }

  /// What a developer should know.
  enum Warning: Hashable {
    case notRegistered(String, SchedulerInterfaceError)
    /// A registration was refused for a reason that has nothing to do with its identifiers.
    case refused([String], VarlinkError)
    case garbled(String)
  }
}
