import Dispatch

/// The watchdog of the connection: what it holds is reached only on its queue, and anything else traps.
struct QueueConfined<Value: AnyObject>: @unchecked Sendable {
  private let queue: DispatchQueue
  private let stored: Value

  /// Hands a value that nobody else has over to a queue.
  init(_ value: Value, to queue: DispatchQueue) {
    self.queue = queue
    stored = value
  }

  /// The value, on its queue.
  var value: Value {
    dispatchPrecondition(condition: .onQueue(queue))
    return stored
  }
}
