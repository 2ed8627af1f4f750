import Dispatch

/// A gate that holds up readers. The log is used from its beginning again only when all of it was moved into
/// the file while no reader used an older part of it. Where reads follow one another without a pause, that
/// moment would never come.
final class ReadGate: Sendable {
  private let queue: DispatchQueue
  /// The turn of one read, or of the work that waits for its end.
  private let turn = DispatchSemaphore(value: 1)

  /// - Parameter queue: The queue that the reader works on.
  init(of queue: DispatchQueue) { self.queue = queue }

  /// Reads the store, when ``whileClosed(_:)`` is not at work.
  func whileOpen<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    turn.wait()
    defer { turn.signal() }
    return try body()
  }

  /// Waits for the read that is under way, and does the work while there is no other.
  func whileClosed<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    // Without this the next read might always come first.
    queue.suspend()
    defer { queue.resume() }
    return try whileOpen(body)
  }
}
