import Dispatch

/// A value that can be reached only on its queue; any other access traps.
struct QueueConfined<Value: AnyObject>: @unchecked Sendable {
  private let queue: DispatchQueue
  private let stored: Value

  /// Hands a value that has no other user over to a queue.
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
