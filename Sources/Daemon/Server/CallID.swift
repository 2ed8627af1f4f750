import SchedulerCore
import Varlink

/// The name of a connection, for as long as the daemon lives.
struct SessionID: Hashable {
  var value: UInt64
}

/// The place that a call's replies go to.
struct CallID: Hashable {
  var session: SessionID
  var slot: ReplySequencer.Slot
}

extension CallID {
  /// The core's name of the call's connection.
  var connection: ConnectionID { ConnectionID(session.value) }
}
