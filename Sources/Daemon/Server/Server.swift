import ConfigurationFiles
import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskExecution
import Varlink

/// The socket's side: connections, their users' accounts, and the way of messages to and from them. Confined
/// to the daemon's queue.
///
/// The server does not know its owner. It hands calls over as ``ServerEvent``s, and the owner answers them
/// with ``reply(_:_:continues:)``.
final class Server {
  var limits: ServerLimits {
    didSet {
      service = Self.service(limits)
      accounts.limits = limits
      submitters.rules = limits.submission
    }
  }
  let log: SystemLog
  let queue: DispatchQueue
  let accounts: Accounts
  let submitters: Submitters
  let ownUser = geteuid()
  var service: Service<SchedulerCall>
  let listeners: [UnixListener]
  var sessions: [SessionID: Session] = [:]
  /// The connections that were told to go, until they have read why. They count as long as that lasts.
  var leaving: [SessionID: Leaving] = [:]
  var nextID: UInt64 = 1
  /// The number of connections that leaves enough descriptors for programs and the database.
  let descriptorRoom: Int
  /// The connections with a whole message.
  var ready = FairQueue<SessionID>()
  var isServing = false
  private(set) var isHeldBack = false
  /// Whether calls are taken. Before all is decided an answer could be another one a moment later.
  var isOpen = false
  /// The end of the server, once it was told to end.
  var ending: Ending?
  /// The connections that are not read, because their users have sent as much as they may.
  var held: [AccountKey: Set<SessionID>] = [:]
  /// The queue for long messages, which are decoded beside the daemon's queue.
  let decoding = DispatchQueue(label: "io.bgtaskd.decoding")
  /// The queue for look-ups of users, beside the daemon's: a directory service may take its time.
  let lookups = DispatchQueue(label: "io.bgtaskd.users")
  /// Whether a process belongs to a run, or is an application's that was started for one.
  let isOfRun: (Int32) -> Bool
  /// Calls a body with this server on the daemon's queue, for connections and other queues.
  let enter: @Sendable (@escaping @Sendable (Server) -> Void) -> Void
  private let handler: (ServerEvent) -> Void
  /// The events that are told in the queue's next turn.
  private var events: [ServerEvent] = []
  private var reads = FairQueue<(call: CallID, reading: Reading)>()
  private var readsUnderWay = 0
  /// The reads at a time: while one reads, the next one's answer is encoded.
  private static let readsAtOnce = 2

  /// A connection that is closed when its peer has taken the last message, or after a while.
  struct Leaving {
    var connection: StreamConnection
    var patience: Countdown
    var account: AccountKey
    var replyBytes: Int
  }

  /// - Parameters:
  ///   - listeners: The sockets, whose events have to be handed on to ``listened(_:)``.
  ///   - isOfRun: Whether a process belongs to a run, or is an application's that was started for one.
  ///   - enter: Calls its argument with this server, on the queue.
  ///   - handler: Gets events on the queue, never from within a method of this class.
  init(
    _ limits: ServerLimits, listeners: [UnixListener], isSystem: Bool, queue: DispatchQueue, log: SystemLog,
    isOfRun: @escaping (Int32) -> Bool,
    enter: @escaping @Sendable (@escaping @Sendable (Server) -> Void) -> Void,
    handler: @escaping (ServerEvent) -> Void
  ) {
    self.limits = limits
    self.listeners = listeners
    self.queue = queue
    self.log = log
    self.isOfRun = isOfRun
    self.enter = enter
    self.handler = handler
    service = Self.service(limits)
    accounts = Accounts(limits)
    descriptorRoom = Self.descriptorRoom()
    submitters = Submitters(limits.submission, isSystem: isSystem, ownUser: ownUser)
  }

  /// Tells the owner an event, in order. Not at once: the owner may be in the middle of its work.
  func tell(_ event: ServerEvent) {
    events.append(event)
    guard events.count == 1 else { return }
    queue.runLater { self.tellNow() }
  }

  /// Tells the owner the events until now. The owner is not in the middle of its work.
  func tellNow() {
    let events = events
    self.events = []
    for event in events { handler(event) }
  }

  private static func service(_ limits: ServerLimits) -> Service<SchedulerCall> {
    Service(
      ServiceInformation(
        vendor: "bgtaskd", product: "bgtaskd", version: ProductVersion.number, url: "man:bgtaskd(8)"),
      limits: MessageLimits(messageBytes: limits.messageBytes, nesting: limits.nesting))
  }

  /// Takes calls from now on, first those that have waited.
  func open() {
    isOpen = true
    serveSoon()
  }

  /// Takes no further call while calls that were taken wait for their decision: those are decided in their
  /// order, and what waits here is taken in turns.
  func holdBack(_ isBehind: Bool) {
    isHeldBack = isBehind
    if !isHeldBack, !ready.isEmpty { serveSoon() }
  }

  /// Whether calls wait for their turn.
  var isBusy: Bool { !ready.isEmpty }

  // MARK: Replies

  /// Sends a reply to a call, in its turn. A reply to a connection that is gone is dropped.
  func reply(_ call: CallID, _ message: [UInt8], continues: Bool = false) {
    guard let session = sessions[call.session] else { return }
    let waiting = session.replyBytes
    // A single reply may be longer than a reader may be behind: all before it was read.
    guard waiting == 0 || waiting + message.count <= limits.lagBytes else { return dropReader(session) }
    session.connection.sendSoon(session.replies.reply(call.slot, message, continues: continues))
    if !continues { finish(call.slot, of: session) }
    countReplyBytes(of: session)
    boundReplies(of: session.account)
    closeIfDone(session)
    sendPage(to: session)
    leaveAtEnd(session)
  }

  /// Ends a call without a reply: it was carried out, or its caller is gone.
  func finish(_ call: CallID) { reply(call, []) }

  /// Records the last answer to a call: it costs nothing any more, and another may be taken.
  private func finish(_ slot: ReplySequencer.Slot, of session: Session) {
    guard let length = session.finished(slot) else { return }
    accounts.add(.calls, -1, to: session.account)
    accounts.addTaken(bytes: -length, to: session.account)
    countCallBytes(of: session)
    enqueue(session)
    regulate(session)
    if !ready.isEmpty { serveSoon() }
  }

  /// Closes the connection of a reader that is too far behind.
  func dropReader(of call: CallID) {
    if let session = sessions[call.session] { dropReader(session) }
  }

  /// Closes the call's connection.
  func drop(_ call: CallID) { drop(call.session) }

  /// Closes a connection at once.
  func drop(_ id: SessionID) {
    if let session = sessions[id] { drop(session) }
  }

  private func dropReader(_ session: Session) {
    log.write(
      LogEntry(
        .connectionDropped,
        "Dropped a reader of user \(session.caller.uid): its unread replies are more than "
          + "LagMaxBytes=\(limits.lagBytes).", fields: [.user(session.caller.uid)]))
    drop(session)
  }

  func countReplyBytes(of session: Session) {
    let bytes = session.replyBytes
    accounts.add(.replyBytes, bytes - session.countedReplyBytes, to: session.account)
    session.countedReplyBytes = bytes
  }

  /// Closes connections of a user who lets too many bytes wait on all of them together, the connection
  /// furthest behind first.
  private func boundReplies(of account: AccountKey) {
    guard accounts.isFull(.replyBytes, account) else { return }
    // Bytes that were read meanwhile count no more.
    var behind = sessions.values.filter { $0.account == account }
    for session in behind {
      session.connection.sendNow()
      countReplyBytes(of: session)
    }
    behind.sort { ($0.countedReplyBytes, $0.id.value) < ($1.countedReplyBytes, $1.id.value) }
    while accounts.isFull(.replyBytes, account), let last = behind.popLast() {
      log.write(
        LogEntry(
          .connectionDropped,
          "Dropped a reader of user \(account.uid): the user's unread replies are more than "
            + "\(AccountBound.replyBytes.key)=\(limits[.replyBytes]).", fields: [.user(account.uid)]))
      drop(last)
    }
  }

  // MARK: Streams

  /// Makes a call a stream, whose replies end only with its connection. Returns `false` when the call was
  /// refused, or when the connection has ended already.
  /// - Parameter isWatching: Whether the stream counts against the user's bound (`StreamsMaxPerUser=`).
  func beginStream(_ call: CallID, isWatching: Bool) -> Bool {
    guard let session = sessions[call.session] else { return false }
    guard !session.hasEnded else {
      drop(session)
      return false
    }
    if isWatching, accounts.isFull(.streams, session.account) {
      let limit = accounts.limit(.streams, session.account)
      let text = "user \(session.caller.uid) has \(limit) calls of Watch, GetConditions and WaitFor with more"
      reply(
        call,
        Message.error(
          SchedulerInterfaceError.unavailable(
            message: "\(text), as many as \(AccountBound.streams.key)= allows; end some")))
      return false
    }
    guard session.begin(stream: call.slot) else {
      // Replies come in the order of calls, and the first stream has no last one: the error takes its place.
      dismiss(
        session,
        Message.error(
          SchedulerInterfaceError.unavailable(
            message: "this connection has a call already whose replies end only with the connection "
              + "(such as Watch, Register or WaitFor); the next needs a connection of its own")))
      return false
    }
    session.isWatching = isWatching
    if isWatching { accounts.add(.streams, 1, to: session.account) }
    finish(call.slot, of: session)
    return true
  }

  /// Returns the caller's process by the number that it had when it connected; `nil` when it is gone.
  func peerProcess(of call: CallID) -> Int32? { sessions[call.session]?.connection.peer.pid }

  /// Returns when a process's oldest connection was accepted, by the monotonic clock; `nil` without one.
  func firstConnection(of pid: Int32) -> Int64? {
    sessions.values.lazy.filter { $0.connection.peer.pid == pid }.map(\.connectedUSec).min()
  }

  /// Marks the call's connection as an application's.
  func becomesApplication(_ call: CallID) { sessions[call.session]?.isApplication = true }

  // MARK: Reads

  /// Queues a read of the store for a call, until it is its user's turn. The read of a caller that is gone is
  /// not begun.
  func readInTurn(_ reading: Reading, for call: CallID) {
    guard let session = sessions[call.session] else { return }
    session.awaited.insert(call.slot)
    reads.append((call, reading), of: session.account)
    readNext()
  }

  /// Queues the read of a list's next page when the reader has taken all that was sent to it, and the page
  /// would go out at once. The read waits for its turn like every other.
  func pageInTurn(_ reading: Reading, for call: CallID) {
    guard let session = sessions[call.session], session.gradual == call.slot else { return }
    session.awaited.insert(call.slot)
    session.page = reading
    sendPage(to: session)
  }

  /// Ends a read, and begins the next.
  func end(_ turn: ReadTurn) {
    accounts.add(.reads, -1, to: turn.account)
    readsUnderWay -= 1
    readNext()
  }

  private func readNext() {
    // Not at once: the caller may be in the middle of a batch.
    queue.runLater { self.beginReads() }
  }

  private func beginReads() {
    while readsUnderWay < Self.readsAtOnce,
      let (read, account) = reads.next(where: { !accounts.isFull(.reads, $0) })
    {
      guard let session = sessions[read.call.session] else { continue }
      guard !session.connection.isPeerGone else {
        finish(read.call)
        continue
      }
      accounts.add(.reads, 1, to: account)
      readsUnderWay += 1
      tell(.turn(read.reading, read.call, ReadTurn(account: account)))
    }
  }

  func sendPage(to session: Session) {
    guard let slot = session.gradual, let reading = session.page, session.connection.bufferedBytes == 0,
      session.replies.isFirst(slot)
    else { return }
    session.page = nil
    readInTurn(reading, for: CallID(session: session.id, slot: slot))
  }
}

extension LogField {
  /// Returns the field for the user who caused an entry.
  static func user(_ uid: UInt32) -> LogField { LogField(.uid, String(uid)) }
}
