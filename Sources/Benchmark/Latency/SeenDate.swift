import Synchronization

/// A date that one thread has seen, for another.
final class SeenDate: Sendable {
  /// Microseconds since the epoch.
  let uSec = Mutex<Int64>(0)
}
