import Dispatch
import LinuxSystem
import SchedulerCore
import Varlink

/// One connection: who is at its other end, what is half sent and what is not answered yet.
final class Session {
  let id: SessionID
  let connection: StreamConnection
  let caller: Caller
  /// Where all that it costs is counted.
  let account: AccountKey
  var frames: FrameDecoder
  var replies = ReplySequencer()
  /// The lengths of the messages whose calls are in flight, and their sum: what this connection makes the
  /// daemon hold.
  private var lengths: [ReplySequencer.Slot: Int] = [:]
  private(set) var bytesInFlight = 0
  /// The length of the message that is being taken apart.
  var bytesDecoding = 0
  /// What of it stands in the account.
  var countedCallBytes = 0
  var countedReplyBytes = 0
  /// It has a whole message, and waits for its turn.
  var isQueued = false
  /// Runs while a message is half sent.
  var halfSentTimer: Countdown?
  /// The list, history or batch that is being answered, which is done piece by piece: what comes behind it
  /// waits in the connection, so that no more than one costs anything, and all of a batch comes first.
  var gradual: ReplySequencer.Slot?
  /// The next page of it, which is read when the reader has taken what was sent, and the replies to earlier
  /// calls.
  var page: Reading?
  /// The call in flight that ends only with the connection.
  private(set) var stream: ReplySequencer.Slot?
  /// The stream counts among those that are told of everything.
  var isWatching = false
  /// A program at the other end has said that it is an application's.
  var isApplication = false
  /// The other end sends nothing more; it is closed when all is answered.
  var hasEnded = false
  /// When it was accepted; monotonic.
  let connectedUSec = SystemClock.monotonicUSec
  /// When something came from the other end last, or was taken by it; monotonic.
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

  /// Whether the next call may be read: there are not too many that wait for their reply, and none that the
  /// others have to wait for.
  var acceptsCalls: Bool { replies.acceptsCalls && gradual == nil && bytesDecoding == 0 }

  /// Calls that count as in flight.
  var callsInFlight: Int { lengths.count }

  /// What has come from the other end and is not answered.
  var callBytes: Int { frames.waitingBytes + bytesInFlight + bytesDecoding }

  /// What waits until the other end reads.
  var replyBytes: Int { connection.bufferedBytes + replies.heldBytes }

  /// Gives a message its place in the order of replies.
  func open(length: Int, oneway: Bool) -> ReplySequencer.Slot {
    let slot = replies.open(oneway: oneway)
    lengths[slot] = length
    bytesInFlight += length
    return slot
  }

  /// The call was answered for good, or counts no more.
  /// - Returns: The length of its message; nil when it had ceased to count before.
  func finished(_ slot: ReplySequencer.Slot) -> Int? {
    if gradual == slot {
      gradual = nil
      page = nil
    }
    guard let length = lengths.removeValue(forKey: slot) else { return nil }
    bytesInFlight -= length
    return length
  }

  /// The call's replies end only with the connection. False when another's do already.
  func begin(stream slot: ReplySequencer.Slot) -> Bool {
    guard stream == nil else { return false }
    stream = slot
    return true
  }

  var isStreaming: Bool { stream != nil }

  /// Nobody loses anything when it is closed: nothing of it is under way. What waits for a reader that takes
  /// nothing for so long is not either.
  func isIdle(nowUSec: Int64, patienceUSec: Int64) -> Bool {
    guard !isStreaming, !isApplication, !frames.hasNext, !frames.isHalfSent, bytesDecoding == 0 else {
      return false
    }
    return replies.callsInFlight == 0
      || (connection.bufferedBytes > 0 && nowUSec - lastActiveUSec > patienceUSec)
  }
}
