import Dispatch
import Synchronization

/// Whether a commit can be expected to take no longer than waking another thread for it: the store has no
/// other work, and its last commits were quick. Usable on any thread.
final class CommitPace: Sendable {
  private let quickNSec: UInt64
  /// The pieces of work on the store's queue, or under way there.
  private let pieces = Atomic(0)
  /// The time that the last commit took, in nanoseconds.
  private let lastNSec = Atomic(UInt64.max)

  /// - Parameter quickNSec: The longest commit of a quick disk, in nanoseconds.
  init(quickNSec: UInt64 = 1_000_000) { self.quickNSec = quickNSec }

  var isQuick: Bool {
    pieces.load(ordering: .acquiring) == 0 && lastNSec.load(ordering: .relaxed) <= quickNSec
  }

  func begins() { pieces.add(1, ordering: .relaxed) }
  func ends() { pieces.subtract(1, ordering: .releasing) }

  /// Does the work of a commit, and measures it.
  func measured<Value>(_ body: () -> Value) -> Value {
    let began = DispatchTime.now().uptimeNanoseconds
    defer { lastNSec.store(DispatchTime.now().uptimeNanoseconds - began, ordering: .relaxed) }
    return body()
  }
}
