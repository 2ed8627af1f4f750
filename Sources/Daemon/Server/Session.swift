import Dispatch
import LinuxSystem
import SchedulerCore
import Varlink

/// A connection: its caller, the message that is half sent and the calls that are not answered yet.
final class Session {
  let id: SessionID
  let connection: StreamConnection
  let caller: Caller
  /// The account that counts the connection's costs.
  let account: AccountKey
  var frames: FrameDecoder
  var replies = ReplySequencer()
  /// The lengths of the messages whose calls are in flight, and their sum: the bytes that the daemon holds
  /// for this connection.
  private var lengths: [ReplySequencer.Slot: Int] = [:]
  private(set) var bytesInFlight = 0
  /// The length of the message that is being decoded, in bytes.
  var bytesDecoding = 0
  /// The bytes of calls and of replies that the account counts.
  var countedCallBytes = 0
  var countedReplyBytes = 0
  /// The bytes of the half-sent message that the account counts.
  var countedHalfSentBytes = 0
  /// Whether the connection has a whole message and waits for its turn.
  var isQueued = false
  /// The time limit of a half-sent message.
  var halfSentTimer: Countdown?
  /// The list, history or batch that is being answered piece by piece. Later calls wait in the connection, so
  /// that no more than one costs anything, and all of a batch comes first.
  var gradual: ReplySequencer.Slot?
  /// The list's next page, which is read when the reader has taken what was sent, and the replies to earlier
  /// calls.
  var page: Reading?
  /// The calls that were carried out and whose answers are on their way: they are read or encoded beside the
  /// daemon's queue.
  var awaited: Set<ReplySequencer.Slot> = []
  /// The call whose replies end only with the connection.
  private(set) var stream: ReplySequencer.Slot?
  /// Whether the stream counts against the user's bound on streams.
  var isWatching = false
  /// Whether the caller has said that it is an application's program.
  var isApplication = false
  /// Whether the caller sends nothing more; the connection is closed when all is answered.
  var hasEnded = false
  /// The time when the connection was accepted, by the monotonic clock.
  let connectedUSec = SystemClock.monotonicUSec
  /// The time when the caller last sent or took bytes, by the monotonic clock.
  var lastActiveUSec = SystemClock.monotonicUSec

  init(
    id: SessionID, connection: StreamConnection, caller: Caller, account: AccountKey, messageBytes: Int
  ) {
    self.id = id
    self.connection = connection
    self.caller = caller
    self.account = account
    frames = FrameDecoder(limit: messageBytes)
  }

  /// Whether the next call may be read: not too many wait for their reply, and none has to be answered before
  /// the others.
  var acceptsCalls: Bool { replies.acceptsCalls && gradual == nil && bytesDecoding == 0 }

  /// The number of calls that count as in flight.
  var callsInFlight: Int { lengths.count }

  /// The bytes that the caller has sent and that are not answered.
  var callBytes: Int { frames.waitingBytes + bytesInFlight + bytesDecoding }

  /// The bytes that wait until the caller reads.
  var replyBytes: Int { connection.bufferedBytes + replies.heldBytes }

  /// Gives a message its place in the order of replies.
  func open(length: Int, oneway: Bool) -> ReplySequencer.Slot {
    let slot = replies.open(oneway: oneway)
    lengths[slot] = length
    bytesInFlight += length
    return slot
  }

  /// Records that a call was answered for good, or counts no more.
  /// - Returns: The length of its message; `nil` when it had ceased to count before.
  func finished(_ slot: ReplySequencer.Slot) -> Int? {
    awaited.remove(slot)
    if gradual == slot {
      gradual = nil
      page = nil
    }
    guard let length = lengths.removeValue(forKey: slot) else { return nil }
    bytesInFlight -= length
    return length
  }

  /// Makes a call the connection's stream. Returns `false` when there is one already.
  func begin(stream slot: ReplySequencer.Slot) -> Bool {
    guard stream == nil else { return false }
    stream = slot
    return true
  }

  var isStreaming: Bool { stream != nil }

  /// Whether the connection can be closed without a loss: nothing of it is under way. Replies that wait for
  /// longer than the patience, for a reader that takes nothing, do not count.
  func isIdle(nowUSec: Int64, patienceUSec: Int64) -> Bool {
    guard !isStreaming, !isApplication, !frames.hasNext, !frames.isHalfSent, bytesDecoding == 0 else {
      return false
    }
    return replies.callsInFlight == 0
      || (connection.bufferedBytes > 0 && nowUSec - lastActiveUSec > patienceUSec)
  }
}

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
