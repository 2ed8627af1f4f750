import Dispatch

/// The log can be used from its beginning again only when all of it was moved into the file while nobody
/// looked at an older part of it. Where readers follow one another without a pause that moment would never
/// come, so they can be held up for it.
final class ReadGate: Sendable {
  private let queue: DispatchQueue
  /// One look, or the work that waits for its end.
  private let turn = DispatchSemaphore(value: 1)

  /// - Parameter queue: What the reader works on.
  init(of queue: DispatchQueue) { self.queue = queue }

  /// Looks at the store.
  func whileOpen<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    turn.wait()
    defer { turn.signal() }
    return try body()
  }

  /// Waits for the look that is under way, and does something while nobody looks.
  func whileClosed<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    // Without this the next reader might always be quicker.
    queue.suspend()
    defer { queue.resume() }
    return try whileOpen(body)
  }
}
