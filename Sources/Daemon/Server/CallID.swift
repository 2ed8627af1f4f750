import SchedulerCore
import Varlink

/// Names a connection for as long as the daemon lives.
struct SessionID: Hashable {
  var value: UInt64
}

/// Where a reply goes.
struct CallID: Hashable {
  var session: SessionID
  var slot: ReplySequencer.Slot
}

extension CallID {
  /// What the core knows the call's connection by.
  var connection: ConnectionID { ConnectionID(session.value) }
}
