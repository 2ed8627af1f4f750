import ConfigurationFiles
import Dispatch
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// The taking of messages: they wait in their connections, and are taken from users in turns, a bounded
/// amount at a time, so that timers and other users have their turn in between.
extension Server {
  /// The calls, the bytes and the time that are taken before others on the queue have their turn. What a call
  /// costs is its caller's choice.
  private static let turnCalls = 8
  private static let turnBytes = 256 << 10
  private static let turnUSec: Int64 = 2000
  /// The longest message that is decoded on the daemon's queue, and not beside it, in bytes.
  private static let shortBytes = 16 << 10
  /// The bytes from which on a connection with a whole message waiting is not read.
  private static let readAheadBytes = 64 << 10

  func happened(_ event: StreamEvent, to id: SessionID) {
    if case .closed = event { hasLeft(id) }
    guard let session = sessions[id] else { return }
    session.lastActiveUSec = SystemClock.monotonicUSec
    switch event {
    case .bytes(let bytes):
      let hadMessage = session.frames.hasNext
      session.frames.append(bytes)
      enqueue(session)
      regulate(session, isNew: !hadMessage && session.frames.hasNext)
    case .drained:
      countReplyBytes(of: session)
      sendPage(to: session)
    case .ended(let error):
      session.hasEnded = true
      // A stream has no end of its own, so a reader that has closed its side is gone.
      if error == nil && !session.isStreaming { closeIfDone(session) } else { drop(session) }
    case .closed:
      forget(session)
      placeIsFree(session.account)
    }
  }

  // MARK: Turns

  /// Queues the connection for its turn when it has a whole message.
  func enqueue(_ session: Session) {
    guard !session.isQueued, session.frames.hasNext, session.acceptsCalls, sessions[session.id] != nil else {
      return
    }
    session.isQueued = true
    ready.append(session.id, of: session.account)
    serveSoon()
  }

  func serveSoon() {
    guard isOpen, !isServing, !isHeldBack else { return }
    isServing = true
    queue.runLater { self.serve() }
  }

  private func serve() {
    isServing = false
    guard isOpen, !isHeldBack else { return }
    var (calls, bytes) = (0, 0)
    let end = SystemClock.monotonicUSec + Self.turnUSec
    while calls < Self.turnCalls, bytes < Self.turnBytes, SystemClock.monotonicUSec < end {
      // A user who may have no turn now gets one when one of the user's calls is answered.
      guard let (id, _) = ready.next(where: mayHaveTurn) else { return }
      guard let session = sessions[id] else { continue }
      session.isQueued = false
      guard session.acceptsCalls else { continue }
      calls += 1
      bytes += takeMessage(from: session)
      enqueue(session)
      // The owner's work on the message counts, too.
      tellNow()
    }
    if !ready.isEmpty { serveSoon() }
  }

  private func mayHaveTurn(_ account: AccountKey) -> Bool {
    guard accounts.takesCalls(account) else { return false }
    if account.uid == 0 || account.uid == ownUser { return true }
    let uid = account.uid
    guard !submitters.isKnown(uid) else { return true }
    guard submitters.ask(about: uid) else { return false }
    lookups.async { [queue, enter] in
      let membership = UserMembership(of: uid)
      queue.async {
        enter { server in
          server.submitters.learned(membership, of: uid)
          server.serveSoon()
        }
      }
    }
    return false
  }

  /// Takes the connection's next message, and returns its length in bytes.
  private func takeMessage(from session: Session) -> Int {
    let message: [UInt8]
    do throws(FrameError) {
      guard let next = try session.frames.next() else { return 0 }
      message = next
    } catch {
      dismiss(session, Message.error(ServiceError(error)))
      return 0
    }
    if message.count <= Self.shortBytes {
      receive(DecodedMessage(message, by: service), from: session)
    } else {
      session.bytesDecoding = message.count
      // The message counts from now on. Else messages of the user's other connections would be decoded
      // meanwhile, and all of them would stand before the next user.
      accounts.addTaken(bytes: message.count, to: session.account)
      decoding.async { [service, queue, enter, id = session.id] in
        let decoded = DecodedMessage(message, by: service)
        queue.async { enter { $0.wasDecoded(decoded, from: id) } }
      }
    }
    regulate(session, isNew: true)
    return message.count
  }

  private func wasDecoded(_ message: DecodedMessage, from id: SessionID) {
    guard let session = sessions[id] else { return }
    accounts.addTaken(bytes: -session.bytesDecoding, to: session.account)
    session.bytesDecoding = 0
    receive(message, from: session)
    enqueue(session)
    regulate(session)
    closeIfDone(session)
  }

  /// Looks up whom a call is for, beside the queue. The connection's later messages wait.
  private func lookUp(_ user: String, for message: DecodedMessage, from session: Session) {
    session.bytesDecoding = message.length
    accounts.addTaken(bytes: message.length, to: session.account)
    let lookUp = submitters.lookUp(user, of: session.caller)
    lookups.async { [queue, enter, id = session.id] in
      let found = lookUp.answered()
      queue.async {
        enter { server in
          server.submitters.learned(found)
          server.wasDecoded(message, from: id)
        }
      }
    }
  }

  private func receive(_ message: DecodedMessage, from session: Session) {
    if let user = message.user, !submitters.isKnown(user, of: session.caller) {
      return lookUp(user, for: message, from: session)
    }
    let call = CallID(
      session: session.id, slot: session.open(length: message.heldBytes, oneway: message.isOneway))
    accounts.add(.calls, 1, to: session.account)
    accounts.addTaken(bytes: message.heldBytes, to: session.account)
    let caller: Caller
    do throws(SchedulerInterfaceError) { caller = try submitters.caller(session.caller, of: message) } catch {
      return reply(call, Message.error(error))
    }
    switch message.content {
    case .answer(let answer): reply(call, answer)
    case .call(let content, let wantsMore):
      // A read-only call that takes no reply has nothing to do.
      if message.isOneway && content.isReadOnly { return finish(call) }
      if content.isPaged { session.gradual = call.slot }
      tell(.call(content, call, caller, wantsMore: wantsMore))
    case .batch(let batch):
      session.gradual = call.slot
      tell(.batch(batch, call, caller))
    }
  }

  // MARK: Reading

  func countCallBytes(of session: Session) {
    guard sessions[session.id] != nil else { return }
    let bytes = session.callBytes
    accounts.add(.callBytes, bytes - session.countedCallBytes, to: session.account)
    session.countedCallBytes = bytes
    let halfSent = session.frames.halfSentBytes
    accounts.addHalfSent(bytes: halfSent - session.countedHalfSentBytes, to: session.account)
    session.countedHalfSentBytes = halfSent
    releaseHeld()
  }

  /// Pauses or resumes reading: a connection holds little more than one message, and a user no more than the
  /// account allows.
  /// - Parameter isNew: Whether the message that is half sent, if one is, is another than before.
  func regulate(_ session: Session, isNew: Bool = false) {
    guard sessions[session.id] != nil else { return }
    countCallBytes(of: session)
    refuseHalves(of: session.account)
    guard sessions[session.id] != nil else { return }
    let isFull = accounts.isFull(.callBytes, session.account)
    let isAhead = session.frames.hasNext && session.frames.waitingBytes >= Self.readAheadBytes
    if isFull || isAhead {
      session.connection.pauseReading()
      if isFull { held[session.account, default: []].insert(session.id) }
    } else {
      session.connection.resumeReading()
    }
    watchHalfSent(session, isNew: isNew, isAhead: isAhead)
  }

  /// Refuses messages without an end while such messages alone fill the user's bound: what else the user
  /// sends could not be read until their time is over. A call that waits makes no room for them, so it
  /// changes nothing. Connections without a call under way go first, the longest message before others.
  private func refuseHalves(of account: AccountKey) {
    while accounts.isFullOfHalves(account),
      let session = sessions.values.lazy.filter({ $0.account == account && $0.countedHalfSentBytes > 0 })
        .max(by: { Self.claim(of: $0) < Self.claim(of: $1) })
    {
      dismiss(
        session,
        Message.error(
          SchedulerInterfaceError.unavailable(
            message:
              "user \(session.caller.uid) has sent \(accounts.bytesHalfSent(account)) bytes of "
              + "messages that have no end yet, as many as \(AccountBound.callBytes.key)= allows")))
    }
  }

  /// Returns the claim to be refused that a connection with half a message has.
  private static func claim(of session: Session) -> (Int, Int, UInt64) {
    let isIdle = session.callsInFlight == 0 && session.bytesDecoding == 0 && !session.frames.hasNext
    return (isIdle ? 1 : 0, session.countedHalfSentBytes, session.id.value)
  }

  /// Resumes the connections that were not read because a user, or all users, had sent too much.
  func releaseHeld() {
    guard !held.isEmpty else { return }
    for account in held.keys.sorted() where !accounts.isFull(.callBytes, account) {
      for id in (held.removeValue(forKey: account) ?? []).sorted(by: { $0.value < $1.value }) {
        if let session = sessions[id] { regulate(session) }
      }
    }
  }

  /// Limits the time of a half-sent message; a connection that sends nothing may stay.
  private func watchHalfSent(_ session: Session, isNew: Bool, isAhead: Bool) {
    guard session.frames.isHalfSent, !isAhead else {
      session.halfSentTimer?.cancel()
      session.halfSentTimer = nil
      return
    }
    guard isNew || session.halfSentTimer == nil else { return }
    session.halfSentTimer?.cancel()
    let id = session.id
    session.halfSentTimer = Countdown(uSec: limits.halfSentTimeout.uSec, queue: queue) { [weak self] in
      self?.timedOut(id)
    }
  }

  private func timedOut(_ id: SessionID) {
    guard let session = sessions[id] else { return }
    log.write(
      LogEntry(
        .connectionDropped, priority: .info,
        "Dropped a connection of user \(session.caller.uid): its message was half sent for too long.",
        fields: [.user(session.caller.uid)]))
    dismiss(
      session,
      Message.error(
        ServiceError.invalidParameter(
          parameter: "", message: "the rest of the message did not come within HalfSentTimeoutSec=")))
  }
}
