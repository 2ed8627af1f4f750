import ConfigurationFiles
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// The admission of connections: whether there is a place for one, and the connection that makes room for it.
extension Server {
  /// The number of places kept for privileged callers. Half as many more are kept for reports of runs.
  private static let keptPlaces = 32
  /// The descriptors kept for the database, the sources of conditions, and the programs of runs.
  private static let keptDescriptors = 128

  /// The result of looking for a place.
  private enum Place {
    case found(AccountKey)
    case refused(String)
  }

  static func descriptorRoom() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
    let soft = Int(clamping: limit.rlim_cur)
    return max(soft - Self.keptDescriptors, soft / 2)
  }

  func listened(_ event: ListenerEvent) {
    switch event {
    case .accepted(let socket): admit(socket)
    case .exhausted(let error): cannotAccept(String(describing: error))
    }
  }

  private func cannotAccept(_ reason: String) {
    log.write(
      LogEntry(
        .connectionRefused, "Cannot accept connections for a moment: \(reason)."))
  }

  private func admit(_ socket: StreamSocket) {
    let uid = socket.peer.uid
    let caller = Caller(uid: uid, isPrivileged: uid == 0 || uid == ownUser)
    switch place(for: caller, pid: socket.peer.pid) {
    case .refused(let reason):
      log.write(
        LogEntry(
          .connectionRefused, "Refused a connection of user \(uid): \(reason).", fields: [.user(uid)]))
      // The message fits into the new socket, so the send need not wait.
      socket.dismiss(Message.error(SchedulerInterfaceError.unavailable(message: reason)))
    case .found(let account):
      let id = SessionID(value: nextID)
      nextID += 1
      let connection = StreamConnection(socket, queue: queue) { [enter] event in
        enter { $0.happened(event, to: id) }
      }
      sessions[id] = Session(
        id: id, connection: connection, caller: caller, account: account, messageBytes: limits.messageBytes)
      accounts.add(.connections, 1, to: account)
      holdBackIfFull()
    }
  }

  private var places: Int { min(limits.connections, descriptorRoom) }

  private func place(for caller: Caller, pid: Int32) -> Place {
    let kept = min(Self.keptPlaces, places / 8)
    let reports = AccountKey(uid: caller.uid, isReports: true)
    // The places of reports are beside all others: privileged callers may have taken those, the run's own
    // user among them.
    if accounts.reportConnections < kept / 2, accounts.total(.connections) < descriptorRoom,
      !accounts.isFull(.connections, reports), isOfRun(pid)
    {
      return .found(reports)
    }
    let own = AccountKey(uid: caller.uid)
    guard !accounts.isFull(.connections, own) else {
      return .refused(
        "user \(caller.uid) has \(limits[.connections]) connections, as many as "
          + "\(AccountBound.connections.key)= allows; close some")
    }
    let open = caller.isPrivileged ? places : places - kept
    let taken = accounts.total(.connections) - accounts.reportConnections
    guard taken < open || makeRoom(for: own, isKept: caller.isPrivileged) else {
      return .refused(
        "there are \(taken) connections, as many as ConnectionsMax= allows; try again later"
      )
    }
    return .found(own)
  }

  /// Closes a connection: an idle one before others; of the users with most connections, the one that has
  /// said nothing for longest. Users make room for a user with fewer connections, and for kept places
  /// always; one that is not idle goes only where its user has more than a fair share, and else a few users
  /// who hold all places, with half a message or a stream on each, would lock out everybody.
  private func makeRoom(for account: AccountKey, isKept: Bool) -> Bool {
    let own = accounts.uses(.connections, account)
    let now = SystemClock.monotonicUSec
    let users = Set(sessions.values.lazy.map(\.account)).union([account])
    let share = places / users.count
    // The greatest claim to go: idleness, then the user's number, then the time since the last word.
    var best: (claim: (Int, Int, Int64, UInt64), session: Session)?
    for session in sessions.values where !session.caller.isPrivileged && !session.account.isReports {
      let count = accounts.uses(.connections, session.account)
      let isIdle = session.isIdle(nowUSec: now, patienceUSec: limits.halfSentTimeout.uSec)
      guard isKept || count > own + 1, isIdle || count > share else { continue }
      let claim = (isIdle ? 1 : 0, count, -session.lastActiveUSec, .max - session.id.value)
      if best.map({ $0.claim < claim }) ?? true { best = (claim, session) }
    }
    guard let best else { return false }
    let (uid, isIdle) = (best.session.caller.uid, best.claim.0 == 1)
    log.write(
      LogEntry(
        .connectionDropped, priority: .info,
        "Closed \(isIdle ? "an idle" : "a") connection of user \(uid), to make room for another.",
        fields: [.user(uid)]))
    drop(best.session)
    return true
  }

  /// Stops accepting connections until a descriptor is free. The last ones are kept for privileged callers,
  /// see ``keptPlaces``.
  private func holdBackIfFull() {
    guard limits.connections > descriptorRoom, accounts.total(.connections) >= descriptorRoom else { return }
    for listener in listeners { listener.pause() }
    cannotAccept(
      "there are \(descriptorRoom) connections, for as many as there are descriptors (LimitNOFILE=)")
  }

  /// Records that a connection is closed, and accepts connections again unless the server ends.
  func placeIsFree(_ account: AccountKey) {
    accounts.add(.connections, -1, to: account)
    guard ending == nil else { return endIfAllLeft() }
    for listener in listeners { listener.resume() }
  }

  // MARK: Connections go

  /// Leaves a connection whose peer sends nothing more, once it has all its answers.
  func closeIfDone(_ session: Session) {
    guard session.hasEnded, session.replies.callsInFlight == 0, !session.frames.hasNext,
      session.bytesDecoding == 0, sessions[session.id] != nil
    else { return }
    leave(session)
  }

  func dismiss(_ session: Session, _ message: [UInt8]) {
    guard sessions[session.id] != nil else { return }
    session.connection.send(message)
    leave(session)
  }

  /// Closes a connection once its peer has taken what was sent, or after `HalfSentTimeoutSec=`.
  func leave(_ session: Session) {
    let id = session.id
    let patience = Countdown(uSec: limits.halfSentTimeout.uSec, queue: queue) { [weak self] in
      self?.leaving[id]?.connection.close()
      self?.hasLeft(id)
    }
    countReplyBytes(of: session)
    leaving[id] = Leaving(
      connection: session.connection, patience: patience, account: session.account,
      replyBytes: session.countedReplyBytes)
    session.countedReplyBytes = 0
    forget(session)
    session.connection.closeAfterFlushing()
  }

  func hasLeft(_ id: SessionID) {
    guard let left = leaving.removeValue(forKey: id) else { return }
    accounts.add(.replyBytes, -left.replyBytes, to: left.account)
    placeIsFree(left.account)
  }

  func drop(_ session: Session) {
    guard sessions[session.id] != nil else { return }
    forget(session)
    session.connection.close()
    placeIsFree(session.account)
  }

  /// Stops serving a connection. Its place is taken until it is closed.
  func forget(_ session: Session) {
    guard sessions.removeValue(forKey: session.id) != nil else { return }
    session.halfSentTimer?.cancel()
    session.page = nil
    let account = session.account
    accounts.add(.calls, -session.callsInFlight, to: account)
    accounts.addTaken(bytes: -session.bytesInFlight - session.bytesDecoding, to: account)
    accounts.add(.callBytes, -session.countedCallBytes, to: account)
    accounts.addHalfSent(bytes: -session.countedHalfSentBytes, to: account)
    accounts.add(.replyBytes, -session.countedReplyBytes, to: account)
    if session.isWatching { accounts.add(.streams, -1, to: account) }
    held[account]?.remove(session.id)
    releaseHeld()
    if !ready.isEmpty { serveSoon() }
    tell(.left(session.id))
  }
}
