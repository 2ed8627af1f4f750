/// The bound on the lines of one field of the record, so that a condition that does not come to rest, or a
/// user who keeps changing one, takes up neither the record nor the disk. A field that changes too often is
/// recorded as unknown until it has been at rest for a while.
struct RecordPace: Hashable {
  /// The time that each line counts for, and the most that counts at once: thirty lines at a time, and two a
  /// minute.
  private static let line = TimeSpan.seconds(30)
  private static let limit = TimeSpan.minutes(15)
  /// The time that has to have passed uncounted before the field is recorded again.
  private static let rest = TimeSpan.minutes(1)

  /// The time that past lines count for, as of ``counted``.
  private var debt = TimeSpan.zero
  private var counted = MonotonicTime(uSec: 0)
  /// The last value of a field that is not recorded for now, and the point since which it has had it; `nil`
  /// of one that is recorded.
  private var held: Held?

  private struct Held: Hashable {
    var value: ConditionValue
    var since: MonotonicTime
  }

  /// Returns whether a line with the field's value may be recorded now, and counts it.
  mutating func takes(_ value: ConditionValue, at now: MonotonicTime) -> Bool {
    debt = max(.zero, debt - (now - counted))
    counted = now
    if let held, held.value != value { self.held = Held(value: value, since: now) }
    let isAtRest = held.map { Self.rest <= now - $0.since } ?? true
    guard isAtRest, debt + Self.line <= Self.limit else {
      if held == nil { held = Held(value: value, since: now) }
      return false
    }
    held = nil
    debt = debt + Self.line
    return true
  }
}
