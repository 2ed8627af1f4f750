import Synchronization

/// Says to work on another thread that it should stop.
final class StopSignal: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .acquiring) }

  func set() { value.store(true, ordering: .releasing) }
}
