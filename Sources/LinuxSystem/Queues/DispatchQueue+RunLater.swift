package import Dispatch

extension DispatchQueue {
  /// Calls `body` on the queue after the work that runs there now. For objects that are confined to this
  /// serial queue: the caller is on the queue as well, so nothing crosses to another thread's code.
  package func runLater(_ body: @escaping () -> Void) {
    if let turn = Turn.current(of: self) { return turn.putOff(body) }
    async(execute: DispatchWorkItem(block: body))
  }

  /// Runs `body` on the queue, on the caller's thread, with all the work that it puts off (``Turn``). Waits
  /// until the queue is free, so nothing on the queue may wait for the caller.
  package func takeTurn(_ body: () -> Void) {
    sync {
      guard let turn = Turn.current(of: self) else { return body() }
      turn.run(body)
    }
  }

  /// The number of the turn that runs on the queue, on which the caller is; `nil` outside of a turn.
  package var turn: UInt64? { Turn.current(of: self)?.number }

  /// Sets the handler that is called on the queue each time a descriptor, a countdown or another thread wakes
  /// the process for it, even without effect. Replaces the one before.
  package func onWakeUp(_ handler: @escaping () -> Void) { Turn.prepare(self).wakeUpHandler = handler }

  /// Reports, on the queue, that the process was woken for it. Only users of Dispatch's own sources call
  /// this, because those take no turns.
  package func wokeUp() { Turn.current(of: self)?.wakeUpHandler?() }
}
