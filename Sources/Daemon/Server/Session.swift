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
  /// Runs while a message is half sent.
  var halfSentTimer: DispatchWorkItem?
  /// Goes on with a list whose pages wait until the reader has taken what was sent.
  var onDrained: (() -> Void)?
  /// A call in flight is a stream that ends only with the connection.
  var isStreaming = false
  /// The other end sends nothing more; it is closed when all is answered.
  var hasEnded = false

  init(id: SessionID, connection: StreamConnection, caller: Caller, messageBytes: Int) {
    self.id = id
    self.connection = connection
    self.caller = caller
    frames = FrameDecoder(limit: messageBytes)
  }

  deinit { halfSentTimer?.cancel() }
}
