import ConfigurationFiles
import Dispatch
import Glibc
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// The socket's side: connections, their limits, and the way of messages to and from them. It is confined to
/// the daemon's queue.
final class Server {
  var limits: ServerLimits { didSet { service = Self.service(limits) } }
  private let shell: Shell
  private var service: Service
  private let log: SystemLog
  private let ownUser = geteuid()
  private var listeners: [UnixListener] = []
  private var sessions: [SessionID: Session] = [:]
  private var sessionsByUser: [UInt32: Int] = [:]
  /// Told to go, and waited for until they have read why.
  private var leaving: [SessionID: (connection: StreamConnection, patience: Countdown)] = [:]
  private var nextID: UInt64 = 1

  /// Listens on the sockets of the service manager, or on the instance's own.
  /// - Throws: ``ListenError``, or ``SystemError`` for malformed variables of the service manager.
  init(_ shell: isolated Shell, _ serviceManager: ServiceManager) throws {
    self.shell = shell
    log = shell.log
    limits = shell.configuration.server
    service = Self.service(limits)
    let queue = shell.executor.queue
    let handler: @Sendable (ListenerEvent) -> Void = { [unowned shell] event in
      shell.onQueue { $0.server?.listened(event) }
    }
    for descriptor in try serviceManager.takeListeningSockets() {
      listeners.append(try UnixListener(descriptor, queue: queue, handler: handler))
    }
    guard listeners.isEmpty else { return }
    let place = shell.socket
    listeners = [
      try UnixListener(
        path: place.path, mode: place.mode, directoryMode: place.directoryMode, queue: queue, handler: handler
      )
    ]
  }

  private static func service(_ limits: ServerLimits) -> Service {
    Service(
      ServiceInformation(
        vendor: "bgtaskd", product: "bgtaskd", version: ProductVersion.number, url: "https://bgtaskd.io"),
      interfaces: [SchedulerInterface.description], methodsThatStream: SchedulerInterface.methodsThatStream,
      limits: MessageLimits(messageBytes: limits.messageBytes, nesting: limits.nesting))
  }

  /// Where clients connect to; nil for sockets of the service manager that have no path.
  var path: String? { listeners.lazy.compactMap(\.path).first }

  /// Stops listening and leaves every connection.
  func close() {
    for listener in listeners { listener.close() }
    for session in sessions.values { session.connection.close() }
  }

  /// Sends a reply to a call, in its turn. What is for a connection that is gone is dropped.
  func reply(_ call: CallID, _ message: [UInt8], continues: Bool = false) {
    guard let session = sessions[call.session] else { return }
    guard session.connection.bufferedBytes + session.replies.heldBytes <= limits.lagBytes else {
      log.write(
        LogEntry(
          .warning,
          "Dropped a reader of user \(session.caller.uid): it is more than LagMaxBytes=\(limits.lagBytes) behind.",
          messageID: MessageID.connectionDropped,
          fields: [LogField("BGTASK_UID", String(session.caller.uid))]))
      return drop(session)
    }
    let wasFull = !session.acceptsCalls(messageBytes: limits.messageBytes)
    session.connection.send(session.replies.reply(call.slot, message, continues: continues))
    if !continues { session.finished(call.slot) }
    if wasFull && session.acceptsCalls(messageBytes: limits.messageBytes) {
      // Not now: this may be in the middle of a batch.
      shell.executor.queue.async { [shell, id = session.id] in shell.onQueue { $0.server?.goOn(id) } }
    }
    closeIfDone(session)
    sendPage(to: session)
  }

  /// The call's replies end only with its connection. False when that has ended already.
  func beginStream(_ call: CallID) -> Bool {
    guard let session = sessions[call.session] else { return false }
    session.isStreaming = true
    if session.hasEnded { drop(session) }
    return !session.hasEnded
  }

  /// The process at the call's other end, by the number that it had when it connected; nil when it is gone.
  func peerProcess(of call: CallID) -> Int32? { sessions[call.session]?.connection.peer.pid }

  /// From now on the end of the call's connection is an event.
  func tellEnd(of call: CallID) { sessions[call.session]?.isApplication = true }

  /// Calls the body when the reader has taken all that was sent to it and the next reply to the call would go
  /// out at once; never when the connection is gone before that.
  func whenReady(for call: CallID, _ body: @escaping @Sendable (isolated Shell) -> Void) {
    guard let session = sessions[call.session] else { return }
    session.pages.append((call.slot, body))
    sendPage(to: session)
  }

  private func sendPage(to session: Session) {
    guard session.connection.bufferedBytes == 0,
      let position = session.pages.firstIndex(where: { session.replies.isFirst($0.slot) })
    else { return }
    shell.later(session.pages.remove(at: position).send)
  }

  private func listened(_ event: ListenerEvent) {
    switch event {
    case .accepted(let socket): admit(socket)
    case .exhausted(let error):
      log.write(
        LogEntry(
          .warning, "Cannot accept connections for a moment: \(error).",
          messageID: MessageID.connectionRefused))
    }
  }

  private func admit(_ socket: StreamSocket) {
    let id = SessionID(value: nextID)
    nextID += 1
    let connection = StreamConnection(socket, queue: shell.executor.queue) { [unowned shell] event in
      shell.onQueue { $0.server?.happened(event, to: id) }
    }
    let uid = connection.peer.uid
    let caller = Caller(uid: uid, isPrivileged: uid == 0 || uid == ownUser)
    if let refusal = refusal(of: uid) {
      log.write(
        LogEntry(
          .warning, "Refused a connection of user \(uid): \(refusal).",
          messageID: MessageID.connectionRefused, fields: [LogField("BGTASK_UID", String(uid))]))
      return dismiss(
        connection, id, Message.error(SchedulerInterfaceError.unavailable(message: refusal)))
    }
    sessions[id] = Session(
      id: id, connection: connection, caller: caller, messageBytes: limits.messageBytes)
    sessionsByUser[uid, default: 0] += 1
  }

  private func refusal(of uid: UInt32) -> String? {
    if sessions.count >= limits.connections {
      return "there are \(sessions.count) connections, as many as ConnectionsMax= allows; try again later"
    }
    let own = sessionsByUser[uid, default: 0]
    guard own >= limits.connectionsPerUser else { return nil }
    return "user \(uid) has \(own) connections, as many as ConnectionsMaxPerUser= allows; close some"
  }

  private func happened(_ event: StreamEvent, to id: SessionID) {
    if case .closed = event { leaving[id] = nil }
    guard let session = sessions[id] else { return }
    switch event {
    case .bytes(let bytes):
      session.frames.append(bytes)
      readMessages(of: session)
    case .drained: sendPage(to: session)
    case .ended(let error):
      session.hasEnded = true
      // A stream has no end of its own: whoever reads it and has closed its side is gone.
      if error == nil && !session.isStreaming { closeIfDone(session) } else { drop(session) }
    case .closed: forget(session)
    }
  }

  private func goOn(_ id: SessionID) {
    guard let session = sessions[id] else { return }
    readMessages(of: session)
    closeIfDone(session)
  }

  /// Takes the messages that are whole, as long as the connection may have more calls in flight.
  private func readMessages(of session: Session) {
    var hasTaken = false
    do throws(FrameError) {
      while session.acceptsCalls(messageBytes: limits.messageBytes), let message = try session.frames.next() {
        hasTaken = true
        receive(message, from: session)
        guard sessions[session.id] != nil else { return }
      }
    } catch {
      return dismiss(session, Service.answer(error))
    }
    if session.acceptsCalls(messageBytes: limits.messageBytes) {
      session.connection.resumeReading()
    } else {
      session.connection.pauseReading()
    }
    watchHalfSent(session, isNew: hasTaken)
  }

  private func receive(_ message: [UInt8], from session: Session) {
    let incoming = service.receive(message)
    let call = CallID(
      session: session.id, slot: session.open(length: message.count, oneway: incoming.isOneway))
    switch incoming {
    case .answer(let answer, _): reply(call, answer)
    case .call(let content):
      do throws(ServiceError) {
        let scheduled = try SchedulerCall(content)
        let caller = session.caller
        shell.onQueue {
          $0.receive(scheduled, call, from: caller, wantsMore: content.wantsMore)
        }
      } catch {
        reply(call, Message.error(error))
      }
    }
  }

  /// A message that has begun must end in time; whoever sends nothing may stay.
  private func watchHalfSent(_ session: Session, isNew: Bool) {
    guard session.frames.isHalfSent, session.acceptsCalls(messageBytes: limits.messageBytes) else {
      session.halfSentTimer?.cancel()
      session.halfSentTimer = nil
      return
    }
    guard isNew || session.halfSentTimer == nil else { return }
    session.halfSentTimer?.cancel()
    let id = session.id
    session.halfSentTimer = Countdown(uSec: limits.halfSentTimeout.uSec, queue: shell.executor.queue) {
      [unowned shell] in
      shell.onQueue { $0.server?.timedOut(id) }
    }
  }

  private func timedOut(_ id: SessionID) {
    guard let session = sessions[id] else { return }
    log.write(
      LogEntry(
        .info, "Dropped a connection of user \(session.caller.uid): its message was half sent for too long.",
        messageID: MessageID.connectionDropped,
        fields: [LogField("BGTASK_UID", String(session.caller.uid))]))
    dismiss(
      session,
      Message.error(
        ServiceError.invalidParameter(
          parameter: "", message: "the rest of the message did not come within HalfSentTimeoutSec=")))
  }

  /// An end that sends nothing more is left when it has all its answers.
  private func closeIfDone(_ session: Session) {
    guard session.hasEnded, session.replies.callsInFlight == 0, sessions[session.id] != nil else { return }
    forget(session)
    leave(session.connection, session.id)
  }

  private func dismiss(_ session: Session, _ message: [UInt8]) {
    forget(session)
    dismiss(session.connection, session.id, message)
  }

  private func dismiss(_ connection: StreamConnection, _ id: SessionID, _ message: [UInt8]) {
    connection.send(message)
    leave(connection, id)
  }

  /// Closes a connection once what was sent is taken, or after a while.
  private func leave(_ connection: StreamConnection, _ id: SessionID) {
    let patience = Countdown(uSec: limits.halfSentTimeout.uSec, queue: shell.executor.queue) {
      [unowned shell] in
      shell.onQueue { $0.server?.leaving.removeValue(forKey: id)?.connection.close() }
    }
    leaving[id] = (connection, patience)
    connection.closeAfterFlushing()
  }

  private func drop(_ session: Session) {
    forget(session)
    session.connection.close()
  }

  private func forget(_ session: Session) {
    guard sessions.removeValue(forKey: session.id) != nil else { return }
    session.halfSentTimer?.cancel()
    session.pages = []
    let left = sessionsByUser[session.caller.uid, default: 1] - 1
    sessionsByUser[session.caller.uid] = left == 0 ? nil : left
    for listener in listeners { listener.resume() }
    let id = session.id
    let isApplication = session.isApplication
    shell.onQueue { shell in
      shell.watchers.remove(id)
      if isApplication { shell.disconnected(id) }
    }
  }
}
