/// The dates that a declared task's file names (`EarliestBegin=`, `Deadline=`), as it says them. A date
/// without a time zone means another moment after a change of the machine's zone, and the file still says
/// the same.
package struct DeclaredDates: Hashable, Sendable {
  /// A date of a file.
  package struct Value: Hashable, Sendable {
    /// The moment that it means in the machine's present time zone.
    package let moment: WallTime
    /// The local clock's date and time then, as the moment at which a clock in UTC shows them.
    package let clock: Int64
    /// Whether the file names no zone: the clock is what it says.
    package let isLocal: Bool

    package init(_ moment: WallTime, clock: Int64, isLocal: Bool) {
      (self.moment, self.clock, self.isLocal) = (moment, clock, isLocal)
    }
  }

  /// A spelling of the dates: the local clock of those that have no zone. The others are moments.
  struct Spelling: Equatable {
    var earliestBegin: Int64?
    var deadline: Int64?
    /// The zone's offset at the begin, where the spelling is one of another zone.
    var offset: Int64?

    static let moments = Spelling()
  }

  /// The date of `EarliestBegin=`.
  package let earliestBegin: Value?
  /// The date of `Deadline=`.
  package let deadline: Value?
  /// The digest of the request without the two.
  let rest: Int64

  /// - Parameter payload: The request without the two dates.
  package init(earliestBegin: Value?, deadline: Value?, payload: [UInt8]) {
    var digest = ContentDigest()
    digest.add(payload)
    (self.earliestBegin, self.deadline, rest) = (earliestBegin, deadline, digest.value)
  }

  /// The spelling of the file.
  var written: Spelling {
    Spelling(
      earliestBegin: earliestBegin.flatMap { $0.isLocal ? $0.clock : nil },
      deadline: deadline.flatMap { $0.isLocal ? $0.clock : nil })
  }

  /// Returns the spellings in which the begin may have been recorded if it meant the same moment: that
  /// moment, and the local clocks of every zone in which it is the second that the record has.
  func begins(since record: DeclarationRecord) -> [Spelling] {
    [.moments]
      + clocks(of: earliestBegin, since: record).map { Spelling(earliestBegin: $0.clock, offset: $0.offset) }
  }

  /// Returns the same for both dates. The deadline may lie behind a change of the clock in the begin's zone.
  func ends(behind begin: Spelling, since record: DeclarationRecord) -> [Spelling] {
    let ends =
      begin.offset.map { offset in clocks(of: deadline, Self.changes.map { offset + $0 }) }
      ?? clocks(of: deadline, since: record)
    return [begin] + ends.map { Spelling(earliestBegin: begin.earliestBegin, deadline: $0.clock) }
  }

  private func clocks(
    of date: Value?, since record: DeclarationRecord
  ) -> [(offset: Int64, clock: Int64)] {
    clocks(of: date, Self.offsets).filter {
      Self.stamp(WallTime(uSec: $0.clock.saturatingPlus(-$0.offset)))
        == UInt32(truncatingIfNeeded: record.timing)
    }
  }

  private func clocks(of date: Value?, _ offsets: [Int64]) -> [(offset: Int64, clock: Int64)] {
    guard let date else { return [] }
    return offsets.map { ($0, date.isLocal ? date.clock : date.moment.uSec.saturatingPlus($0)) }
  }

  /// The offsets of the world's zones from UTC, whole quarters of an hour, in microseconds.
  private static let offsets = (-14 * 4...14 * 4).map { Int64($0) * 900_000_000 }

  /// The differences between a zone's offsets at two dates: summer time, and the moves of a zone.
  private static let changes = (-8...8).map { Int64($0) * 900_000_000 }

  /// Returns the last 32 bits of a date's seconds: dates that repeat so lie 136 years apart.
  static func stamp(_ date: WallTime) -> UInt32 { UInt32(truncatingIfNeeded: date.uSec / 1_000_000) }

  /// The date by which a change of the zone is noticed; `nil` where both are the same in every zone.
  var firstLocal: Value? { [earliestBegin, deadline].lazy.compactMap(\.self).first { $0.isLocal } }
}

extension ContentDigest {
  /// Adds a date by the local clock, or by its moment where there is none.
  mutating func add(_ date: DeclaredDates.Value?, byClock clock: Int64?) {
    guard let clock else { return add(date?.moment.uSec) }
    add("local".utf8)
    add(clock)
  }
}
