/// The terms of a waiting task by which its window is judged, coarsely: tasks of one group share them, so
/// that a window opens for groups and not for each task.
struct Patience: Hashable, Comparable {
  /// The place of ``need`` in the table, from 1; zero is an eager task.
  private let needPlace: UInt8
  /// The place of ``horizon`` in the table.
  private let horizonPlace: UInt8

  /// The patience of an eager task, which waits for no window to last.
  static let none = Patience(rawValue: 0)

  /// The lengths of work that are told apart. A task counts as the next longer one.
  private static let needs: [TimeSpan] = [
    .seconds(15), .seconds(30), .minutes(1), .minutes(2), .minutes(5), .minutes(10), .minutes(20),
    .minutes(30), .hours(1), .hours(2), .hours(4), .hours(8), .hours(24),
  ]
  /// The times left to a date that are told apart, and the typical one of each.
  private static let horizons: [(limit: TimeSpan, typical: TimeSpan)] = [
    (.hours(1), .minutes(30)), (.hours(2), .minutes(90)), (.hours(4), .hours(3)), (.hours(8), .hours(6)),
    (.hours(16), .hours(12)),
  ]
  /// The horizon of a task with more time: nobody wants work put off for days that could be done today.
  private static let endless = TimeSpan.hours(24)

  /// Creates the patience of a task, which ends when there is just the time for its work.
  /// - Parameters:
  ///   - need: The time that the work takes.
  ///   - left: The time until the task is late; `nil` without such a date.
  init(need: TimeSpan, left: TimeSpan?) {
    let place = Self.needs.firstIndex { need <= $0 } ?? Self.needs.count - 1
    if let left, left <= Self.end(ofNeed: Self.needs[place]) { self = .none; return }
    needPlace = UInt8(place + 1)
    horizonPlace = UInt8(
      left.flatMap { left in Self.horizons.firstIndex { left <= $0.limit } } ?? Self.horizons.count)
  }

  init(rawValue: UInt8) { (needPlace, horizonPlace) = (rawValue >> 4, rawValue & 15) }

  var rawValue: UInt8 { needPlace << 4 | horizonPlace }

  var isNone: Bool { needPlace == 0 }

  /// The time that the work takes, at most.
  var need: TimeSpan { isNone ? .zero : Self.needs[Int(needPlace) - 1] }

  /// The time in which another window helps as well.
  var horizon: TimeSpan {
    Int(horizonPlace) < Self.horizons.count ? Self.horizons[Int(horizonPlace)].typical : Self.endless
  }

  /// Returns the next date at which less time is left than the patience says, for a task that is late at
  /// `date`; `nil` when its end comes before.
  func next(before date: WallTime) -> WallTime? {
    guard !isNone, horizonPlace > 0 else { return nil }
    let left = Self.horizons[Int(horizonPlace) - 1].limit
    return left > Self.end(ofNeed: need) ? date + TimeSpan(uSec: -left.uSec) : nil
  }

  /// Returns the date at which there is just the time for the work, and patience ends.
  func end(before date: WallTime) -> WallTime? {
    isNone ? nil : date + TimeSpan(uSec: -Self.end(ofNeed: need).uSec)
  }

  /// Returns how patience shrinks as the date comes nearer at which the task is late: its next terms with the
  /// dates from which on they count, and at last its end.
  func steps(before date: WallTime) -> [(from: WallTime, patience: Patience)] {
    guard !isNone else { return [] }
    let end = Self.end(ofNeed: need)
    let shorter = Self.horizons.enumerated().prefix(Int(horizonPlace)).filter { end < $0.element.limit }
    return shorter.reversed().map { place, horizon in
      (date + TimeSpan(uSec: -horizon.limit.uSec), Patience(rawValue: needPlace << 4 | UInt8(place)))
    } + [(date + TimeSpan(uSec: -end.uSec), .none)]
  }

  /// Returns the time left at which a task of this need waits for no window any more.
  private static func end(ofNeed need: TimeSpan) -> TimeSpan { max(need, .minutes(2)) }

  static func < (left: Patience, right: Patience) -> Bool { left.rawValue < right.rawValue }
}
