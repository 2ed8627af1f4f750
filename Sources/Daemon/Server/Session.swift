import Dispatch
import LinuxSystem
import SchedulerCore
import Varlink

/// One connection: who is at its other end, what is half sent and what is not answered yet.
final class Session {
  let id: SessionID
  let connection: StreamConnection
  let caller: Caller
  var frames: FrameDecoder
  var replies = ReplySequencer()
  /// The lengths of the messages whose calls are in flight, and their sum: what this connection makes the
  /// daemon hold.
  private var lengths: [ReplySequencer.Slot: Int] = [:]
  private(set) var bytesInFlight = 0
  /// Runs while a message is half sent.
  var halfSentTimer: Countdown?
  /// Lists whose next pages wait until the reader has taken what was sent, and for the replies to earlier
  /// calls.
  var pages: [(slot: ReplySequencer.Slot, send: @Sendable (isolated Shell) -> Void)] = []
  /// A call in flight is a stream that ends only with the connection.
  var isStreaming = false
  /// A program of an application is at the other end, and its going away has consequences.
  var isApplication = false
  /// The other end sends nothing more; it is closed when all is answered.
  var hasEnded = false

  init(id: SessionID, connection: StreamConnection, caller: Caller, messageBytes: Int) {
    self.id = id
    self.connection = connection
    self.caller = caller
    frames = FrameDecoder(limit: messageBytes)
  }

  /// Whether the next call may be read: there are not too many that wait for their reply, and not too long
  /// ones.
  func acceptsCalls(messageBytes: Int) -> Bool { replies.acceptsCalls && bytesInFlight <= messageBytes }

  /// Gives a message its place in the order of replies.
  func open(length: Int, oneway: Bool) -> ReplySequencer.Slot {
    let slot = replies.open(oneway: oneway)
    lengths[slot] = length
    bytesInFlight += length
    return slot
  }

  /// The call was answered for good.
  func finished(_ slot: ReplySequencer.Slot) { bytesInFlight -= lengths.removeValue(forKey: slot) ?? 0 }
}
