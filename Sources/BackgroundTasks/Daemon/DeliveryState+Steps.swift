import SchedulerAPI
import SchedulerCore
import Varlink

extension DeliveryState {
  /// An event that the state takes in.
  enum Input: Hashable {
    /// A caller registers an identifier and waits for the answer.
    case register(String, caller: Int)
    /// A caller gives up waiting.
    case gaveUp(caller: Int)
    case unregister(String)
    /// A call has added an identifier to the registration of this name.
    case added(String, to: String)
    /// A call has not added an identifier: the daemon refuses it, or did not answer.
    case notAdded(String, SchedulerInterfaceError?)
    /// The connection was made.
    case connected
    /// The daemon has sent a reply on the connection.
    case received(SchedulerMethod.Register.Reply)
    /// The daemon has answered with an error, and the connection is over.
    case refused(VarlinkError)
    /// The daemon has sent bytes that are no message, and the connection is over.
    case garbled(String)
    /// The connection is over, or could not be made.
    case lost
    /// The pause after this attempt is over.
    case pauseOver(attempt: Int)
    /// Identifiers that could not be added may be tried again.
    case addAgain
    /// The state of the new connection was told, and the ends of runs may follow.
    case resumed
    /// Ends that could not be told may be tried again.
    case tellAgain
    /// The application says that a run is over.
    case completed(DeliveredRuns.End)
    /// The daemon has heard of a run's end, or will never take it.
    case told(DeliveredRuns.End)
    /// The daemon has not heard of a run's end, or cannot record it now.
    case notTold(DeliveredRuns.End)
    /// The backend is closed: nothing is to be delivered any more.
    case close
  }

  /// An action that follows from an input; actions are carried out in order.
  enum Action: Hashable {
    /// Make a connection, read it, and hand in how it ended. No other one exists at this time.
    case connect
    /// Send a registration on the new connection.
    case register([String], runs: [String])
    /// Add an identifier to the registration of this name, by a call.
    case add(String, to: String)
    /// Tell what holds only as long as a connection, then ``Input/resumed``. No caller waits for that.
    case resume
    case launch(SchedulerMethod.Register.Launch)
    case expire(SchedulerMethod.Register.Expire)
    /// Tell the daemon of a run's end, by a call.
    case tell(DeliveredRuns.End)
    /// Let a caller go on.
    case answer(caller: Int, isRegistered: Bool)
    /// Hand in an input after this time.
    case later(Input, TimeSpan)
    case warn(Warning)
    /// End the connection from outside.
    case disconnect
  }

  /// A problem that a developer should know of.
  enum Warning: Hashable {
    case notRegistered(String, SchedulerInterfaceError)
    /// A registration was refused for a reason that has nothing to do with its identifiers.
    case refused([String], VarlinkError)
    case garbled(String)
  }
}
