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

  /// A choice of dates that count by the local clock; the others count by their moments.
  struct ByClock: OptionSet {
    static let earliestBegin = ByClock(rawValue: 1)
    static let deadline = ByClock(rawValue: 2)
    /// All choices, the moments first.
    static let all = (0...3).map(ByClock.init)

    let rawValue: Int
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

  /// The dates without a zone.
  var local: ByClock {
    var local: ByClock = []
    if earliestBegin?.isLocal == true { local.insert(.earliestBegin) }
    if deadline?.isLocal == true { local.insert(.deadline) }
    return local
  }

  /// The date by which a change of the zone is noticed; `nil` where both are the same in every zone.
  var firstLocal: Value? { [earliestBegin, deadline].lazy.compactMap(\.self).first { $0.isLocal } }
}

extension ContentDigest {
  /// Adds a date by the local clock or by its moment.
  mutating func add(_ date: DeclaredDates.Value?, byClock: Bool) {
    guard byClock, let date else { return add(date?.moment.uSec) }
    add("local".utf8)
    add(date.clock)
  }
}
