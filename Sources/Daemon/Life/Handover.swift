import Synchronization

/// A value on its way from one thread to another. The handover keeps no copy: a value that is held twice is
/// copied when it changes.
final class Handover<Value: Sendable>: Sendable {
  private let value: Mutex<Value?>

  init(_ value: consuming Value) { self.value = Mutex(value) }

  /// Returns the value the first time, `nil` afterwards.
  func take() -> Value? { value.withLock { $0.take() } }
}
