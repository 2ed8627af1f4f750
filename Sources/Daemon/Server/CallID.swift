import Varlink

/// Where a reply goes.
struct CallID: Hashable {
  var session: SessionID
  var slot: ReplySequencer.Slot
}
