/// The contents of a battery and its capacity: both in µWh, or both in µAh.
package struct FillLevel: Hashable, Sendable {
  /// The contents, not more than the capacity.
  package var now: Int64
  /// The capacity, more than 0.
  package var full: Int64

  /// A megawatt-hour. Larger numbers are garbage, and sums of the others cannot overflow.
  private static let limit: Int64 = 1_000_000_000_000

  /// The levels in per cent that can be one. A worn battery has a little more in it than it is thought to
  /// hold; -1, 127 and 255 are what firmware says that does not know.
  private static let possible = 0.0...125.0

  /// A level; nil when the numbers cannot be one. A battery with a little more than its capacity is full.
  package init?(now: Int64?, full: Int64?) {
    guard let now, let full, (1...Self.limit).contains(full),
      Self.percent(told: Double(now) * 100 / Double(full)) != nil
    else { return nil }
    self.now = min(now, full)
    self.full = full
  }

  /// The level in per cent, 0 to 100, rounded down.
  package var percent: Int { Int(now * 100 / full) }

  /// Returns the level, 0 to 100, rounded down, by what a battery or a service says in per cent; nil when
  /// that cannot be a level.
  static func percent(told: Double) -> Int? {
    // No range has the number that is none (NaN).
    possible.contains(told) ? Int(min(told, 100)) : nil
  }

  /// Returns several batteries as if they were one; nil when there is none.
  package static func combined(_ levels: [FillLevel]) -> FillLevel? {
    FillLevel(now: levels.reduce(0) { $0 + $1.now }, full: levels.reduce(0) { $0 + $1.full })
  }
}
