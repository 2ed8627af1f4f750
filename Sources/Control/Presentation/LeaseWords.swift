import SchedulerAPI
import SystemdSyntax

/// The words about the lease of a task.
enum LeaseWords {
  /// Returns the words about what is left of a lease, in microseconds: `for 41s more`.
  static func rest(_ uSec: Int64) -> String {
    guard uSec > 0 else { return "no more: its lease is over" }
    return "for \(TimeSpanSyntax.format(uSec, accuracy: 1_000_000, maximumUnits: 2)) more"
  }

  /// Returns the sentence of `explain` and `show`; `nil` without a lease.
  static func sentence(_ uSec: Int64?) -> String? {
    guard let uSec else { return nil }
    guard uSec > 0 else { return "Its lease is over: it does not start or go on any more." }
    return "It is trusted \(rest(uSec)), unless bgtaskctl renew changes that."
  }
}
