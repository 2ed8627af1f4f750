package import Dispatch

extension DispatchQueue {
  /// Calls `body` on the queue when what is being done there is through. For objects that are confined to
  /// this serial queue: the caller is on the queue as well, so nothing crosses over to another thread's code.
  package func runLater(_ body: @escaping () -> Void) {
    if let turn = Turn.current(of: self) { return turn.putOff(body) }
    async(execute: DispatchWorkItem(block: body))
  }

  /// Does something on the queue on the caller's thread, with all that it puts off to later (``Turn``). Waits
  /// until the queue is free, so nobody who is on the queue may wait for the caller.
  package func takeTurn(_ body: () -> Void) {
    sync {
      guard let turn = Turn.current(of: self) else { return body() }
      turn.run(body)
    }
  }

  /// Has the handler called on the queue whenever a descriptor, a countdown or another thread has woken the
  /// process for it, whatever comes of that. Replaces the one before.
  package func onWakeUp(_ handler: @escaping () -> Void) { Turn.prepare(self).wakeUpHandler = handler }

  /// Says on the queue that something has woken the process for it. Only who uses a source of Dispatch has
  /// to: those take no turns.
  package func wokeUp() { Turn.current(of: self)?.wakeUpHandler?() }
}
