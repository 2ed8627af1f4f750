/// The calendar's dates of a repeating task: the dates of each of its expressions. A schedule never changes,
/// and a million tasks may share one.
package final class CalendarSchedule: Hashable, Sendable {
  /// The expressions as they are written, one per line.
  package let text: String
  /// The dates of each expression.
  private let dates: [CalendarDates]
  /// The largest delay of every date. The delay itself follows from the machine and the task: it is the same
  /// for each date of the task, and differs between machines that have the same schedule.
  package let randomizedDelay: TimeSpan
  /// The rule for dates at changes of the clock; `nil` when the task has none.
  package let clockChange: ClockChange?
  private let hash: Int

  /// - Parameter expressions: At least one expression.
  package init(
    _ expressions: [CalendarExpression], randomizedDelay: TimeSpan = .zero, clockChange: ClockChange? = nil
  ) {
    // A joined string has capacity to spare; its copy has not.
    text = String(decoding: expressions.map(\.text).joined(separator: "\n").utf8, as: UTF8.self)
    dates = expressions.map(\.dates)
    self.randomizedDelay = randomizedDelay
    self.clockChange = clockChange
    var hasher = Hasher()
    hasher.combine(text)
    hasher.combine(randomizedDelay)
    hasher.combine(clockChange)
    hash = hasher.finalize()
  }

  package static func == (left: CalendarSchedule, right: CalendarSchedule) -> Bool {
    left === right
      || (left.hash == right.hash && left.randomizedDelay == right.randomizedDelay
        && left.clockChange == right.clockChange && left.hasSameDates(as: right))
  }

  /// Returns whether the expressions are the same, whatever the delay and the rule for changes of the clock.
  func hasSameDates(as other: CalendarSchedule) -> Bool {
    text == other.text && dates.elementsEqual(other.dates) { $0.zone == $1.zone }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The expressions as they are written, one per element.
  package var texts: [String] { text.split(separator: "\n").map(String.init) }

  /// The number of expressions.
  var expressionCount: Int { dates.count }

  /// Returns the first date after `moment`, or `nil` after the last one.
  func date(after moment: WallTime, of key: TaskKey, in place: CalendarPlace) -> WallTime? {
    let delay = place.delay(upTo: randomizedDelay, of: key)
    let start = WallTime(uSec: moment.uSec.saturatingPlus(-delay.uSec))
    return dates.compactMap { $0.next(after: start, zone: place.zone, at: clockChange) }.min().map {
      $0 + delay
    }
  }

  /// Whether the schedule has any date since 1970.
  var hasDates: Bool { dates.contains { $0.next(after: WallTime(uSec: -1), zone: .utc) != nil } }

  /// The contradiction within the first expression that has one, in words, or `nil`.
  var contradiction: String? { dates.lazy.compactMap(\.contradiction).first }

  /// Returns the first date that is not before `moment`, or `nil` after the last one.
  func date(from moment: WallTime, of key: TaskKey, in place: CalendarPlace) -> WallTime? {
    date(after: WallTime(uSec: moment.uSec.saturatingPlus(-1)), of: key, in: place)
  }
}

extension CalendarSchedule: CustomStringConvertible {
  package var description: String { "\(text) \(randomizedDelay)" + (clockChange.map { " \($0)" } ?? "") }
}

/// The machine and the time zone, which turn a calendar into moments.
struct CalendarPlace {
  /// The zone of expressions that name none.
  let zone: ZoneRules
  /// The machine's name that stays (machine-id(5)).
  let machine: String

  /// Returns the delay of a task's dates on this machine, which is the same for each of them.
  func delay(upTo most: TimeSpan, of key: TaskKey) -> TimeSpan {
    guard most > .zero else { return .zero }
    var digest = ContentDigest()
    digest.add(machine.utf8)
    digest.add(Int64(key.uid))
    digest.add(key.identifier.utf8)
    // FNV-1a hardly mixes the last byte: names that differ only there have nearly the same digest.
    var mixed = SeededGenerator(seed: UInt64(bitPattern: digest.value))
    // The upper half of the product is the share of `most`.
    let share = mixed.next().multipliedFullWidth(by: UInt64(most.uSec)).high
    return TimeSpan(uSec: Int64(share))
  }
}
