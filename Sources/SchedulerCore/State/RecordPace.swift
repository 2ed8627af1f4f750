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
  /// Whether the field is not recorded for now.
  private(set) var isHeld = false

  /// Returns whether a line of the field may be recorded now, and counts it.
  mutating func takes(at now: MonotonicTime) -> Bool {
    debt = max(.zero, debt - (now - counted))
    counted = now
    let room = isHeld ? Self.line + Self.rest : Self.line
    isHeld = debt + room > Self.limit
    if !isHeld { debt = debt + Self.line }
    return !isHeld
  }
}
