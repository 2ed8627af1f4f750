import LinuxSystem
import SchedulerAPI
import Varlink

/// The end of the server: a caller whose call was carried out gets the answer before its connection is
/// closed.
extension Server {
  /// The longest time that the end waits for answers and for their readers, in microseconds. A reader that
  /// takes nothing holds up a restart for no longer than this.
  private static let endUSec: Int64 = 2_000_000

  /// A server that takes nothing any more, as long as it has connections.
  struct Ending {
    let patience: Countdown
    /// The owner's next step, once every connection is closed.
    let body: () -> Void
  }

  /// Takes no connections and no calls any more, and closes each connection when it has the answers that are
  /// on their way. Then it calls the body: soon if all is sent, and after ``endUSec`` in any case.
  func end(then body: @escaping () -> Void) {
    guard ending == nil else { return }
    isOpen = false
    for listener in listeners { listener.close() }
    let patience = Countdown(uSec: Self.endUSec, queue: queue) { [weak self] in self?.endAtOnce() }
    ending = Ending(patience: patience, body: body)
    for session in sessions.values { leaveAtEnd(session) }
    endIfAllLeft()
  }

  /// Records that a call was carried out and that its answer is on its way, which the server's end waits for.
  func awaitAnswer(to call: CallID) { sessions[call.session]?.awaited.insert(call.slot) }

  /// Leaves a connection of a server that ends, unless the next of its answers is on its way. Those behind a
  /// call that was not carried out cannot be sent, because answers come in the order of the calls.
  func leaveAtEnd(_ session: Session) {
    guard ending != nil, sessions[session.id] != nil,
      !session.awaited.contains(where: session.replies.isFirst)
    else { return }
    session.connection.sendNow()
    if session.connection.bufferedBytes > 0 { leave(session) } else { drop(session) }
  }

  /// Calls the owner's next step when no connection is left.
  func endIfAllLeft() {
    guard let ending, sessions.isEmpty, leaving.isEmpty else { return }
    self.ending = nil
    ending.patience.cancel()
    queue.runLater(ending.body)
  }

  private func endAtOnce() {
    let count = sessions.count + leaving.count
    log.write(
      LogEntry(
        .connectionDropped,
        "Dropped \(count) \(count == 1 ? "reader" : "readers"): the daemon ends, and the last replies were "
          + "not taken within \(Self.endUSec / 1_000_000) s."))
    for session in sessions.values { session.connection.close() }
    for left in leaving.values { left.connection.close() }
    (sessions, leaving) = ([:], [:])
    endIfAllLeft()
  }
}
