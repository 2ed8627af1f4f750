import Synchronization

/// What goes from one thread to another. Nobody keeps it on the way: what is held twice is copied when it
/// changes.
final class Handover<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) { self.value = Mutex(value) }

  /// The value, once.
  func take() -> Value? { value.withLock { $0.take() } }
}
