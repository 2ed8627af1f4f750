import SchedulerAPI
import SchedulerCore

/// What a ``Server`` tells its owner, in the order in which it came.
enum ServerEvent: Sendable {
  /// A caller asks for something, with parameters of the right types.
  case call(SchedulerCall, CallID, Caller, wantsMore: Bool)
  /// A caller submits many requests, which were checked.
  case batch(CheckedBatch, CallID, Caller)
  /// It is time for what a call has to read. Has to be followed by ``Server/end(_:)``.
  case turn(Reading, CallID, ReadTurn)
  /// The connection is served no more. There may be calls of it that are not answered.
  case left(SessionID)
}
